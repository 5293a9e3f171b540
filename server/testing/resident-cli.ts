import { fork, type ChildProcess } from "node:child_process";
import type { Socket } from "node:net";

/** Runs `npx tepat` in processes that stay for the next command (cli-host.mjs), in a tenth of the time. */

export interface CliResult {
  code: number;
  stdout: string;
  stderr: string;
}

const host = new URL("cli-host.mjs", import.meta.url).pathname;

/** The idle hosts. Simultaneous commands each have their own host. */
const idle: ChildProcess[] = [];

export async function runResidentCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<CliResult> {
  const child = idle.pop() ?? startHost();
  const result = await answerOf(child, { args, env });
  if (child.connected) idle.push(child);
  return result;
}

/** Starts a host. It does not keep this process running, and ends with it. */
function startHost(): ChildProcess {
  const child = fork(host, [], {
    env: { PATH: process.env["PATH"] },
    execArgv: [],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  child.unref();
  (child.stderr as Socket).unref();
  return child;
}

/**
 * Returns a command's result. If the command ends its process, the result has the exit code that a
 * separate process would have.
 */
function answerOf(
  child: ChildProcess,
  command: { args: readonly string[]; env: NodeJS.ProcessEnv },
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    let stderr = "";
    const hear = (chunk: Buffer): void => void (stderr += chunk.toString());
    const settle = (result: CliResult): void => {
      child.stderr?.off("data", hear);
      child.off("message", settle).off("close", onClose);
      child.channel?.unref();
      resolve({ ...result, stderr: stderr + result.stderr });
    };
    const onClose = (code: number | null): void =>
      settle({ code: code ?? -1, stdout: "", stderr: "" });
    child.stderr?.on("data", hear);
    child.once("message", settle).once("close", onClose);
    child.channel?.ref();
    child.send(command, (error) => error && reject(error));
  });
}
