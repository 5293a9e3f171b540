import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { bundlePrograms } from "../release/program-bundle.ts";
import { withSources } from "./source-positions.ts";

const source = `// The bundle has no comments.
export interface Payment {
  amount: number;
}

export function pay({ amount }: Payment): void {
  throw new Error(\`not \${amount}\`);
}
`;

const program = `import { pay } from "./shop/pay.ts";
try { pay({ amount: 1 }); } catch (error) { console.log(JSON.stringify({ stack: error.stack })); }`;

/** Returns the program's folder, and the line that it writes. */
async function failingBundle(): Promise<{ folder: string; line: string }> {
  const root = await mkdtemp(path.join(tmpdir(), "tepat positions "));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(path.join(root, "server/shop"), { recursive: true });
  await writeFile(path.join(root, "server/shop/pay.ts"), source);
  await writeFile(path.join(root, "server/main.mjs"), program);
  const folder = path.join(root, "made");
  await bundlePrograms({ root, folder, programs: ["server/main.mjs"], placeOf: (name) => name });
  const main = path.join(folder, "server/main.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [main]);
  return { folder: path.join(folder, "server"), line: stdout };
}

test("an error of a bundle names its source", async () => {
  const { folder, line } = await failingBundle();
  expect(line).not.toContain("pay.ts");
  const { stack } = JSON.parse(withSources(line, folder)) as { stack: string };
  expect(stack).toMatch(/^Error: not 1\n +at pay \(server\/shop\/pay\.ts:7:9\)\n/);
  expect(stack).toContain("server/main.mjs:2:7");
});

test("a text that names a file elsewhere stays as it is", async () => {
  const { folder, line } = await failingBundle();
  expect(withSources(line, path.join(folder, "other"))).toBe(line);
  const missing = path.join(folder, "missing.mjs:1:1");
  const strange = `file:///%00.mjs:1:1 file:///%zz.mjs:1:1 a.mjs:9:9 file://${missing}`;
  expect(withSources(strange, folder)).toBe(strange);
});

const patienceMilliseconds = 30_000;

test(
  "a long text of addresses does not stop the server",
  () => {
    for (const part of ["file:///", "file:///a.mjs:1:", "file:///a.mjs"]) {
      const long = `${part.repeat(60_000)} .mjs:`;
      expect(withSources(long) === long).toBe(true);
    }
  },
  patienceMilliseconds,
);
