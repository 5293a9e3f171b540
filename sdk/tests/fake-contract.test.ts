import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { fakeTepat, type FakeTepat } from "../src/testing/index.ts";

/**
 * Tests that the gateway in memory passes `npm run contract`, like every gateway.
 * contract-tests/black-box.test.ts runs the same tests against the real gateway.
 */

const root = path.join(import.meta.dirname, "../..");
const command = [path.join(root, "server/bin/run.mjs"), "contract-tests/black-box/main.ts"];

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Gives the gateway in memory an address. A web client omits the headers of a connection; Node.js adds them. */
async function serve({ baseUrl }: FakeTepat, ask: Fetch): Promise<string> {
  const server = createServer(async (incoming, answer) => {
    const { method = "", url = "", headers } = incoming;
    const { connection: _, host: _host, "content-length": _length, ...sent } = headers;
    const body = await buffer(incoming);
    const response = await ask(baseUrl + url, {
      method,
      headers: sent as Record<string, string>,
      ...(body.length > 0 && { body }),
      redirect: "manual",
    });
    answer.writeHead(response.status, Object.fromEntries(response.headers));
    answer.end(Buffer.from(await response.arrayBuffer()));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Report {
  numPassedTests: number;
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs the tests, and returns the names of the failed ones. */
async function failuresOf(base_url: string, api_key: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "tepat-fake-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, "report.json");
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const args = [...command, "--base-url", base_url, "--api-key", api_key, "--json", file];
  const { promise: output, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, args, { env, cwd: root }, (_error, ...said) => resolve(said.join("")));
  await output;
  const report = JSON.parse(await readFile(file, "utf8")) as Report;
  expect(report.numPassedTests).toBeGreaterThan(150);
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  return results.flatMap(({ fullName, status }) => (status === "failed" ? [fullName] : []));
}

test("the fake passes the contract's tests", async () => {
  const fake = fakeTepat();
  expect(await failuresOf(await serve(fake, fake.fetch), fake.apiKey)).toEqual([]);
});

test("the fake behind MSW keeps the contract", async () => {
  const fake = fakeTepat();
  const msw = setupServer(http.all(`${fake.baseUrl}/*`, ({ request }) => fake.fetch(request)));
  msw.listen();
  onTestFinished(() => msw.close());
  expect(await failuresOf(await serve(fake, fetch), fake.apiKey)).toEqual([]);
});
