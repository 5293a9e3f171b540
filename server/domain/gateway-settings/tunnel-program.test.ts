import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { tunnelProgramIn } from "./tunnel-program.ts";

let folder: string;
let server: Server;
let answer: Buffer;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tepat-program-"));
  vi.stubEnv("PATH", folder);
  server = createServer((_, response) => response.end(answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.close();
  await rm(folder, { recursive: true });
});

const data = () => path.join(folder, "data");
const signal = new AbortController().signal;

function releaseOf(name: string, bytes: Buffer) {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { version: "1", url: `http://127.0.0.1:${address.port}/${name}`, sha256 };
}

test("a file with the expected SHA-256 becomes the program", async () => {
  answer = Buffer.from("#!/bin/sh\n");
  const program = tunnelProgramIn(data(), releaseOf("cloudflared-linux-amd64", answer));
  expect(program.find()).toBe(null);
  await program.download(signal);
  expect(program.find()).toBe(path.join(data(), "cloudflared-1"));
  expect(await readdir(data())).toEqual(["cloudflared-1"]);
});

test("macOS's archive is unpacked", async () => {
  vi.unstubAllEnvs();
  await writeFile(path.join(folder, "cloudflared"), "the program");
  execFileSync("tar", ["-czf", "made.tgz", "cloudflared"], { cwd: folder });
  answer = await readFile(path.join(folder, "made.tgz"));
  await tunnelProgramIn(data(), releaseOf("made.tgz", answer)).download(signal);
  expect(await readFile(path.join(data(), "cloudflared-1"), "utf8")).toBe("the program");
});

test("a file with another SHA-256 is refused, and leaves nothing behind", async () => {
  answer = Buffer.from("another program");
  const release = releaseOf("cloudflared-linux-amd64", Buffer.from("the program"));
  const program = tunnelProgramIn(data(), release);
  await expect(program.download(signal)).rejects.toThrow("another SHA-256");
  expect(program.find()).toBe(null);
  expect(await readdir(data())).toEqual([]);
});
