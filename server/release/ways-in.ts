import { readFile } from "node:fs/promises";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import type { BareSystem } from "./bare-system.ts";
import { askPort, payInvoice } from "./first-payment.ts";

/** A way to install Tepat, as a new user types it. */
export interface Way {
  port: number;
  /** Commands before the start. */
  install?: string;
  /** Work of this machine between installing and starting. */
  prepare?(): Promise<void>;
  /** The command that starts Tepat and keeps running. */
  start: string;
  /** Returns the full command line for a command of `tepat`. */
  tepat: (words: string) => string;
  /** The name of the command in the texts of this way. */
  named: string;
}

export interface Tried {
  seconds: { untilItAnswers: number; untilPaid: number };
  /** The text on the user's terminal. */
  words: string;
}

/** Tries a way in a terminal, from the first command to a paid invoice. */
export async function tryWay(system: BareSystem, way: Way): Promise<Tried> {
  const { place, run, start } = system;
  const started = performance.now();
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const typed = (command: string, log: string) =>
    `script --quiet --flush --return --command ${quote(command)} ${log}`;
  if (way.install !== undefined) await run(`cd /root && ${typed(way.install, "/run/install.log")}`);
  await way.prepare?.();
  // The process ends with its system.
  await start(typed(way.start, "/run/start.log"));
  const ask = askPort(way.port);
  await expect
    .poll(
      () =>
        ask("/readyz").then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 600_000 },
    )
    .toBe(200);
  const untilItAnswers = seconds();
  await payInvoice(ask, (words) => run(way.tepat(words)));
  const untilPaid = seconds();
  const read = (name: string) => readFile(path.join(place, "run", name), "utf8").catch(() => "");
  const words = plain(`${await read("install.log")}\n${await read("start.log")}`);
  const [, named] = /commands begin here with: (?:\S+=\S+ )*(.+)$/m.exec(words) ?? [];
  expect(named).toBe(way.named);
  return { seconds: { untilItAnswers, untilPaid }, words };
}

/**
 * Returns the text without colours, without returns to the line's beginning, and without the lines
 * that `script` adds.
 */
const plain = (text: string): string =>
  stripVTControlCharacters(text)
    .split("\n")
    .map((line) => line.replace(/\r+$/, "").split("\r").at(-1) ?? "")
    .filter((line) => line.trim() !== "" && !/^Script (?:started|done)/.test(line))
    .join("\n");

export const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
