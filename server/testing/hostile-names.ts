import fc from "fast-check";
import { appFormats } from "../domain/notifications/formats/index.ts";

const samples = appFormats.flatMap(({ rules }) =>
  rules.flatMap((rule) => rule.samples.map(({ body }) => body)),
);
const piece = fc.constantFrom(
  ...samples,
  "Saldo",
  "Saldo kamu",
  "Saldo DANA kamu",
  "Saldo Anda bertambah",
  "Biaya",
  "Pesan:",
  "Ket.:",
  "Rp500.123",
  "500.123",
  "X",
  "x",
  "telah masuk",
  "Penerimaan",
  "QRIS",
  "mengirim",
  "ke rekening Anda",
  "dari",
  "sebesar",
  "via",
  "Budi",
);
const glue = fc.constantFrom(" ", ". ", "\n", " - ", "", "! ", ": ", "... ");

/** A sender's name that imitates a bank's text. */
export const hostileName = fc
  .array(fc.tuple(piece, glue), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.flat().join(""));
