import { once } from "node:events";
import { openArchive } from "./archive.ts";
import { createLinesOut } from "./lines-out.ts";
import { readOtherSheet } from "./other-sheets.ts";
import { Refused, unpacksTooLarge, unreadable } from "./refused.ts";
import { readWorkbook } from "./workbook.ts";

/**
 * The process that reads one spreadsheet: see readSpreadsheet. The file comes on its standard input. The process
 * responds with lines, and then with the reason for refusing the file, or null.
 */

async function readInput(): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part);
  return Buffer.concat(parts);
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

async function answer(file: Buffer): Promise<Refused | null> {
  const out = createLinesOut(write);
  try {
    if (file.toString("latin1", 0, 2) === "PK") await readWorkbook(await openArchive(file), out);
    else await readOtherSheet(file, out);
    await out.end();
    return null;
  } catch (cause) {
    if (cause instanceof Refused) return cause;
    return isTooLarge(cause) ? unpacksTooLarge() : unreadable();
  }
}

/** Returns whether V8 refused a text or a buffer above its largest size. */
const isTooLarge = (cause: unknown) => cause instanceof RangeError;

const refused = await answer(await readInput());
await write(`${JSON.stringify({ refused: refused?.reason ?? null })}\n`);
