import { spawn, spawnSync } from "node:child_process";
import { expect } from "vitest";

/** `script` of util-linux makes a pseudo-terminal, which Node.js cannot make. */
export const hasTerminal = /util-linux/.test(
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "",
);

interface Terminal {
  /** The text without colours, with lines as they would be printed. */
  screen(): string;
  shows(words: string): Promise<void>;
  /** Sends Ctrl-C and waits for the end of the interrupted program. */
  interrupt(): Promise<void>;
  /** Closes it, as a person closes its window. The program gets SIGHUP, and can no longer write lines. */
  close(): void;
}

/* oxlint-disable no-control-regex -- what they are for */
/** The text that npm's spinner writes on the line before its next turn. */
const erased = /[^\n]*\u001b\[1G\u001b\[0K/g;
const styled = /\u001b\[[\d;?]*[A-Za-z]/g;
/* oxlint-enable no-control-regex */

const showMilliseconds = 100_000;

/** Runs a command as a person types it. */
export function inTerminal(
  command: string,
  { cwd, env }: { cwd: string; env: Record<string, string | undefined> },
): Terminal {
  const child = spawn("script", ["-qefc", command, "/dev/null"], { cwd, env });
  const ended = new Promise((resolve) => child.once("close", resolve));
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const screen = () => text.replaceAll("\r\n", "\n").replaceAll(erased, "").replaceAll(styled, "");
  return {
    screen,
    async shows(words) {
      await expect.poll(screen, { timeout: showMilliseconds }).toContain(words);
    },
    async interrupt() {
      child.stdin.write("\u0003");
      await ended;
    },
    close() {
      child.kill("SIGKILL");
    },
  };
}
