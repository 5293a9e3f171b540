import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildReleaseApp } from "./release-app.ts";

/** Runs with fakes of Java, Android's tools and the build. worker/android/ tests the build itself. */

let home: string;
let root: string;
let folder: string;
let environment: Record<string, string>;

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), "tepat-release-app-"));
  root = path.join(home, "root");
  folder = path.join(home, "release");
  await mkdir(folder);
  for (const program of ["java", "jar", "keytool"]) await install(`java/bin/${program}`, "");
  await install("java/bin/javac", "echo javac 21.0.1");
  for (const program of ["aapt", "zipalign", "apksigner"]) {
    await install(`sdk/build-tools/36.0.0/${program}`, "");
  }
  environment = {
    PATH: process.env["PATH"] ?? "",
    JAVA_HOME: path.join(home, "java"),
    ANDROID_HOME: path.join(home, "sdk"),
  };
});
afterEach(() => rm(home, { recursive: true }));

async function install(file: string, script: string): Promise<void> {
  const whole = path.join(home, file);
  await mkdir(path.dirname(whole), { recursive: true });
  await writeFile(whole, `#!/bin/sh\n${script}\n`);
  await chmod(whole, 0o755);
}

async function buildThat(script: string): Promise<void> {
  await mkdir(path.join(root, "worker/android/scripts"), { recursive: true });
  await writeFile(path.join(root, "worker/android/scripts/build.ts"), script);
}

const build = () => buildReleaseApp({ root, folder, version: "9.9.9" }, environment);

test("the app is built and is one of the release's files, with its version", async () => {
  await buildThat(`
    import { mkdirSync, writeFileSync } from "node:fs";
    mkdirSync("worker/android/build", { recursive: true });
    writeFileSync("worker/android/build/tepat-worker.apk", "the app");
  `);
  expect(build()).toBeNull();
  expect(await readdir(folder)).toEqual(["tepat-worker-9.9.9.apk"]);
  expect(await readFile(path.join(folder, "tepat-worker-9.9.9.apk"), "utf8")).toBe("the app");
});

test("without a JDK the release has no app, and names the missing program and its source", async () => {
  await install("java/bin/javac", "echo javac 1.8.0");
  expect(build()).toMatch(/^The release has no Android app\. .*apt-get install/);
  expect(await readdir(folder)).toEqual([]);
});

test("a failed build stops the release", async () => {
  await buildThat("process.exit(1);");
  expect(build).toThrow("Command failed");
  expect(await readdir(folder)).toEqual([]);
});
