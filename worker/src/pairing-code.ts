import { createHash } from "node:crypto";

/** Crockford's base32 has no I, L, O or U, which are easy to misread. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * Returns the pairing code. The phone shows it, and the server shows it when the merchant approves the phone. If
 * both codes are equal, the merchant approves the phone that shows the code, with its current token.
 *
 * The code consists of the first 30 bits of SHA-256(device_id ":" hex(SHA-256(device_token))), written as six
 * digits. The server stores only the token's hash, which is enough to compute the code.
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
