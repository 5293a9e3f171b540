import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CliError } from "./errors.ts";

/**
 * Reads the key from a terminal without showing it, or from a pipe. An argument would be visible in the process
 * list.
 */
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
  throw new CliError(
    "No API key was given. Create a key in the dashboard, then run the command again and paste the key.",
  );
}
