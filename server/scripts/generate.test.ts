import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { replaceSection } from "./error-table.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const generate = (...options: string[]) =>
  run(process.execPath, [join(import.meta.dirname, "generate.ts"), ...options]);

let copy: string;

beforeEach(async () => {
  copy = await copyOfGenerated();
});

async function copyOfGenerated(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tepat-generate-"));
  for (const generated of [
    "openapi",
    "sdk/src/generated",
    "dashboard-web/src/base/generated",
    "web-shared/src/bank-marks.gen.ts",
    "web-shared/src/icons.gen.ts",
    "plugins/n8n/nodes/Tepat/payment-statuses.gen.ts",
    "sdk/README.md",
    "server/db/migrations",
    "server/db/functions",
    "server/db/schema.sql",
    "docs/errors.md",
    "docs/events.md",
    "docs/languages.md",
    "docs/programs",
    "docs/observability.md",
  ]) {
    await cp(join(root, generated), join(folder, generated), { recursive: true });
  }
  return folder;
}

afterEach(() => rm(copy, { recursive: true }));

test("the committed files are up to date", async () => {
  await expect(generate("--check")).resolves.toMatchObject({ stdout: /up to date/ });
});

test("a check names the outdated files and the command, and writes nothing", async () => {
  await writeFile(join(copy, "openapi/internal.json"), "{}\n");
  const page = await readFile(join(copy, "docs/errors.md"), "utf8");
  const outdated = page.replace("`internal_error`", "`internal_fault`");
  await writeFile(join(copy, "docs/errors.md"), outdated);

  await expect(generate("--check", "--root", copy)).rejects.toMatchObject({
    code: 1,
    stderr:
      "Out of date: openapi/internal.json, docs/errors.md. Run `npm run generate` and commit them.\n",
  });
  expect(await readFile(join(copy, "openapi/internal.json"), "utf8")).toBe("{}\n");
  expect(await readFile(join(copy, "docs/errors.md"), "utf8")).toBe(outdated);
});

describe("generating", () => {
  const lost = ["openapi/openapi.json", "sdk/src/generated/sdk.gen.ts", "server/db/schema.sql"];
  let mended: string;
  beforeAll(async () => {
    mended = await copyOfGenerated();
    for (const file of lost) await rm(join(mended, file));
    await generate("--root", mended);
  });
  afterAll(() => rm(mended, { recursive: true }));

  test.each(lost)("brings %s back, byte for byte", async (file) => {
    const read = (folder: string) => readFile(join(folder, file), "utf8");
    expect(await read(mended)).toBe(await read(root));
  });
});

test("an obsolete generated part of the SDK is drift, and generating removes it", async () => {
  const leftover = "sdk/src/generated/core/old.gen.ts";
  await writeFile(join(copy, leftover), "export {};\n");
  await expect(generate("--check", "--root", copy)).rejects.toMatchObject({
    stderr: expect.stringContaining(`Out of date: ${leftover}.`),
  });
  await generate("--root", copy);
  await expect(generate("--check", "--root", copy)).resolves.toBeDefined();
});

test("a section is replaced between its markers and nowhere else", () => {
  const text = "a\n<!-- errors:begin (generated) -->\nold\n<!-- errors:end -->\nz\n";
  expect(replaceSection(text, "errors", "new")).toBe(
    "a\n<!-- errors:begin (generated) -->\n\nnew\n\n<!-- errors:end -->\nz\n",
  );
});

test.each([
  ["no markers", "a"],
  ["no end", "<!-- errors:begin (generated) -->"],
  ["the end before the beginning", "<!-- errors:end --><!-- errors:begin (generated) -->"],
  ["two sections", "<!-- errors:begin (generated) --><!-- errors:end -->".repeat(2)],
])("a text with %s is refused", (_case, text) => {
  expect(() => replaceSection(text, "errors", "new")).toThrow(/needs one <!-- errors:begin/);
});
