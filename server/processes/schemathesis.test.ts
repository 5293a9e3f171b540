import { execFile } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openShop, type Shop } from "../../worker/testing/shop.ts";

/**
 * Tests the service with Schemathesis (schemathesis.io), an independent reader of openapi/openapi.json. It sends valid
 * and invalid requests, and compares each response with the document. It is downloaded into .cache/; without Python or
 * a registry, the test is skipped. `TEST_SEED=1` repeats a run.
 */

const root = path.resolve(import.meta.dirname, "../..");
const cache = path.join(root, ".cache/schemathesis");
const program = path.join(cache, "bin/schemathesis");
const seed = Number(process.env["TEST_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const run = promisify(execFile);
const folder = await mkdtemp(path.join(tmpdir(), "tepat-schemathesis-"));
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

async function haveSchemathesis(): Promise<void> {
  try {
    await access(program);
  } catch {
    await run("python3", ["-m", "venv", cache]);
    await run(path.join(cache, "bin/pip"), ["install", "--quiet", "schemathesis==4.32.5"]);
  }
}

/** The time includes an installation with pip, beside other tests. */
const minutes = 10;

test(
  "schemathesis finds no undocumented response",
  { timeout: minutes * 60_000 },
  async ({ skip }) => {
    await haveSchemathesis().catch((error: Error) => {
      skip(`schemathesis is not available here: ${error.message.split("\n")[0]}`);
    });
    const args = [
      ["run", path.join(root, "openapi/openapi.json"), "--url", shop.url],
      ["--header", `X-Api-Key: ${shop.api_key}`, "--seed", String(seed)],
      ["--phases", "examples,coverage,fuzzing", "--max-examples", "30", "--no-shrink"],
      // The checkout's 303 leads to a page, which is not part of the document.
      ["--max-redirects", "0", "--suppress-health-check", "all", "--continue-on-failure"],
    ].flat();
    const env = {
      ...process.env,
      SCHEMATHESIS_HOOKS: path.join(import.meta.dirname, "schemathesis-hooks.py"),
      NO_COLOR: "1",
    };
    const { stdout, code } = await run(program, args, {
      cwd: folder,
      env,
      maxBuffer: 2 ** 26,
    }).then(
      ({ stdout: text }) => ({ stdout: text, code: 0 }),
      (error: Error & { stdout?: string; code?: number }) => ({
        stdout: error.stdout ?? error.message,
        code: error.code ?? 1,
      }),
    );
    console.log(`schemathesis: TEST_SEED=${seed}\n${stdout.slice(stdout.indexOf("= SUMMARY"))}`);
    expect(code, stdout).toBe(0);
  },
);
