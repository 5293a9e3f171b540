import { spawn, spawnSync } from "node:child_process";
import { expect } from "vitest";

/** A pseudo-terminal is had from util-linux's `script`, as Node.js makes none. */
export const hasTerminal = /util-linux/.test(
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "",
);

interface Terminal {
  /** Without colours; lines end as on paper. */
  screen(): string;
  shows(words: string): Promise<void>;
  /** Ctrl-C, and the end of what it interrupts. */
  interrupt(): Promise<void>;
}

/* oxlint-disable no-control-regex -- what they are for */
/** What npm's wheel has on the line before its next turn. */
const erased = /[^\n]*\u001b\[1G\u001b\[0K/g;
const styled = /\u001b\[[\d;?]*[A-Za-z]/g;
/* oxlint-enable no-control-regex */

const showMilliseconds = 100_000;

/** A command as somebody types it. */
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
  };
}
