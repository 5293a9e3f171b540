import { spawn, spawnSync } from "node:child_process";
import { expect } from "vitest";

/**
 * Whether a pseudo-terminal is available. `script` of util-linux creates one, which Node.js cannot.
 */
export const hasTerminal = /util-linux/.test(
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout ?? "",
);

interface Terminal {
  /** Returns the text without colours, in lines as printed. */
  screen(): string;
  shows(words: string): Promise<void>;
  /** Sends Ctrl-C and waits for the end of the interrupted program. */
  interrupt(): Promise<void>;
  /**
   * Closes the terminal, as a person closes its window. The program gets SIGHUP and can no longer print.
   */
  close(): void;
}

/* oxlint-disable no-control-regex -- the expressions find control characters */
/** The text that npm's spinner prints on the line before its next frame. */
const erased = /[^\n]*\u001b\[1G\u001b\[0K/g;
const styled = /\u001b\[[\d;?]*[A-Za-z]/g;
/* oxlint-enable no-control-regex */

const showMilliseconds = 100_000;

/** Runs a command as if a person typed it. */
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
