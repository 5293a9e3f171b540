import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, symlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCompose } from "../testing/compose-file.ts";
import { versionProblem, wooCommerceFiles } from "./release-files.ts";

/** Runs in a clone, which represents the repository of the person who releases. */

const root = path.join(import.meta.dirname, "../..");
const run = promisify(execFile);
const unreleased = "## [Unreleased]\n";
let clone: string;
let oldJava: string;

beforeAll(async () => {
  clone = await mkdtemp(path.join(tmpdir(), "tepat-release-test-"));
  await run("git", ["clone", "--quiet", "--depth=1", `file://${root}`, clone]);
  symlinkSync(path.join(root, "node_modules"), path.join(clone, "node_modules"));
  // Right after a release, nothing is unreleased.
  const changelog = read("CHANGELOG.md").replace(
    unreleased,
    `${unreleased}\n### Fixed\n\n- A fault.\n`,
  );
  await writeFile(path.join(clone, "CHANGELOG.md"), changelog);
  const author = ["-c", "user.name=Tepat", "-c", "user.email=tepat@localhost"];
  await run("git", [...author, "commit", "--quiet", "--all", "--message=notes"], { cwd: clone });
  oldJava = await mkdtemp(path.join(tmpdir(), "tepat-old-java-"));
  await mkdir(path.join(oldJava, "bin"));
  const javac = path.join(oldJava, "bin/javac");
  await writeFile(javac, "#!/bin/sh\necho javac 1.8.0\n", { mode: 0o755 });
  // A fake registry that knows every image.
  const skopeo = `#!/bin/sh\n[ "$1" = inspect ] && echo ${digest}\n`;
  await writeFile(path.join(oldJava, "bin/skopeo"), skopeo, { mode: 0o755 });
});
afterAll(async () => {
  for (const folder of [clone, oldJava]) await rm(folder, { recursive: true });
});

const debianPackage = `tepat_99.0.0_${process.arch === "arm64" ? "arm64" : "amd64"}.deb`;

/** With Node.js and PostgreSQL. */
const mostInstalledBytes = 200_000_000;
const isStripped = ["dpkg-deb", "strip"].every(
  (name) => spawnSync(name, ["--version"]).status === 0,
);

/** Runs a release as on a machine whose JDK is too old for the app. The app has its own test. */
const release = (...args: string[]) =>
  run(process.execPath, [path.join(import.meta.dirname, "main.ts"), "--root", clone, ...args], {
    env: { ...process.env, JAVA_HOME: oldJava, PATH: `${oldJava}/bin:${process.env["PATH"]}` },
  });
const digest = `sha256:${"0a".repeat(32)}`;
const read = (file: string) => readFileSync(path.join(clone, file), "utf8");
const changed = async () =>
  (await run("git", ["status", "--porcelain", "-uno"], { cwd: clone })).stdout;

test.each([
  [[], "Name the version"],
  [["1.2"], "Name the version"],
  [["v1.2.3"], "Name the version"],
  [["0.0.1"], "0.0.1 does not follow"],
])("%j is refused", async (args, reason) => {
  await expect(release(...args)).rejects.toThrow(reason);
  expect(await changed()).toBe("");
});

test("a release without notes is refused", () => {
  const empty = (file: string) =>
    read(file).replace(/(?<=## \[Unreleased\]\n)[^]*?(?=^## )/m, "\n");
  expect(versionProblem("99.0.0", read)).toBeNull();
  expect(versionProblem("99.0.0", empty)).toContain("nothing to release");
});

test("uncommitted changes are refused", async () => {
  const licence = read("LICENSE");
  await writeFile(path.join(clone, "LICENSE"), "mine");
  await expect(release("99.0.0")).rejects.toThrow("uncommitted changes");
  await writeFile(path.join(clone, "LICENSE"), licence);
});

test("a release has its version everywhere, its date, its packages, its guides, its bill of materials and checksums", async () => {
  const { stdout } = await release("99.0.0", "--pin");
  expect(stdout).toContain("git tag -a v99.0.0");
  expect(stdout).toContain("The release has no Android app.");
  const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
  const packages = ["package.json", ...workspaces.map((folder) => `${folder}/package.json`)];
  for (const file of packages)
    expect(JSON.parse(read(file)), file).toMatchObject({ version: "99.0.0" });
  expect(read("sdk/src/version.ts")).toContain('"99.0.0"');
  for (const plugin of ["medusa", "vendure"]) {
    expect(JSON.parse(read(`plugins/${plugin}/package.json`))).toMatchObject({
      version: "99.0.0",
      dependencies: { "@tepat/sdk": "99.0.0" },
    });
  }
  const today = new Date().toISOString().slice(0, 10);
  expect(JSON.parse(read("sdk/jsr.json"))).toMatchObject({ version: "99.0.0" });
  for (const name of ["openapi", "internal"]) {
    const document: unknown = JSON.parse(read(`openapi/${name}.json`));
    expect(document).toMatchObject({ info: { version: "99.0.0" } });
  }
  for (const changelog of ["CHANGELOG.md", "sdk/CHANGELOG.md"])
    expect(read(changelog)).toMatch(
      new RegExp(`## \\[Unreleased\\]\n\n## \\[99.0.0\\] - ${today}\n\n(### |- |Nothing changed)`),
    );

  expect(read("Dockerfile")).toMatch(new RegExp(`^ARG BASE=node:\\S+@${digest}$`, "m"));
  const images = Object.values(readCompose(read("compose.yaml")).services).map(
    ({ image }) => image,
  );
  const official = images.filter((image) => !image.startsWith("tepat:"));
  expect(official).toHaveLength(3);
  expect(official.filter((image) => !image.endsWith(`@${digest}`))).toEqual([]);

  const folder = path.join(clone, "artifacts/release");
  expect(await readdir(folder)).toEqual([
    "SHA256SUMS",
    "n8n-nodes-tepat-99.0.0.tgz",
    "tepat-99.0.0.cdx.json",
    "tepat-cli-99.0.0.tgz",
    "tepat-for-woocommerce-99.0.0.zip",
    "tepat-gateway-99.0.0.tgz",
    "tepat-medusa-99.0.0.tgz",
    "tepat-sdk-99.0.0.tgz",
    "tepat-vendure-99.0.0.tgz",
    "tepat-worker-99.0.0.tgz",
    ...(spawnSync("dpkg-deb", ["--version"]).status === 0 ? [debianPackage] : []),
  ]);
  if (isStripped) {
    const script = `dpkg-deb --fsys-tarfile ${debianPackage} | wc -c`;
    const { stdout: bytes } = await run("sh", ["-c", script], { cwd: folder });
    expect(Number(bytes)).toBeLessThan(mostInstalledBytes);
  }
  const gateway = await run("tar", ["-tzf", path.join(folder, "tepat-gateway-99.0.0.tgz")]);
  for (const file of ["docs/README.md", "docs/README.id.md", "docs/pictures/checkout.webp"])
    expect(gateway.stdout.split("\n")).toContain(`package/${file}`);
  // A zip contains the names of its files unchanged.
  const zip = readFileSync(path.join(folder, "tepat-for-woocommerce-99.0.0.zip"), "latin1");
  for (const file of [...wooCommerceFiles, "languages/tepat-for-woocommerce-id_ID.mo"])
    expect(zip).toContain(`tepat-for-woocommerce/${file}`);
  expect(zip).not.toContain("tepat-for-woocommerce/tests");
  expect(read("plugins/woocommerce/readme.txt")).toContain("\nStable tag: 99.0.0\n");
  const bill = JSON.parse(read("artifacts/release/tepat-99.0.0.cdx.json")) as {
    bomFormat: string;
    components: { name: string }[];
  };
  expect(bill.bomFormat).toBe("CycloneDX");
  expect(bill.components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["postgres", "zod", "pino", "pg-boss"]),
  );
  for (const line of read("artifacts/release/SHA256SUMS").trim().split("\n")) {
    const [sum, name = ""] = line.split("  ");
    const content = readFileSync(path.join(folder, name));
    expect(createHash("sha256").update(content).digest("hex"), name).toBe(sum);
  }
  await expect(release("99.0.0")).rejects.toThrow("99.0.0 does not follow 99.0.0");
});
