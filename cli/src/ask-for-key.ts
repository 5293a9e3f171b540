import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CliError } from "./errors.ts";

/** From a terminal it is not shown while it is typed; a pipe is read as it is. Arguments would be in everyone's list of processes. */
export async function askForKey(url: string): Promise<string> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write(`API key for ${url}: `);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: nowhere, terminal: stdin.isTTY });
  try {
    for await (const line of lines) {
      if (stdin.isTTY) stderr.write("\n");
      if (line.trim() !== "") return line.trim();
    }
  } finally {
    lines.close();
  }
  throw new CliError("No API key was given. Create one in the dashboard, then paste it here.");
}
