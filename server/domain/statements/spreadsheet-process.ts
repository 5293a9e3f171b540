import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { limits } from "../../contract/limits.ts";
import type { RefusalReason } from "../../contract/refusal-reasons.ts";
import { DomainError } from "../base/domain-error.ts";
import { unpacksTooLarge } from "./spreadsheet/refused.ts";
import { createSheetTurns } from "./spreadsheet-turns.ts";
import type { Line, StatementSource } from "./statement-file.ts";

/** Reads one spreadsheet at a time, so that many uploads need no more memory than one. */
const inTurn = createSheetTurns();

/**
 * Reads a spreadsheet in a separate process, whose memory and time the operating system bounds. A file that tries to
 * exhaust the server ends that process and nothing else. The process can open no file except the program's own, and
 * has none of our settings or secrets. The process returns the rows as text, and each line is parsed when it is
 * needed.
 */
export async function readSpreadsheet(source: StatementSource): Promise<Iterable<Line>> {
  const text = await inTurn(source.merchant_id, () => askProcess(source));
  return { [Symbol.iterator]: () => parseLines(text) };
}

function* parseLines(text: Buffer): Generator<Line> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf("\n", at);
    const [row, ...cells] = JSON.parse(text.toString("utf8", at, end)) as [number, ...string[]];
    yield { row, cells };
    at = end + 1;
  }
}

async function askProcess(source: StatementSource): Promise<Buffer> {
  const child = startBounded(program);
  let isLate = false;
  const kill = () => void child.kill("SIGKILL");
  const deadline = setTimeout(() => {
    isLate = true;
    kill();
  }, limits.statementSheetMilliseconds);
  process.once("exit", kill);
  const ended = once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>;
  // Prevents an unhandled rejection: `ended` is awaited below and might reject before that.
  ended.catch(() => {});
  try {
    const [output, complaint] = await Promise.all([
      collect(child.stdout, limits.statementSheetTextBytes + lastLineBytes),
      collect(child.stderr, complaintBytes),
      // A file that does not arrive must not keep the turn, because others wait for it.
      Promise.race([send(source, child.stdin), ended]),
    ]);
    const [code, signal] = await ended;
    if (code === 0) return answerIn(output);
    const refusal = isLate ? tooSlow : signal && refusalOf[signal];
    if (refusal) throw new DomainError(refusal);
    throw new Error(
      `The process for a spreadsheet ended with ${signal ?? code}: ${complaint.toString("utf8")}`,
    );
  } finally {
    clearTimeout(deadline);
    process.off("exit", kill);
    kill();
  }
}

/** Starts one of our programs with limited memory and time. The program can read only its own files. */
export const startBounded = (file: string) =>
  spawn("/bin/sh", ["-c", bounded, process.execPath, ...nodeOptions, file], {
    cwd: "/",
    // malloc would keep an empty arena for each thread.
    env: { MALLOC_ARENA_MAX: "1" },
    stdio: ["pipe", "pipe", "pipe"],
  });

const program = fileURLToPath(new URL("spreadsheet/main.ts", import.meta.url));
const root = path.resolve(import.meta.dirname, "../../..");

const nodeOptions = [
  "--permission",
  ...["server/", "node_modules/", "package.json"].map(
    (readable) => `--allow-fs-read=${path.join(root, readable)}`,
  ),
  `--max-old-space-size=${limits.statementSheetHeapMegabytes}`,
  "--max-semi-space-size=1",
  "--v8-pool-size=1",
];

/**
 * The shell commands that set the limits. Unlike a timer, processor time does not pass while other programs use the
 * machine. The file size limit is 0, because the program writes no file.
 */
const bounded = [
  // At the hard limit the system would send SIGKILL, as it does when the machine has no memory left.
  `ulimit -S -t ${limits.statementSheetCpuSeconds}`,
  `ulimit -H -t ${limits.statementSheetCpuSeconds + 2}`,
  `ulimit -d ${limits.statementSheetDataMegabytes * 1024}`,
  "ulimit -f 0",
  "ulimit -c 0",
  'exec "$0" "$@"',
].join(" && ");

const lastLineBytes = 1024;
const complaintBytes = 4096;

/** Collects the output. Bytes beyond the limit are dropped, so that a faulty process cannot fill the server's memory. */
async function collect(stream: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += part.length;
    if (bytes <= bytesMax) parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Sends the file. A process that has ended accepts no more of it, and its exit gives the reason. */
async function send(source: StatementSource, stdin: Writable): Promise<void> {
  await pipeline(source.open(), stdin).catch((cause: NodeJS.ErrnoException) => {
    if (!["EPIPE", "ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"].includes(cause.code ?? ""))
      throw cause;
  });
}

/** Returns the lines. The last line says whether the lines before it are the whole result. */
function answerIn(output: Buffer): Buffer {
  const begin = output.lastIndexOf("\n", -2) + 1;
  const { refused } = JSON.parse(output.toString("utf8", begin)) as {
    refused: RefusalReason | null;
  };
  if (refused) throw new DomainError(refused);
  return output.subarray(0, begin);
}

const tooSlow: RefusalReason = {
  code: "statement_too_slow",
  params: { seconds: limits.statementSheetCpuSeconds },
};

const tooLarge = unpacksTooLarge().reason;

/**
 * The refusals by signal. The system ends the process when the process's time is over or the machine has no memory
 * left. V8 ends the process when its heap is full.
 */
const refusalOf: Partial<Record<NodeJS.Signals, RefusalReason>> = {
  SIGKILL: tooLarge,
  SIGXCPU: tooSlow,
  SIGABRT: tooLarge,
  SIGTRAP: tooLarge,
  SIGSEGV: tooLarge,
};
