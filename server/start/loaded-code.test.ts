import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Libraries for work that most processes do late or never. The first piece of that work loads its library. */
const later = new Set([
  "@e965/xlsx",
  "highlight.js",
  "htmlparser2",
  "hucre",
  "imapflow",
  "libmime",
  "mailauth",
  "markdown-it",
  "node-pg-migrate",
  "nodemailer",
  "pg-boss",
  "smtp-server",
  "undici",
  "web-push",
]);

const program = `
  const { registerHooks } = await import("node:module");
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
      if (name !== undefined) loaded.add(name);
      return next(url, context);
    },
  });
  await import(process.argv[1]);
  console.log(JSON.stringify([...loaded]));
  process.exit(0);
`;

test("a start loads no library that only later work needs", async () => {
  const server = path.join(import.meta.dirname, "../server.ts");
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", program, server],
    { env: { ...process.env, NODE_OPTIONS: "" } },
  );
  const loaded = JSON.parse(stdout) as string[];
  expect(loaded).toContain("zod");
  expect(loaded.filter((name) => later.has(name))).toEqual([]);
});
