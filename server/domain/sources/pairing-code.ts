import { createHash } from "node:crypto";

/** Crockford's base32 has no I, L, O or U, which people misread. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Reads the code as a person types it from the phone's screen. */
export function readPairingCode(text: string): string | null {
  const code = text.toUpperCase().replaceAll("O", "0").replace(/[IL]/g, "1");
  const [, first, second] = /^([0-9A-Z]{3})[ -]?([0-9A-Z]{3})$/.exec(code) ?? [];
  return first && second ? `${first}-${second}` : null;
}

/**
 * Computes the code that the phone shows too. Equal codes mean that the device being approved is the phone in the
 * merchant's hand, with its current token. The code is the first 30 bits of SHA-256(device_id ":" hex(token_hash)),
 * as worker/README.md describes.
 */
export function pairingCode(device: { device_id: string; token_hash: Buffer }): string {
  const text = `${device.device_id.toLowerCase()}:${device.token_hash.toString("hex")}`;
  const bits = createHash("sha256").update(text, "utf8").digest().readUInt32BE() >>> 2;
  const code = [25, 20, 15, 10, 5, 0].map((shift) => digits[(bits >>> shift) & 31]).join("");
  return `${code.slice(0, 3)}-${code.slice(3)}`;
}
