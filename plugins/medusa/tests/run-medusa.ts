import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a Medusa command until its end, and returns its output. */
export async function runMedusa(
  folder: string,
  environment: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["node_modules/.bin/medusa", ...args],
    {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...environment },
      maxBuffer: 16 * 1024 * 1024,
    },
  );
  return stdout + stderr;
}
