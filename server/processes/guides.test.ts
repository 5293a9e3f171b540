import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import {
  chmod,
  glob,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliEntry } from "../testing/cli-process.ts";
import { freePort } from "../testing/free-port.ts";
import { blocksOf, brokenPromises, fileName, reasonNotToRun, scriptOf } from "../testing/guide.ts";
import { isRunOfAll } from "../testing/run-size.ts";
import { startServerProcess, type ServerProcess } from "../testing/server-process.ts";

/** Runs every command of README.md and docs/ as written, against a real server with an empty database. */

const root = path.resolve(import.meta.dirname, "../..");
const serverEntry = path.join(root, "server/main.mjs");
const pages = (await readdir(path.join(root, "docs"))).filter((name) => name.endsWith(".md"));
const guides = await Promise.all(
  ["README.md", ...pages.map((name) => `docs/${name}`)].map(async (name) => {
    const text = await readFile(path.join(root, name), "utf8");
    return { name, text, blocks: blocksOf(text) };
  }),
);

/** After this time, bash and all its child processes are ended. */
const guideMilliseconds = 300_000;

let server: ServerProcess;
let folder: string;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tepat-guides-"));
  await chmod(folder, 0o755); // the embedded PostgreSQL can run as another user
  await writeProgram("npx", `shift; exec '${process.execPath}' '${cliEntry}' "$@"`);
  await writeProgram("npm", `shift; exec '${process.execPath}' '${serverEntry}' "\${@:2}"`);
  const settings = {
    PATH: [folder, path.dirname(process.execPath), process.env["PATH"]].join(":"),
    TEPAT_DATA_DIR: path.join(folder, "data"),
    TEPAT_SECRET: "the secret of the guides' tests, long enough",
    TEPAT_EMBEDDED: "1",
    TRANSPORT: "node",
  };
  server = await startServerProcess(settings);
  const { port } = new URL(server.url);
  env = { ...settings, PORT: port };
});
afterAll(async () => {
  await server.terminate();
  await rm(folder, { recursive: true });
});

async function writeProgram(name: string, commands: string): Promise<void> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/bash\n${commands}\n`);
  await chmod(file, 0o755);
}

/**
 * Returns a function that replaces the guides' ports. The guides' server listens on 8080, and a
 * guide's own servers on other ports.
 */
async function choosePorts(): Promise<(text: string) => string> {
  const ports = new Map([["8080", env["PORT"] ?? ""]]);
  for (const port of ["3000", "8081", "8082", "8083"]) ports.set(port, String(await freePort()));
  return (text) => text.replaceAll(/\b(3000|808[0-3])\b/g, (port) => ports.get(port) ?? port);
}

test("every block of commands runs, or states why not", () => {
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

test("every block of commands of other documents states why this test does not run it", async () => {
  const isGuide = (name: string) => guides.some((guide) => guide.name === name);
  const isInstalled = (name: string) => /^(node_modules|\.cache|artifacts|dist)$/.test(name);
  const found = glob("**/*.md", { cwd: root, exclude: (name) => isInstalled(path.basename(name)) });
  const silent: string[] = [];
  for await (const name of found) {
    if (isGuide(name)) continue;
    const blocks = blocksOf(await readFile(path.join(root, name), "utf8"));
    const commands = blocks.filter(({ language }) =>
      /^(sh|bash|shell|console|zsh)$/.test(language),
    );
    const others = commands.filter((block) => reasonNotToRun(block) === undefined);
    silent.push(...others.map(({ line }) => `${name}:${line}`));
  }
  expect(silent).toEqual([]);
});

test("every link leads to a file and to an existing heading or anchor", async () => {
  const links = guides.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)].map(([, file, heading]) => ({
      name,
      target: path.join(root, file ? path.join(path.dirname(name), file) : name),
      heading,
    })),
  );
  for (const { name, target, heading } of links) {
    expect(existsSync(target), `${name} links to ${target}`).toBe(true);
    if (heading === undefined) continue;
    const page = await readFile(target, "utf8");
    const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) => anchorOf(words));
    const anchors = [...page.matchAll(/<a (?:id|name)="([^"]+)">/g)].map(([, anchor]) => anchor);
    expect([...headings, ...anchors]).toContain(heading);
  }
});

test("the README has at most 150 lines and 10 kB", () => {
  const readme = guides.find(({ name }) => name === "README.md")?.text ?? "";
  expect(readme.trimEnd().split("\n").length).toBeGreaterThan(80);
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(10_000);
});

test("the page of settings names every setting of the server", async () => {
  const page = guides.find(({ name }) => name === "docs/settings.md")?.text ?? "";
  const config = await readFile(path.join(root, "server/start/config.ts"), "utf8");
  const read = [...config.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = ""]) => name);
  expect(read.length).toBeGreaterThan(20);
  for (const name of read) expect(page).toContain(`\`${name}\``);
});

/** Returns the same anchor as GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

const runnable = guides.filter(({ blocks }) =>
  blocks.some((block) => block.language === "sh" && !reasonNotToRun(block)),
);

/**
 * Returns whether a page is a translation. Its commands are the original's, with other words in
 * them.
 */
const isTranslation = (name: string) => name.endsWith(".id.md");

describe.concurrent("the commands of", () => {
  test.for(runnable)(
    "$name do what it says",
    { timeout: guideMilliseconds + 10_000 },
    async ({ name: guide, blocks }, { skip }) => {
      skip(isTranslation(guide) && !isRunOfAll, "npm test -- --all runs a translation's commands");
      const own = await mkdtemp(path.join(folder, "guide-"));
      await chmod(own, 0o755);
      const withFreePorts = await choosePorts();
      try {
        await symlink(path.join(root, "node_modules"), path.join(own, "node_modules"));
        for (const block of blocks) {
          const name = fileName(block);
          if (name === undefined) continue;
          await mkdir(path.dirname(path.join(own, name)), { recursive: true });
          await writeFile(path.join(own, name), withFreePorts(block.text));
        }
        const { code, output } = await run(withFreePorts(scriptOf(blocks)), own);
        expect(code, output).toBe(0);
        expect(brokenPromises(blocks, output)).toEqual([]);
      } finally {
        await rm(own, { recursive: true });
      }
    },
  );
});

function run(script: string, cwd: string): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(
      "bash",
      ["-c", `exec 2>&1\n${script}`],
      { cwd, env, timeout: guideMilliseconds },
      (error, stdout) => {
        resolve({ code: error === null ? 0 : (error.code ?? error.signal), output: stdout });
      },
    );
  });
}
