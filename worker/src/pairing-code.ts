import { createHash } from "node:crypto";

/** Crockford's base32: no I, L, O or U that a person could misread. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Shown on the phone, and by the server when the merchant approves: equal codes mean that the device being approved is
 * the phone in the merchant's hand, with the token that it holds now. The server can compute it too, because it is made
 * from the token's hash. The first 30 bits of SHA-256(device_id ":" hex(SHA-256(device_token))) as six digits.
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
