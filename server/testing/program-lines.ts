/**
 * Runs a developers' program with one invalid command line after another, and prints how each ended. Loading the
 * imports takes most of such a program's time, and it happens only once here. Each command line evaluates the program's
 * entry again.
 */

import { Console } from "node:console";
import { pathToFileURL } from "node:url";
import { Writable } from "node:stream";

export interface EndedLine {
  status: unknown;
  stdout: string;
  stderr: string;
}

/** The entry and the command lines of each program. */
const programs = JSON.parse(process.argv[2] ?? "") as [entry: string, lines: string[][]][];

class Exit extends Error {
  readonly status: unknown;
  constructor(status: unknown) {
    super("the program ends");
    this.status = status;
  }
}

process.exit = (status) => {
  throw new Exit(status);
};

const ended: EndedLine[][] = [];
for (const [entry, lines] of programs) {
  const ofProgram: EndedLine[] = [];
  for (const args of lines) ofProgram.push(await endOf(entry, args, ofProgram.length));
  ended.push(ofProgram);
}
process.stdout.write(JSON.stringify(ended));

async function endOf(entry: string, args: string[], count: number): Promise<EndedLine> {
  const line: EndedLine = { status: "it went on", stdout: "", stderr: "" };
  const keep = (name: "stdout" | "stderr") =>
    new Writable({
      decodeStrings: false,
      write(text: string, _encoding, done) {
        line[name] += text;
        done();
      },
    });
  globalThis.console = new Console({ stdout: keep("stdout"), stderr: keep("stderr") });
  process.argv = [process.execPath, entry, ...args];
  try {
    await import(`${pathToFileURL(entry).href}?${count}`);
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    line.status = error.status;
  }
  return line;
}
