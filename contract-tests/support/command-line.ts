import { inject } from "vitest";
import { runResidentCli } from "../../server/testing/resident-cli.ts";
import type { Service } from "./service.ts";

/** Runs `npx tepat … --json` on the database of the service under test, as an operator would. */
export const tepat = <Result>(command: string, ...options: string[]): Promise<Result> =>
  tepatOf(inject("service"), command, ...options);

export async function tepatOf<Result>(
  { environment }: Pick<Service, "environment">,
  command: string,
  ...options: string[]
): Promise<Result> {
  const { code, stdout, stderr } = await runResidentCli(
    [...command.split(" "), ...options, "--json"],
    { PATH: process.env["PATH"], ...environment },
  );
  if (code !== 0) throw new Error(`npx tepat ${command} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Result;
}
