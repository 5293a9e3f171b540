import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { promisify } from "node:util";
import { once } from "../../../server/bin/once.mjs";
import {
  appDirectory,
  cacheDirectory,
  compile,
  fetchJars,
  filesBelow,
  shortRun,
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

/** The version on which `start` runs a class by default. */
export const usualAndroid = androids.find(({ sdk }) => sdk === 34)!;

/** Returns a Java program of at least this version, or undefined. `TEPAT_NEWER_JAVA` can name a newer one. */
export function javaOf(toolchain: Toolchain, version: number): string | undefined {
  const programs = [toolchain.java, process.env["TEPAT_NEWER_JAVA"]];
  return programs.find((program) => program && versionOf(program) >= version);
}

function versionOf(program: string): number {
  const { stderr } = spawnSync(program, ["-version"], { encoding: "utf8" });
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0);
}

const frameworkPrefix = "android-all-instrumented-";

/**
 * Prepares a machine for these Android versions, whose framework classes are 100 to 200 MB each. Test files that run at
 * the same time wait for each other, so that each file is downloaded and compiled once.
 */
export async function prepareTests(
  toolchain: Toolchain,
  versions: readonly { android: string }[],
): Promise<TestMachine> {
  const isFramework = (name: string) => name.startsWith(frameworkPrefix);
  // Such as 10-robolectric-5803371-i7.jar and 8.0.0_r4-robolectric-r1-i7.jar.
  const isOf = (name: string, android: string) =>
    ["-", "."].some((end) => name.startsWith(`${frameworkPrefix}${android}${end}`));
  const isNeeded = (name: string) =>
    !isFramework(name) || versions.some(({ android }) => isOf(name, android));
  const prepared: (CompiledTests & { libraries: readonly string[] })[] = [];
  await once(
    join(cacheDirectory, "preparing.pid"),
    () => prepared.length > 0,
    async () => {
      const jars = await fetchJars(toolchain, "test", isNeeded);
      const libraries = jars.filter((file) => !isFramework(basename(file)));
      prepared.push({ libraries, ...(await compiledTests(toolchain, libraries)) });
    },
  );
  const { tests, classes, framework, libraries } = prepared[0]!;
  const folder = await mkdtemp(join(tmpdir(), "tepat-android-tests-"));
  // The runner reads the test classes before Robolectric gives them its own framework.
  const classPath = [tests, classes, ...libraries, framework].join(delimiter);
  return {
    folder,
    startUnchanged: (mainClass, args) =>
      spawn(
        toolchain.java,
        [
          ...shortRun,
          "-Xmx256m",
          "-cp",
          [tests, classes, framework].join(delimiter),
          mainClass,
          ...args,
        ],
        { stdio: ["pipe", "pipe", "pipe"], cwd: cacheDirectory },
      ),
    start: (
      mainClass,
      args,
      { properties = {}, sdk = usualAndroid.sdk, java = toolchain.java } = {},
    ) =>
      spawn(
        java,
        [
          ...shortRun,
          // The compiler's classes need no check, which costs a tenth of the processor time.
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-BytecodeVerificationRemote",
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

type CompiledTests = Awaited<ReturnType<typeof compiledTests>>;

/** The classes of the app and of its tests. They are compiled once for each state of the sources. */
async function compiledTests(toolchain: Toolchain, libraries: readonly string[]) {
  const [framework = ""] = await fetchJars(toolchain, "build");
  const compiled = join(cacheDirectory, `tests-${stateOfSources(libraries)}`);
  const placesIn = (folder: string) => ({
    tests: join(folder, "test-classes"),
    classes: join(folder, "classes"),
    framework,
  });
  if (existsSync(compiled)) return placesIn(compiled);
  const folder = await mkdtemp(join(cacheDirectory, "unfinished-"));
  const { resources } = await compile(toolchain, folder);
  const { tests, classes } = placesIn(folder);
  await mkdir(join(tests, "com/android/tools"), { recursive: true });
  await writeFile(
    join(tests, "com/android/tools/test_config.properties"),
    `android_merged_manifest=${join(appDirectory, "AndroidManifest.xml")}\nandroid_resource_apk=${join(compiled, basename(resources))}\nandroid_custom_package=id.tepat.worker\n`,
  );
  await writeFile(
    join(tests, "robolectric.properties"),
    `sdk=${androids.map(({ sdk }) => sdk).join(",")}\n`,
  );
  await promisify(execFile)(toolchain.javac, [
    ...shortRun.map((option) => `-J${option}`),
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
  // Another test file might have finished the same work meanwhile.
  await rename(folder, compiled).catch(() => rm(folder, { recursive: true }));
  return placesIn(compiled);
}

function stateOfSources(libraries: readonly string[]): string {
  const hash = createHash("sha256").update(libraries.join("\n"));
  const sources = [
    "AndroidManifest.xml",
    "scripts/*.{ts,json}",
    "{java,res,test}/**/*.*",
    "../package.json",
  ];
  for (const file of sources.flatMap((pattern) => filesBelow(appDirectory, pattern)))
    hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
