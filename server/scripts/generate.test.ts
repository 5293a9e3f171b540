import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { replaceSection } from "./error-table.ts";

const root = join(import.meta.dirname, "../..");
const run = promisify(execFile);
const generate = (...options: string[]) =>
  run(process.execPath, [join(import.meta.dirname, "generate.ts"), ...options]);

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

const lost = ["openapi/openapi.json", "sdk/src/generated/sdk.gen.ts", "server/db/schema.sql"];
/** An obsolete generated part of the SDK. */
const leftover = "sdk/src/generated/core/old.gen.ts";

const read = (folder: string, file: string) => readFile(join(folder, file), "utf8");

// Each run of the command takes three seconds, so the copy has all kinds of outdated files at once.
describe("in a copy with lost, outdated and obsolete files", () => {
  let copy: string;
  let outdated: string;
  let refusal: { code: number; stderr: string };

  beforeAll(async () => {
    copy = await copyOfGenerated();
    for (const file of lost) await rm(join(copy, file));
    await writeFile(join(copy, "openapi/internal.json"), "{}\n");
    const page = await read(copy, "docs/errors.md");
    outdated = page.replace("`internal_error`", "`internal_fault`");
    await writeFile(join(copy, "docs/errors.md"), outdated);
    await writeFile(join(copy, leftover), "export {};\n");
    refusal = await generate("--check", "--root", copy).then(
      () => ({ code: 0, stderr: "" }),
      (error: unknown) => error as typeof refusal,
    );
  });
  afterAll(() => rm(copy, { recursive: true }));

  test("a check names each and the command", () => {
    expect(refusal).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^Out of date: .*\. Run `npm run generate` and commit them\.\n$/,
      ),
    });
    const named = /^Out of date: (.*)\. Run/.exec(refusal.stderr)?.[1]?.split(", ").toSorted();
    const checked = lost.filter((file) => file !== "server/db/schema.sql"); // schema.test.ts compares it
    expect(named).toEqual(
      [...checked, leftover, "openapi/internal.json", "docs/errors.md"].toSorted(),
    );
  });

  test("a check writes nothing", async () => {
    expect(await read(copy, "openapi/internal.json")).toBe("{}\n");
    expect(await read(copy, "docs/errors.md")).toBe(outdated);
    for (const file of lost) expect(existsSync(join(copy, file))).toBe(false);
    expect(existsSync(join(copy, leftover))).toBe(true);
  });

  describe("generating", () => {
    beforeAll(() => generate("--root", copy));

    test.each([...lost, "openapi/internal.json", "docs/errors.md"])(
      "brings %s back, byte for byte",
      async (file) => {
        expect(await read(copy, file)).toBe(await read(root, file));
      },
    );

    // A step of npm test shows that --check accepts the committed files.
    test("removes obsolete files", () => {
      expect(existsSync(join(copy, leftover))).toBe(false);
    });
  });
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
