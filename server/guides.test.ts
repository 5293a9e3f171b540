import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliEntry, settingsOf } from "./testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { freePort } from "./testing/free-port.ts";
import { blocksOf, brokenPromises, fileName, reasonNotToRun, scriptOf } from "./testing/guide.ts";
import { startServerProcess, type ServerProcess } from "./testing/server-process.ts";

/** Every command of docs/ is run as it stands there, against a real server with an empty database. */

const root = path.resolve(import.meta.dirname, "..");
const docs = path.join(root, "docs");
const guides = await Promise.all(
  (await readdir(docs))
    .filter((name) => name.endsWith(".md"))
    .map(async (name) => ({
      name,
      blocks: blocksOf(await readFile(path.join(docs, name), "utf8")),
    })),
);

/** Then bash is ended, and with it what it has started. */
const guideMilliseconds = 50_000;

/** Ports that the guides name, for servers of the reader's own. */
const portsOfGuides = ["3000", "8081", "8082", "8083"];

let database: TestDatabase;
let server: ServerProcess;
let programs: string;
let env: Record<string, string>;
const ports = new Map<string, number>();

beforeAll(async () => {
  database = await createTestDatabase();
  programs = await mkdtemp(path.join(tmpdir(), "tepat-guides-"));
  await writeProgram("npx", `shift; exec '${process.execPath}' '${cliEntry}' "$@"`);
  await writeProgram(
    "npm",
    `shift; exec '${process.execPath}' '${path.join(root, "server/main.ts")}' "\${@:2}"`,
  );
  const { PORT: _, ...settings } = settingsOf(database);
  server = await startServerProcess({
    ...settings,
    HOST: "127.0.0.1",
    WEBHOOK_ALLOW_PRIVATE: "true",
    LOG_LEVEL: "error",
  });
  env = {
    PATH: [programs, path.dirname(process.execPath), process.env["PATH"]].join(":"),
    ...settings,
    HOST: "127.0.0.1",
    PORT: new URL(server.url).port,
    WEBHOOK_ALLOW_PRIVATE: "true",
    TRANSPORT: "node",
  };
  for (const port of portsOfGuides) ports.set(port, await freePort());
}, 60_000);
afterAll(async () => {
  await server.kill();
  await rm(programs, { recursive: true });
  await database.drop();
});

async function writeProgram(name: string, commands: string): Promise<void> {
  const file = path.join(programs, name);
  await writeFile(file, `#!/bin/bash\n${commands}\n`);
  await chmod(file, 0o755);
}

const withFreePorts = (text: string) =>
  text.replaceAll(/\b(3000|808[1-3])\b/g, (port) => String(ports.get(port)));

test("every block of commands is run, or says why it is not", () => {
  const notRun = guides.flatMap(({ name, blocks }) =>
    blocks.flatMap((block) => {
      const reason = reasonNotToRun(block);
      return reason === undefined ? [] : [`${name}:${block.line} ${reason}`];
    }),
  );
  console.log(`not run:\n${notRun.join("\n")}`);
  const languages = new Set(guides.flatMap(({ blocks }) => blocks.map(({ language }) => language)));
  expect(languages).not.toContain("");
  for (const alias of ["bash", "shell", "console", "zsh"]) expect(languages).not.toContain(alias);
});

const runnable = guides.filter(({ blocks }) =>
  blocks.some((block) => block.language === "sh" && !reasonNotToRun(block)),
);

describe.concurrent("the commands of", () => {
  test.each(runnable)(
    "docs/$name do what it says",
    { timeout: guideMilliseconds + 10_000 },
    async ({ blocks }) => {
      const folder = await mkdtemp(path.join(tmpdir(), "tepat-guide-"));
      try {
        await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
        for (const block of blocks) {
          const name = fileName(block);
          if (name === undefined) continue;
          await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
          await writeFile(path.join(folder, name), withFreePorts(block.text));
        }
        const { code, output } = await run(withFreePorts(scriptOf(blocks)), folder);
        expect(code, output).toBe(0);
        expect(brokenPromises(blocks, output)).toEqual([]);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );
});

function run(script: string, cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      "bash",
      ["-c", `exec 2>&1\n${script}`],
      { cwd, env, timeout: guideMilliseconds },
      (error, stdout) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout });
      },
    );
  });
}
