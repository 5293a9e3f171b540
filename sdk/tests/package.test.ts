import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { publint } from "publint";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { openShop, type Shop } from "../../contract-tests/support/shop.ts";

/**
 * Tests the package as a merchant installs it: packed as for publishing, in new projects, against the real service.
 */

const run = promisify(execFile);
const sdk = join(import.meta.dirname, "..");
const bin = (name: string) => join(sdk, "../node_modules/.bin", name);

let folder: string;
let tarball: string;
let shop: Shop;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tepat-package-"));
  await run(process.execPath, [join(sdk, "scripts/build.ts")]);
  const { stdout } = await run(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    { cwd: sdk },
  );
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  tarball = join(folder, packed.filename);
  shop = await openShop();
});
afterAll(() => rm(folder, { recursive: true }));

/** Creates a project that contains only the package. */
async function freshProject(
  name: string,
  files: Record<string, string>,
  manifest: object = {},
): Promise<string> {
  const project = join(folder, name);
  await mkdir(project);
  await writeFile(join(project, "package.json"), JSON.stringify({ private: true, ...manifest }));
  for (const [file, text] of Object.entries(files)) await writeFile(join(project, file), text);
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], { cwd: project });
  return project;
}

const useIt = (head: string) => `${head}
async function main() {
  const tepat = new Tepat({ apiKey: process.env.TEPAT_API_KEY, baseUrl: process.env.TEPAT_URL });
  const [account] = await tepat.accounts.list();
  const payment = await tepat.payments.create({
    account_id: account.account_id,
    payment_code: process.env.PAYMENT_CODE,
    payment_amount: 150000,
    payment_expired_at: new Date(Date.now() + 3600000).toISOString(),
    customer_name: "Siti Rahayu",
    customer_phone: "0812",
  });
  const error = await tepat.payments.get("unknown").catch((cause) => cause);
  const isTepatError = error instanceof TepatError;
  console.log(JSON.stringify({ status: payment.payment_status, name: error.name, code: error.code, isTepatError }));
}
main();
`;

async function output(
  project: string,
  file: string,
  [program, ...args]: readonly [string, ...string[]] = [process.execPath],
): Promise<unknown> {
  const { stdout } = await run(program, [...args, file], {
    cwd: project,
    env: {
      PATH: process.env["PATH"],
      TEPAT_API_KEY: shop.api_key,
      TEPAT_URL: inject("service").base_url,
      PAYMENT_CODE: `${basename(project)}/${file}`,
    },
  });
  return JSON.parse(stdout);
}

const expected = {
  status: "PENDING",
  name: "NotFoundError",
  code: "not_found",
  isTepatError: true,
};

describe("installed", () => {
  const imported = useIt('import { Tepat, TepatError } from "@tepat/sdk";');

  test("is imported by an ES module, and keeps its names when bundled and minified", async () => {
    const project = await freshProject("esm", { "main.mjs": imported });
    expect(await output(project, "main.mjs")).toEqual(expected);
    await build({
      absWorkingDir: project,
      entryPoints: ["main.mjs"],
      outfile: join(project, "bundle.mjs"),
      bundle: true,
      minify: true,
      format: "esm",
    });
    expect(await output(project, "bundle.mjs")).toEqual(expected);
  });

  test("is required by CommonJS", async () => {
    const required = useIt('const { Tepat, TepatError } = require("@tepat/sdk");');
    const project = await freshProject("cjs", { "main.cjs": required });
    expect(await output(project, "main.cjs")).toEqual(expected);
  });

  // Each runtime has 100 MB, so they are not installed with everything else: npm install --global
  // deno bun.
  describe.each([
    ["Deno", ["deno", "run", "--allow-net", "--allow-env"]],
    ["Bun", ["bun", "run"]],
  ] as const)("on a machine that has %s", (name, command) => {
    const isThere = spawnSync(command[0], ["--version"]).status === 0;

    test.skipIf(!isThere)(`is imported by ${name}`, async () => {
      const project = await freshProject(name, { "main.mjs": imported });
      expect(await output(project, "main.mjs", command)).toEqual(expected);
    });
  });

  const typed = `import { Tepat, TepatError, type Payment, type WebhookEvent } from "@tepat/sdk";
import { fakeTepat } from "@tepat/sdk/testing";
export const answer = async () => (await fakeTepat().fetch("http://tepat.test/gateway/accounts")).status;
const tepat = new Tepat({ apiKey: "pgk_test", baseUrl: "http://localhost:8080" });
export const payment: Promise<Payment> = tepat.payments.get("INV-1");
export async function walk(): Promise<number> {
  let total = 0;
  for await (const each of tepat.payments.list()) total += each.payment_total;
  return total;
}
export function isConflict(error: unknown): boolean {
  return error instanceof TepatError && error.code === "payment_code_conflict";
}
// @ts-expect-error: codes are those of the contract.
export const isTypo = (error: TepatError): boolean => error.code === "payment_code_conflit";
// @ts-expect-error: an amount is a number.
void tepat.payments.create({ payment_amount: "150000" });
void tepat.payments.create({
  account_id: "",
  payment_code: "INV-1",
  payment_amount: 150_000,
  payment_expired_at: "",
  customer_name: "Siti",
  customer_phone: "0812",
  // @ts-expect-error: the contract has no such field.
  webhook_url: "https://shop.example/webhook",
});
void tepat.payments.create({
  account_id: "",
  payment_code: "INV-1",
  payment_amount: 150_000,
  payment_expired_at: "",
  customer_name: "Siti",
  customer_email: "siti@shop.example",
  // @ts-expect-error: nor this one of an item.
  customer_orders: [{ name: "Kopi", price: 1, quantity: 1, subtotal: 1, weight: 1 }],
});
const customer = { account_id: "", payment_code: "INV-1", payment_amount: 1, payment_expired_at: "", customer_name: "Siti" };
// @ts-expect-error: a person must be reachable.
void tepat.payments.create(customer);
// @ts-expect-error: null is no address.
void tepat.payments.create({ ...customer, customer_email: null });
void tepat.payments.create({ ...customer, customer_email: null, customer_phone: "0812" });
void tepat.payments.getOrCreate({ ...customer, customer_email: "siti@shop.example" });
export const statusOf = (event: WebhookEvent): "PAID" | undefined =>
  event.type === "payment.paid" ? event.data.payment_status : undefined;
export const requestId = async (): Promise<string | undefined> =>
  (await tepat.payments.get("INV-1")).lastResponse.requestId;
// @ts-expect-error: there is no such event.
tepat.on("answer", () => {});
// @ts-expect-error: a status is one of four.
void tepat.payments.list({ status: "paid" });
`;

  test.each([
    ["nodenext as an ES module", "module", "nodenext", "nodenext", ["es2022", "dom"]],
    ["nodenext as CommonJS", "commonjs", "nodenext", "nodenext", ["es2022", "dom"]],
    ["a bundler's resolution", "module", "esnext", "bundler", ["es2022", "dom"]],
    ["neither DOM nor @types-node", "module", "nodenext", "nodenext", ["es2022"]],
  ])("has valid types with %s", async (title, type, module, moduleResolution, lib) => {
    const compilerOptions = {
      module,
      moduleResolution,
      target: "es2022",
      lib,
      types: [],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
    };
    const tsconfig = JSON.stringify({ compilerOptions, files: ["main.ts"] });
    const files = { "main.ts": typed, "tsconfig.json": tsconfig };
    const project = await freshProject(title, files, { type });
    for (const compiler of [bin("tsc"), join(sdk, "node_modules/typescript/bin/tsc")]) {
      await run(process.execPath, [compiler, "-p", project]).catch((error: { stdout: string }) => {
        throw new Error(error.stdout, { cause: error });
      });
    }
  });
});

describe("the package", () => {
  test("passes publint and attw", async () => {
    const { messages } = await publint({ pkgDir: sdk, strict: true });
    expect(messages).toEqual([]);
    // node10 does not support exports. There, only the main entry is found.
    await run(process.execPath, [bin("attw"), tarball, "--profile", "node16"]);
  });

  test("has a reference without gaps: every type that the API names is exported", async () => {
    await run(process.execPath, [join(sdk, "node_modules/typedoc/bin/typedoc"), "--emit", "none"], {
      cwd: sdk,
    });
  });

  test("names no type of its generator, and links each type to its source", async () => {
    const dist = join(sdk, "dist");
    const files = (await readdir(dist, { recursive: true })).filter((file) =>
      file.endsWith(".d.ts"),
    );
    expect(files.length).toBeGreaterThan(20);
    const packed = (await run("tar", ["-tf", tarball])).stdout.split("\n");
    for (const file of files) {
      const text = await readFile(join(dist, file), "utf8");
      expect(text, file).not.toMatch(
        /hey-?api|\w+(Data|Errors|Responses)\b(?=\[|;| =)|ClientOptions/i,
      );
      const map = JSON.parse(await readFile(join(dist, `${file}.map`), "utf8")) as {
        sources: [string];
      };
      const source = relative(sdk, join(dist, dirname(file), map.sources[0]));
      expect(packed, file).toContain(`package/${source}`);
    }
  });

  test("needs no other package, and declares this", async () => {
    const manifest = JSON.parse(await readFile(join(sdk, "package.json"), "utf8")) as object;
    expect(manifest).not.toHaveProperty("dependencies");
    expect(manifest).toMatchObject({ sideEffects: false, engines: { node: ">=20" } });
  });

  async function gzipBytes(source: string): Promise<number> {
    const { outputFiles } = await build({
      stdin: { contents: source, resolveDir: sdk },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
    });
    return gzipSync(outputFiles[0]?.contents ?? "").length;
  }

  test("is at most 12.6 kB, and a third of it for webhooks alone", async () => {
    const index = "./dist/esm/index.js";
    const whole = await gzipBytes(`export * from "${index}";`);
    const webhooks = await gzipBytes(`export { unwrapWebhook } from "${index}";`);
    console.log(`gzip: ${whole} bytes, webhooks alone ${webhooks}`);
    expect(whole).toBeLessThanOrEqual(12_600);
    expect(webhooks).toBeLessThanOrEqual(whole / 3);
  });

  test("packed is at most 160 kB, with the sources of its types", async () => {
    expect((await stat(tarball)).size).toBeLessThanOrEqual(160 * 1024);
  });
});
