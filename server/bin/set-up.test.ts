import { execFile, execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";

/**
 * Runs the entry points in a repository of the test. Fake programs build its pages and bundle, and only count.
 */

let root: string;

const file = (name: string) => path.join(root, name);
const write = async (name: string, text: string) => {
  await mkdir(path.dirname(file(name)), { recursive: true });
  await writeFile(file(name), text);
};

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "tepat-set-up-"));
  await cp(import.meta.dirname, file("server/bin"), { recursive: true });
  await write("package.json", '{"type": "module"}');
  await write("package-lock.json", '{"packages": {}}');
  await write("server/main.mjs", 'console.log("started");');
  await write("server/cli/main.mjs", 'console.log("done");');
  await write("dashboard-web/index.html", "<!doctype html>");
  await write("checkout-web/vite.config.ts", "export default {};");
  for (const folder of ["src", "scripts"]) {
    await write(`web-shared/${folder}/shared.ts`, "export const version = 1;");
  }
  for (const web of ["checkout-web", "dashboard-web"]) {
    await write(`${web}/src/page.ts`, "export const version = 1;");
    await write(`${web}/scripts/build.ts`, countingBuild);
  }
  await write("server/release/start-bundle.ts", countingBundle);
});
afterEach(() => rm(root, { recursive: true }));

const countingBuild = `import { appendFileSync, mkdirSync } from "node:fs";
  appendFileSync("../.cache/order.txt", "begin ");
  await new Promise((resolve) => setTimeout(resolve, 300));
  mkdirSync("dist", { recursive: true });
  appendFileSync("dist/builds.txt", "built\\n");
  appendFileSync("../.cache/order.txt", "end ");`;

const countingBundle = `import { appendFileSync, copyFileSync, mkdirSync, statSync, writeFileSync } from "node:fs";
  import { fingerprint } from "../bin/fingerprint.mjs";
  const names = ["server/main.mjs", "package-lock.json"];
  const sources = Object.fromEntries(names.map((name) => [name, fingerprint(".", [name])]));
  mkdirSync(".cache/program/made/server", { recursive: true });
  appendFileSync(".cache/bundles.txt", "bundled\\n");
  copyFileSync("server/main.mjs", ".cache/program/made/server/main.mjs");
  const outputs = { "server/main.mjs": statSync("server/main.mjs").size };
  writeFileSync(".cache/program/contents.json", JSON.stringify({ folder: "made", sources, outputs }));`;
const bundled = ".cache/program/made/server/main.mjs";

const bundles = async () => (await readFile(file(".cache/bundles.txt"), "utf8")).length / 8;

function missingPatches(folder = root): unknown {
  const script = `import { missingPatches } from "./server/bin/patches.mjs";
    console.log(JSON.stringify(missingPatches(process.argv[1])));`;
  const args = ["--input-type=module", "--eval", script, folder];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" }));
}

const applyPatches = () =>
  execFileSync(process.execPath, [file("server/bin/apply-patches.mjs")], {
    encoding: "utf8",
    stdio: "pipe",
  });

/** Returns an environment in which npm is this line of a shell script. It also knows a registry. */
async function fakeNpm(line: string): Promise<Record<string, string>> {
  const registry = '[ "$1" = config ] && { echo http://127.0.0.1:1/; exit; }';
  await write("fake/npm", `#!/bin/sh\n${registry}\n${line}\n`);
  await chmod(file("fake/npm"), 0o755);
  return { PATH: `${file("fake")}:${process.env["PATH"]}` };
}

const run = (
  entry: string,
  env: Record<string, string> = {},
  limits: readonly string[] = [],
): Promise<{ code: unknown; stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } };
    const [program, ...args] = [...limits, process.execPath, file(`server/bin/${entry}.mjs`)];
    execFile(program, args, options, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, stdout, stderr });
    });
  });

const builds = async (web = "checkout-web") =>
  (await readFile(file(`${web}/dist/builds.txt`), "utf8")).length / 6;

const started = { code: 0, stdout: "started\n", stderr: "" };
const waiting =
  /^(?:Another start of Tepat \(process \d+\) prepares the same files: waiting for it …\n)?$/;
const startedAfterAnother = { ...started, stderr: expect.stringMatching(waiting) };
const bothStarted = [startedAfterAnother, startedAfterAnother];

/** Runs a module's text in the starting process, before its entry point. */
const before = (text: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`import fs from "node:fs"; import os from "node:os";
    if (process.argv[1].endsWith("start.mjs")) { ${text} }`)}`,
});

test("an outdated Node.js is reported before the install, with a way to get a newer one", async () => {
  const version = 'Object.defineProperty(process, "versions", { value: { node: "18.20.4" } })';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(version)}` };
  for (const entry of ["start", "tepat", "gateway"]) {
    const { code, stdout, stderr } = await run(entry, env);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^Tepat starts with Node.js 20 or newer, but this is Node\.js 18\.20\.4\. /,
    );
  }
  await expect(builds()).rejects.toMatchObject({ code: "ENOENT" });
});

test("two first starts at once build the page once", async () => {
  expect(await Promise.all([run("start"), run("start")])).toEqual(bothStarted);
  expect(await builds()).toBe(1);
  expect(await builds("dashboard-web")).toBe(1);
});

test("a later start builds the page only after a change of its sources or the packages", async () => {
  await run("start");
  expect(await run("start")).toEqual(started);
  expect(await builds()).toBe(1);
  await write("checkout-web/src/page.ts", "export const version = 2;");
  await run("start");
  expect(await builds()).toBe(2);
  await write("package-lock.json", '{"packages": {}, "name": "tepat"}');
  await run("start");
  await run("start");
  expect(await builds()).toBe(3);
});

test("a start rebuilds only pages with changed sources, or both after a change of shared ones", async () => {
  await run("start");
  await write("dashboard-web/index.html", "<!doctype html><p>");
  await run("start");
  expect([await builds(), await builds("dashboard-web")]).toEqual([1, 2]);
  await write("checkout-web/src/page.ts", "export const version = 2;");
  await run("start");
  expect([await builds(), await builds("dashboard-web")]).toEqual([2, 2]);
  await write("web-shared/src/shared.ts", "export const version = 2;");
  await run("start");
  expect([await builds(), await builds("dashboard-web")]).toEqual([3, 3]);
  await write("web-shared/scripts/shared.ts", "export const version = 2;");
  await run("start");
  expect([await builds(), await builds("dashboard-web")]).toEqual([4, 4]);
});

test("a start continues without the page, and tries again the next time", async () => {
  const build = await readFile(file("checkout-web/scripts/build.ts"), "utf8");
  await write("checkout-web/scripts/build.ts", 'throw new Error("no room on the disk");');
  const { code, stdout, stderr } = await run("start");
  expect([code, stdout]).toEqual([0, "started\n"]);
  expect(stderr).toContain("no room on the disk");
  expect(stderr).toContain("The checkout page could not be built");
  await write("checkout-web/scripts/build.ts", build);
  expect(await run("start")).toEqual(started);
  expect(await builds()).toBe(1);
});

test("the server runs from a bundle, which is made once, and again after a change of a source or the packages", async () => {
  expect(await Promise.all([run("start"), run("start")])).toEqual(bothStarted);
  expect(await run("start")).toEqual(started);
  expect(await bundles()).toBe(1);
  await write("server/main.mjs", "console.log(import.meta.filename);");
  const { stdout } = await run("start");
  expect(stdout.trim()).toBe(file(bundled));
  expect(await bundles()).toBe(2);
  await write("package-lock.json", '{"packages": {}, "name": "tepat"}');
  await run("start");
  expect(await bundles()).toBe(3);
});

test("a server that cannot be bundled runs from its sources, and the next start tries again", async () => {
  const script = await readFile(file("server/release/start-bundle.ts"), "utf8");
  await write("server/main.mjs", "console.log(import.meta.filename);");
  await write("server/release/start-bundle.ts", 'throw new Error("no room on the disk");');
  const { code, stdout, stderr } = await run("start");
  expect([code, stdout.trim()]).toEqual([0, file("server/main.mjs")]);
  expect(stderr).toContain("no room on the disk");
  expect(stderr).toContain("The server could not be bundled");
  await write("server/release/start-bundle.ts", script);
  expect((await run("start")).stdout.trim()).toBe(file(bundled));
});

test("a bundle that lost a file, or the content of one, is made again", async () => {
  await run("start");
  await rm(file(bundled));
  expect(await run("start")).toEqual(started);
  await write(bundled, "");
  expect(await run("start")).toEqual(started);
  expect(await bundles()).toBe(3);
});

test("a server with a source that changes while it is bundled runs from its sources", async () => {
  const script = await readFile(file("server/release/start-bundle.ts"), "utf8");
  const change = 'writeFileSync("server/main.mjs", "console.log(import.meta.filename);");';
  await write("server/release/start-bundle.ts", script + change);
  const { stdout, stderr } = await run("start");
  expect(stdout.trim()).toBe(file("server/main.mjs"));
  expect(stderr).toContain("A source was changed while the server was bundled");
  expect((await run("start")).stdout.trim()).toBe(file(bundled));
});

test("a user who cannot write to the folder runs the sources", async () => {
  await run("start");
  await write("server/main.mjs", "console.log(import.meta.filename);");
  await write("checkout-web/src/page.ts", "export const version = 2;");
  // Root may write everywhere, except without this capability.
  const limits = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-dac_override"] : [];
  for (const name of ["", ".cache"]) await chmod(file(name), 0o555);
  const { code, stdout, stderr } = await run("start", {}, limits);
  for (const name of ["", ".cache"]) await chmod(file(name), 0o755);
  expect([code, stdout.trim()]).toEqual([0, file("server/main.mjs")]);
  expect(stderr).toContain(
    "Tepat runs from its sources, which takes more memory, because its user cannot write",
  );
  expect(stderr).toContain("Tepat serves the checkout page as it was built before");
  expect(stderr).not.toContain("    at ");
});

test("a small machine builds one after the other", async () => {
  expect(await run("start", before("os.freemem = () => 5e8;"))).toEqual(started);
  expect(await readFile(file(".cache/order.txt"), "utf8")).toBe("begin end begin end ");
});

describe("the lock of a start that was killed", () => {
  const lock = ".cache/bundling.pid";

  test("does not stop the next start with the same number, as in a container", async () => {
    const leave = `fs.mkdirSync("${file(".cache")}", { recursive: true });
      fs.writeFileSync("${file(lock)}", String(process.pid));`;
    expect(await run("start", before(leave))).toEqual(started);
  });

  test("does not stop the next start if another process has its number now", async () => {
    await write(lock, `${process.pid} 1`);
    expect(await run("start")).toEqual(started);
  });

  test("does not stop the next start if a power cut emptied it", async () => {
    await write(lock, "");
    expect(await run("start")).toEqual(started);
  });
});

describe("a signal", () => {
  const startAndHear = async (text: string) => {
    const child = spawn(process.execPath, [file("server/bin/start.mjs")]);
    const exit = once(child, "exit");
    for await (const chunk of child.stderr) if (String(chunk).includes(text)) break;
    return { child, exit };
  };

  test("ends a start that waits for another, which it names", async () => {
    await write(".cache/bundling.pid", String(process.pid));
    const { child, exit } = await startAndHear(`(process ${process.pid})`);
    child.kill("SIGTERM");
    expect(await exit).toEqual([null, "SIGTERM"]);
    expect(await readFile(file(".cache/bundling.pid"), "utf8")).toBe(String(process.pid));
  });

  test("ends the bundling with the start, and leaves no lock", async () => {
    const script = await readFile(file("server/release/start-bundle.ts"), "utf8");
    const endless = `console.log("bundling " + process.pid); setInterval(() => {}, 1e6);`;
    await write("server/release/start-bundle.ts", endless);
    const { child, exit } = await startAndHear("bundling ");
    child.kill("SIGTERM");
    expect(await exit).toEqual([null, "SIGTERM"]);
    await expect(readFile(file(".cache/bundling.pid"))).rejects.toThrow("ENOENT");
    await write("server/release/start-bundle.ts", script);
    expect(await run("start")).toEqual(started);
  });
});

describe("a patch of a package", () => {
  const patch = `diff --git a/node_modules/driver/index.js b/node_modules/driver/index.js
index 1b1cccd..5624abb 100644
--- a/node_modules/driver/index.js
+++ b/node_modules/driver/index.js
@@ -1,3 +1,4 @@
 one
-two
+zwei
+drei
 
@@ -7,2 +8,3 @@ function there() {
 seven
+acht
 nine
`;
  const untouched = "one\ntwo\n\nfour\nfive\nsix\nseven\nnine\n";
  const whole = "one\nzwei\ndrei\n\nfour\nfive\nsix\nseven\nacht\nnine\n";
  const half = "one\nzwei\ndrei\n\nfour\nfive\nsix\nseven\nnine\n";
  const driver = "node_modules/driver/index.js";
  beforeEach(() => write("patches/driver+1.0.0.patch", patch));

  test("is reported missing if its package is as published, half patched or absent, and otherwise not", async () => {
    expect(missingPatches()).toEqual(["driver+1.0.0.patch"]);
    for (const text of [untouched, half]) {
      await write(driver, text);
      expect(missingPatches()).toEqual(["driver+1.0.0.patch"]);
    }
    await write(driver, whole);
    expect(missingPatches()).toEqual([]);
  });

  test("is found under a later patch of the same lines, which alone is reported missing", async () => {
    await rm(file("patches/driver+1.0.0.patch"));
    await write("patches/driver+1.0.0+001+german.patch", patch);
    const [first = ""] = patch.split("@@ -7");
    const english = first.replace("-two\n+zwei\n+drei", " zwei\n-drei\n+three");
    await write("patches/driver+1.0.0+002+english.patch", english);
    await write(driver, whole.replace("drei", "three"));
    expect(missingPatches()).toEqual([]);
    await write(driver, whole);
    expect(missingPatches()).toEqual(["driver+1.0.0+002+english.patch"]);
    await write(driver, half.replace("drei", "three"));
    expect(missingPatches()).toEqual(["driver+1.0.0+001+german.patch"]);
  });

  test("is applied after earlier ones, where its line is, and only once", async () => {
    const later = `diff --git a/${driver} b/${driver}
--- a/${driver}
+++ b/${driver}
@@ -1,3 +1,3 @@
-one
+eins
 zwei
 drei
`;
    await rm(file("patches/driver+1.0.0.patch"));
    await write("patches/driver+1.0.0+001+german.patch", patch);
    await write("patches/driver+1.0.0+002+later.patch", later);
    // The lines before the second change occur twice.
    const twice = (text: string) => text.replace("four\nfive", "seven\nnine");
    await write(driver, twice(untouched));
    for (const _ of ["first", "again"]) {
      applyPatches();
      expect(await readFile(file(driver), "utf8")).toBe(twice(whole).replace("one", "eins"));
      expect(missingPatches()).toEqual([]);
    }
  });

  test("that does not fit its package is an error, and changes nothing", async () => {
    const other = untouched.replace("nine", "ten");
    await write(driver, other);
    expect(applyPatches).toThrow(/driver\+1\.0\.0\.patch does not fit line 8 of .*index\.js/);
    expect(await readFile(file(driver), "utf8")).toBe(other);
  });

  test("causes a reinstall at the next start if it is missing", async () => {
    const npm = await fakeNpm(`cp patched.js ${driver}`);
    await write("patched.js", whole);
    await write(driver, untouched);
    expect(await run("start", npm)).toEqual({
      ...started,
      stderr: expect.stringContaining("npm ci"),
    });
    expect(await run("start", npm)).toEqual(started);
  });

  test("stops the server from starting if npm ci did not apply it", async () => {
    const npm = await fakeNpm("true");
    await cp(path.join(import.meta.dirname, "../main.mjs"), file("server/main.mjs"));
    await write(driver, untouched);
    const { code, stdout, stderr } = await run("start", npm);
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(
      /lack driver\+1\.0\.0\.patch of the folder patches: run npm ci, with its scripts/,
    );
  });

  test("of this repository is applied", () => {
    expect(missingPatches(path.join(import.meta.dirname, "../.."))).toEqual([]);
  });
});

describe("the locked packages", () => {
  const locked = {
    "": {},
    "node_modules/driver": { version: "1.0.0", integrity: "sha512-driver" },
    "node_modules/elsewhere-s390x": { version: "1.0.0", integrity: "sha512-e", optional: true },
    "node_modules/vitest": { version: "1.0.0", integrity: "sha512-tester", dev: true },
  };
  const newer = { ...locked, "node_modules/driver": { version: "1.0.1", integrity: "sha512-new" } };
  const listed = (packages: typeof locked, ...names: (keyof typeof locked)[]) =>
    JSON.stringify({ packages: Object.fromEntries(names.map((name) => [name, packages[name]])) });
  /** Fakes an npm that installs the requested packages and records its arguments. */
  const npm = () =>
    fakeNpm(`echo "$1 $2 $3" >> calls.txt
      case "$*" in *--omit=dev*) list=running ;; *) list=all ;; esac
      mkdir -p node_modules && cp $list.json node_modules/.package-lock.json`);
  const calls = async () => (await readFile(file("calls.txt"), "utf8")).trim().split("\n");

  beforeEach(async () => {
    await write("package-lock.json", JSON.stringify({ packages: locked }));
    await write("running.json", listed(locked, "node_modules/driver"));
    await write("all.json", listed(locked, "node_modules/driver", "node_modules/vitest"));
    await write("server/scripts/test.ts", 'console.log("tested");');
  });

  test("are installed by a start as far as Tepat needs them, once, and the first test adds the others", async () => {
    const env = await npm();
    expect(await run("start", env)).toMatchObject({ code: 0, stdout: "started\n" });
    expect(await run("start", env)).toEqual(started);
    expect(await run("tepat", env)).toEqual({ code: 0, stdout: "done\n", stderr: "" });
    expect(await calls()).toEqual(["ci --omit=dev --include=optional"]);

    const first = await run("test", env);
    expect(first).toMatchObject({ code: 0, stdout: "tested\n" });
    expect(first.stderr).toContain("Adding the packages of tools and tests (once)");
    expect(await run("test", env)).toEqual({ code: 0, stdout: "tested\n", stderr: "" });
    expect(await run("start", env)).toEqual(started);
    // The command is not npm ci, which would remove the packages of a running gateway.
    expect((await calls()).slice(1)).toEqual(["install --no-save --include=dev"]);
  });

  test("are all installed at once by a first test", async () => {
    expect(await run("test", await npm())).toMatchObject({ code: 0, stdout: "tested\n" });
    expect(await calls()).toEqual(["ci --include=dev --include=optional"]);
  });

  test("are not those for tools when a start installs new versions and only tools need an old one", async () => {
    const env = await npm();
    await run("start", env);
    const other = newer["node_modules/driver"];
    const lock = {
      ...newer,
      "node_modules/driver": { ...newer["node_modules/driver"], dev: true },
      "node_modules/other": other,
    };
    await write("package-lock.json", JSON.stringify({ packages: lock }));
    await write("running.json", JSON.stringify({ packages: { "node_modules/other": other } }));
    expect(await run("start", env)).toMatchObject({ code: 0, stdout: "started\n" });
    expect((await calls()).at(-1)).toBe("ci --omit=dev --include=optional");
  });

  test("keep those for tools when a start installs new versions", async () => {
    const env = await npm();
    await run("test", env);
    await write("package-lock.json", JSON.stringify({ packages: newer }));
    await write("all.json", listed(newer, "node_modules/driver", "node_modules/vitest"));
    expect(await run("start", env)).toMatchObject({ code: 0, stdout: "started\n" });
    expect((await calls()).at(-1)).toBe("ci --include=dev --include=optional");
    expect(await run("test", env)).toEqual({ code: 0, stdout: "tested\n", stderr: "" });
  });

  test("are not reinstalled after a change of only Tepat's own version", async () => {
    const env = await npm();
    const driver = locked["node_modules/driver"];
    const released = (version: string) => ({
      packages: { ...locked, "": { version }, server: { version } },
    });
    const installed = { server: { version: "1.0.0" }, "node_modules/driver": driver };
    await write("running.json", JSON.stringify({ packages: installed }));
    for (const version of ["1.0.0", "1.1.0"]) {
      await write("package-lock.json", JSON.stringify(released(version)));
      expect(await run("start", env)).toMatchObject({ code: 0, stdout: "started\n" });
    }
    expect(await calls()).toHaveLength(1);
  });

  test("are installed before a start if one is missing or of another version", async () => {
    const env = await npm();
    await run("start", env);
    for (const list of [
      {},
      { "node_modules/driver": { version: "0.9.0", integrity: "sha512-d" } },
    ]) {
      await write("node_modules/.package-lock.json", JSON.stringify({ packages: list }));
      expect(await run("start", env)).toMatchObject({ code: 0, stdout: "started\n" });
      expect((await calls()).at(-1)).toBe("ci --omit=dev --include=optional");
    }
    expect(await calls()).toHaveLength(3);
  });
});

describe("a registry", () => {
  const names = ["driver", "@scope/driver", "@other/driver"];
  let packages: Record<string, unknown>;
  /** The archives, by the name of their package. */
  let archives: Map<string, Buffer>;

  beforeEach(async () => {
    archives = new Map();
    packages = {};
    for (const name of names) {
      await write("made/package/package.json", JSON.stringify({ name, version: "1.0.0" }));
      execFileSync("tar", ["czf", "made.tgz", "-C", "made", "package"], { cwd: root });
      const archive = await readFile(file("made.tgz"));
      archives.set(name, archive);
      const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
      const alias = name === "@other/driver";
      const entry = { ...(alias && { name }), version: "1.0.0", integrity };
      packages[`node_modules/${alias ? "other" : name}`] = entry;
    }
    const dependencies = {
      driver: "1.0.0",
      "@scope/driver": "1.0.0",
      other: "npm:@other/driver@1.0.0",
    };
    const manifest = { name: "shop", version: "1.0.0", dependencies };
    await write("package.json", JSON.stringify({ ...manifest, type: "module" }));
    const lock = { ...manifest, lockfileVersion: 3, packages: { "": manifest, ...packages } };
    await write("package-lock.json", JSON.stringify(lock));
  });

  /** Serves the archives at these places, and documents that name them. Records the requests. */
  async function serve(placeOf: (name: string) => string) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const url = decodeURIComponent(request.url ?? "").replace("/npm/", "");
      asked.push(url);
      const archived = names.find((name) => placeOf(name) === url);
      if (archived !== undefined) return void response.end(archives.get(archived));
      if (!names.includes(url)) return void response.writeHead(404).end();
      const dist = { tarball: `${address}/${placeOf(url)}` };
      const versions = { "1.0.0": { name: url, version: "1.0.0", dist } };
      response.end(JSON.stringify({ name: url, "dist-tags": { latest: "1.0.0" }, versions }));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm`;
    return { asked, env: { npm_config_registry: address, npm_config_cache: file("npm-cache") } };
  }

  const usual = (name: string) => `${name}/-/driver-1.0.0.tgz`;
  const install = async (env: Record<string, string>) => {
    const lock = await readFile(file("package-lock.json"), "utf8");
    const { code, stdout, stderr } = await run("start", env);
    expect([stderr, code, stdout]).toEqual([expect.any(String), 0, "started\n"]);
    for (const name of ["driver", "@scope/driver", "other"]) {
      await readFile(file(`node_modules/${name}/package.json`));
    }
    expect(await readFile(file("package-lock.json"), "utf8")).toBe(lock);
    return stderr;
  };

  test("is asked for the locked archives alone", async () => {
    const { asked, env } = await serve(usual);
    expect(await install(env)).not.toContain("npm error");
    expect(asked.toSorted()).toEqual(names.map(usual).toSorted());
  });

  test("that keeps its archives elsewhere is asked for the place", async () => {
    const elsewhere = (name: string) => `download/${name}/1.0.0`;
    const { asked, env } = await serve(elsewhere);
    await install(env);
    expect(asked).toEqual(expect.arrayContaining([...names, ...names.map(elsewhere)]));
  });
});

describe("a package that this machine never runs", () => {
  const platform = `${process.platform}-${process.arch}`;
  const own = `uws_${platform.replace("-", "_")}`;
  const packages = {
    [`node_modules/node-${platform}`]: { version: "24.0.0", integrity: "sha512-n", optional: true },
    "node_modules/typescript": { version: "7.0.0", integrity: "sha512-t", dev: true },
  };
  const unused = [
    `node_modules/node-${platform}/include/node.h`,
    `node_modules/node-${platform}/bin/node`,
    `node_modules/uWebSockets.js/${own}_115.node`,
    "node_modules/uWebSockets.js/uws_plan9_mips_137.node",
    "server/node_modules/highlight.js/styles/github.css",
  ];
  const used = [
    `node_modules/node-${platform}/LICENSE`,
    "node_modules/uWebSockets.js/uws.js",
    "server/node_modules/highlight.js/lib/core.js",
    `node_modules/uWebSockets.js/${own}_137.node`,
  ];
  const isThere = (name: string) =>
    readFile(file(name)).then(
      () => true,
      () => false,
    );
  /** Fakes an npm that installs these packages and records its arguments. */
  const npm = () => {
    const made = [...used, ...unused].map(
      (name) => `mkdir -p ${path.dirname(name)} && head -c 1000000 /dev/zero > ${name}`,
    );
    return fakeNpm(
      ["echo $* >> calls.txt", ...made, "cp list.json node_modules/.package-lock.json"].join("\n"),
    );
  };

  beforeEach(async () => {
    await write("package-lock.json", JSON.stringify({ packages: { "": {}, ...packages } }));
    await write("list.json", JSON.stringify({ packages }));
  });

  test("is removed after an install, reported in one line, and not fetched again", async () => {
    const env = await npm();
    const { code, stderr } = await run("start", env);
    expect(code).toBe(0);
    expect(stderr).toContain("Removed 5 MB of packages that never run here.\n");
    expect(await Promise.all(unused.map(isThere))).toEqual(unused.map(() => false));
    expect(await Promise.all(used.map(isThere))).toEqual(used.map(() => true));
    expect(await run("start", env)).toEqual(started);
    expect((await readFile(file("calls.txt"), "utf8")).trim().split("\n")).toHaveLength(1);
  });

  test("is reinstalled with the tools that need it, if an earlier version removed it", async () => {
    const env = await npm();
    await write("server/scripts/test.ts", 'console.log("tested");');
    await run("start", env);
    expect(await run("test", env)).toMatchObject({ code: 0, stdout: "tested\n" });
    const calls = (await readFile(file("calls.txt"), "utf8")).trim().split("\n");
    expect(calls.map((call) => call.split(" --include=dev")[0])[1]).toBe("install --no-save");
  });
});

test("the command line builds nothing", async () => {
  expect(await run("tepat")).toEqual({ code: 0, stdout: "done\n", stderr: "" });
  await expect(builds()).rejects.toThrow("ENOENT");
});
