import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { promisify } from "node:util";
import {
  appDirectory,
  cacheDirectory,
  compile,
  fetchJars,
  filesBelow,
  type Toolchain,
} from "../scripts/build.ts";

/**
 * Runs the app's classes and their tests on this machine's JVM, with Android's own framework classes
 * (Robolectric).
 */
export interface TestMachine {
  /** The folder. Delete it after use. */
  folder: string;
  /** Runs a class with a main method, by default on Android 14. */
  start(mainClass: string, args: readonly string[], options?: StartOptions): ChildProcess;
  /** Runs such a class with Android's own classes, without Robolectric's changes. */
  startUnchanged(mainClass: string, args: readonly string[]): ChildProcess;
}

interface StartOptions {
  properties?: Readonly<Record<string, string>>;
  /** The API level of the framework classes. */
  sdk?: number;
  /** The Java program. Default: the toolchain's. */
  java?: string | undefined;
}

/** The Android versions whose framework classes are in jars.json, by API level. */
export const androids = [
  { sdk: 26, android: "8.0", java: 17 },
  { sdk: 29, android: "10", java: 17 },
  { sdk: 31, android: "12", java: 17 },
  { sdk: 33, android: "13", java: 17 },
  { sdk: 34, android: "14", java: 17 },
  { sdk: 35, android: "15", java: 17 },
  { sdk: 36, android: "16", java: 21 },
] as const;

/** Returns a Java program of at least this version, or undefined. `TEPAT_NEWER_JAVA` can name a newer one. */
export function javaOf(toolchain: Toolchain, version: number): string | undefined {
  const programs = [toolchain.java, process.env["TEPAT_NEWER_JAVA"]];
  return programs.find((program) => program && versionOf(program) >= version);
}

function versionOf(program: string): number {
  const { stderr } = spawnSync(program, ["-version"], { encoding: "utf8" });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}

export async function prepareTests(toolchain: Toolchain): Promise<TestMachine> {
  const folder = await mkdtemp(join(tmpdir(), "tepat-android-tests-"));
  const jars = await fetchJars(toolchain, "test");
  const { resources, classes, framework } = await compile(toolchain, folder);
  const isFramework = (file: string) => basename(file).startsWith("android-all-instrumented");
  const libraries = jars.filter((file) => !isFramework(file));
  const tests = join(folder, "test-classes");
  await mkdir(join(tests, "com/android/tools"), { recursive: true });
  await writeFile(
    join(tests, "com/android/tools/test_config.properties"),
    `android_merged_manifest=${join(appDirectory, "AndroidManifest.xml")}\nandroid_resource_apk=${resources}\nandroid_custom_package=id.tepat.worker\n`,
  );
  await writeFile(
    join(tests, "robolectric.properties"),
    `sdk=${androids.map(({ sdk }) => sdk).join(",")}\n`,
  );
  await promisify(execFile)(toolchain.javac, [
    "-encoding",
    "UTF-8",
    "-nowarn",
    "-Xlint:-options",
    "-proc:none",
    "-d",
    tests,
    "-cp",
    [classes, ...libraries, framework].join(delimiter),
    ...filesBelow(import.meta.dirname, "**/*.java"),
  ]);
  // The runner reads the test classes before Robolectric gives them its own framework.
  const classPath = [tests, classes, ...libraries, framework].join(delimiter);
  return {
    folder,
    startUnchanged: (mainClass, args) =>
      spawn(
        toolchain.java,
        ["-Xmx256m", "-cp", [tests, classes, framework].join(delimiter), mainClass, ...args],
        { stdio: ["pipe", "pipe", "pipe"], cwd: cacheDirectory },
      ),
    start: (mainClass, args, { properties = {}, sdk = 34, java = toolchain.java } = {}) =>
      spawn(
        java,
        [
          // Within a minute, the compiler's second stage costs more than it saves.
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx1g",
          "-Dfile.encoding=UTF-8",
          "-Dsun.net.http.retryPost=false",
          "-Drobolectric.offline=true",
          `-Drobolectric.dependency.dir=${join(cacheDirectory, "jars")}`,
          `-Drobolectric.enabledSdks=${sdk}`,
          `-Djava.io.tmpdir=${folder}`,
          `-Dtepat.repository=${join(appDirectory, "../..")}`,
          ...Object.entries(properties).map(([name, value]) => `-D${name}=${value}`),
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "-cp",
          classPath,
          mainClass,
          ...args,
        ],
        { stdio: ["pipe", "pipe", "pipe"], cwd: cacheDirectory },
      ),
  };
}
