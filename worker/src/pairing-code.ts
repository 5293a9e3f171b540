import { createHash } from "node:crypto";

/** Crockford's base32 has no I, L, O or U, which people misread. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Computes the pairing code. The phone shows it, and so does the server when the merchant approves: equal codes mean
 * that the device being approved is the phone in the merchant's hand, with its present token. The server can compute
 * the code because it is made from the token's hash. It is the first 30 bits of SHA-256(device_id ":"
 * hex(SHA-256(device_token))), written as six digits.
 */
export function pairingCode(device: { device_id: string; device_token: string }): string {
  const tokenHash = sha256(device.device_token).toString("hex");
  const bits = sha256(`${device.device_id.toLowerCase()}:${tokenHash}`).readUInt32BE() >>> 2;
  const code = [25, 20, 15, 10, 5, 0].map((shift) => digits[(bits >>> shift) & 31]).join("");
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text, "utf8").digest();
}
