import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import type { Service } from "./service.ts";

const program = join(import.meta.dirname, "../../server/cli/main.mjs");

/** `npx tepat … --json` on the database of the service under test: what an operator does by hand. */
export const tepat = <Result>(command: string, ...options: string[]): Promise<Result> =>
  tepatOf(inject("service"), command, ...options);

export async function tepatOf<Result>(
  { environment }: Pick<Service, "environment">,
  command: string,
  ...options: string[]
): Promise<Result> {
  const parameters = [program, ...command.split(" "), ...options, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, {
    env: { PATH: process.env["PATH"], ...environment },
  });
  return JSON.parse(stdout) as Result;
}
