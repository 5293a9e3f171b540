import { spawn } from "node:child_process";

interface Bounds {
  milliseconds: number;
  outputBytes: number;
}

/**
 * Returns the output of a program. Termux's programs are shell scripts whose helper can hang forever. After the
 * timeout, the whole process group is killed, because Android kills Termux itself when it leaves more than 32
 * processes behind.
 */
export async function outputOf(
  program: string,
  args: readonly string[],
  { milliseconds, outputBytes }: Bounds,
): Promise<string> {
  const child = spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const done = Promise.withResolvers<string>();
  const giveUp = (reason: string) => {
    if (child.pid !== undefined) killGroup(child.pid);
    child.stdout.destroy();
    done.reject(new Error(`${program} ${reason}`));
  };
  const deadline = setTimeout(giveUp, milliseconds, "did not end in time");
  let size = 0;
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > outputBytes) giveUp("printed too much");
  });
  child.on("error", (cause: NodeJS.ErrnoException) => {
    const what = cause.code === "ENOENT" ? "is not installed" : `did not start: ${cause.message}`;
    done.reject(new Error(`${program} ${what}`, { cause }));
  });
  child.on("close", (code, signal) => {
    if (code === 0) done.resolve(Buffer.concat(chunks).toString("utf8"));
    else done.reject(new Error(`${program} failed (${signal ?? `exit code ${code}`})`));
  });
  try {
    return await done.promise;
  } finally {
    clearTimeout(deadline);
  }
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch {
    // The program has just ended on its own.
  }
}
