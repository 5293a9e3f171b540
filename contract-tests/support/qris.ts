/** Writes and reads QRIS codes by EMV QRCPS: fields of a two-digit tag, a two-digit length and a value. */

/** A merchant's printed code without an amount. It is invented: no such merchant exists. */
export const staticQris = encode([
  ["00", "01"],
  ["01", "11"],
  [
    "26",
    encodeFields([
      ["00", "COM.GO-JEK.WWW"],
      ["01", "936009140000000019"],
      ["02", "G000000019"],
      ["03", "UMI"],
    ]),
  ],
  [
    "51",
    encodeFields([
      ["00", "ID.CO.QRIS.WWW"],
      ["02", "ID1099000000019"],
      ["03", "UMI"],
    ]),
  ],
  ["52", "5814"],
  ["53", "360"],
  ["58", "ID"],
  ["59", "KEDAI UJI"],
  ["60", "BANDUNG"],
  ["61", "40111"],
]);

type Field = [tag: string, value: string];

/** Joins the fields and adds the checksum at the end. */
function encode(fields: Field[]): string {
  const covered = `${encodeFields(fields)}6304`;
  return covered + crc16(covered);
}

function encodeFields(fields: Field[]): string {
  return fields.map(([tag, value]) => tag + String(value.length).padStart(2, "0") + value).join("");
}

/** Returns the fields of a code by tag. Throws if the checksum or a length is wrong. */
export function decodeQris(payload: string): Map<string, string> {
  if (payload.slice(-4) !== crc16(payload.slice(0, -4))) throw new Error("the checksum is wrong");
  const fields = new Map<string, string>();
  let at = 0;
  while (at < payload.length) {
    const tag = payload.slice(at, at + 2);
    const length = Number(payload.slice(at + 2, at + 4));
    if (fields.has(tag)) throw new Error(`tag ${tag} comes twice`);
    fields.set(tag, payload.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  if (at !== payload.length) throw new Error("the last length is wrong");
  return fields;
}

/** Returns the CRC-16/CCITT-FALSE of the characters, including "6304". */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
