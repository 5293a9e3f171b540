import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import {
  appDirectory,
  cacheDirectory,
  compile,
  fetchJars,
  filesBelow,
  type Toolchain,
} from "../scripts/build.ts";

/** The app's classes and their tests on this machine's JVM, with Android's own framework classes (Robolectric). */
export interface TestMachine {
  /** The folder, which the caller deletes. */
  folder: string;
  /** Runs a class with a main method. */
  start(
    mainClass: string,
    args: readonly string[],
    properties?: Readonly<Record<string, string>>,
  ): ChildProcess;
  /** Runs such a class with Android's own classes, which Robolectric has not changed. */
  startUnchanged(mainClass: string, args: readonly string[]): ChildProcess;
}

export async function prepareTests(toolchain: Toolchain): Promise<TestMachine> {
  const folder = await mkdtemp(join(tmpdir(), "tepat-android-tests-"));
  const jars = await fetchJars(toolchain, "test");
  const { resources, classes, framework } = await compile(toolchain, folder);
  const sdk = jars.find((file) => basename(file).startsWith("android-all-instrumented"))!;
  const libraries = jars.filter((file) => file !== sdk);
  const tests = join(folder, "test-classes");
  await mkdir(join(tests, "com/android/tools"), { recursive: true });
  await writeFile(
    join(tests, "com/android/tools/test_config.properties"),
    `android_merged_manifest=${join(appDirectory, "AndroidManifest.xml")}\nandroid_resource_apk=${resources}\nandroid_custom_package=id.tepat.worker\n`,
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
    start: (mainClass, args, properties = {}) =>
      spawn(
        toolchain.java,
        [
          // Within a minute the compiler's second stage costs more than it saves.
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xmx1g",
          "-Dfile.encoding=UTF-8",
          "-Dsun.net.http.retryPost=false",
          "-Drobolectric.offline=true",
          `-Drobolectric.dependency.dir=${dirname(sdk)}`,
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
