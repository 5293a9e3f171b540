import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { cacheDirectory, fetchJars } from "./jars.ts";
import { withStandIns, withTrueNumbers } from "./newer-attributes.ts";
import type { Toolchain } from "./toolchain.ts";
import { readZip, writeZip, type Files } from "./zip.ts";

/** Builds the signed file from the sources: resources, javac, dex, one ZIP without times, alignment, signature. */

export const appDirectory = fileURLToPath(new URL("..", import.meta.url));
export const apkFile = join(appDirectory, "build/tepat-worker.apk");

const minSdk = "26";
const run = promisify(execFile);

export interface BuiltApp {
  /** The path of the file. */
  apk: string;
  sha256: string;
  bytes: number;
  /** The hash of the file before it was signed, which is the same on every machine with the same tools. */
  unsignedSha256: string;
  /** Whether the release's own key signed it. */
  isRelease: boolean;
}

export async function buildApk(
  toolchain: Toolchain,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<BuiltApp> {
  if (environment["TEPAT_ANDROID_KEYSTORE"] && !environment["TEPAT_ANDROID_KEYSTORE_PASSWORD"]) {
    throw new Error("TEPAT_ANDROID_KEYSTORE is set: set TEPAT_ANDROID_KEYSTORE_PASSWORD as well.");
  }
  const folder = await mkdtemp(join(tmpdir(), "tepat-android-"));
  try {
    const unsigned = writeZip(await contents(toolchain, folder));
    await writeFile(join(folder, "unsigned.zip"), unsigned);
    const aligned = join(folder, "aligned.apk");
    await run(toolchain.zipalign, ["-f", "4", join(folder, "unsigned.zip"), aligned]);
    const signed = join(folder, basename(apkFile));
    const isRelease = await sign(toolchain, aligned, signed, environment);
    const bytes = await readFile(signed);
    await mkdir(join(appDirectory, "build"), { recursive: true });
    await writeWhole(apkFile, bytes);
    await writeWhole(`${apkFile}.sha256`, `${sha256(bytes)}  ${basename(apkFile)}\n`);
    return {
      apk: apkFile,
      sha256: sha256(bytes),
      bytes: bytes.length,
      unsignedSha256: sha256(await readFile(aligned)),
      isRelease,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds the compiled resources and classes, which the tests run too. */
export async function compile(toolchain: Toolchain, folder: string) {
  const [framework = "", dexer = ""] = await fetchJars("build");
  const resources = await compileResources(toolchain, folder);
  const classes = join(folder, "classes");
  await mkdir(classes, { recursive: true });
  const sources = [
    ...filesOf("java/**/*.java"),
    join(folder, "generated/id/tepat/worker/R.java"),
    await writeVersion(folder),
  ];
  // The interface of Java 8 is what Android 8 supports; newer calls do not compile.
  await run(toolchain.javac, [
    "--release",
    "8",
    "-encoding",
    "UTF-8",
    "-g:source,lines",
    "-Xlint:all,-options,-processing,-classfile",
    "-classpath",
    framework,
    "-d",
    classes,
    ...sources,
  ]);
  return { resources, classes, framework, dexer };
}

async function contents(toolchain: Toolchain, folder: string): Promise<Files> {
  const { resources, classes, framework, dexer } = await compile(toolchain, folder);
  const dex = join(folder, "dex");
  await mkdir(dex);
  const compiled = globSync("**/*.class", { cwd: classes });
  await run(
    toolchain.java,
    [
      "-cp",
      dexer,
      "com.android.tools.r8.D8",
      "--release",
      "--min-api",
      minSdk,
      "--lib",
      framework,
      "--output",
      dex,
      ...compiled.toSorted().map((name) => join(classes, name)),
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const files = new Map(readZip(await readFile(resources)));
  files.set("AndroidManifest.xml", withTrueNumbers(files.get("AndroidManifest.xml")!));
  files.set("classes.dex", await readFile(join(dex, "classes.dex")));
  return new Map([...files].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function compileResources(toolchain: Toolchain, folder: string): Promise<string> {
  const manifest = await readFile(join(appDirectory, "AndroidManifest.xml"), "utf8");
  const version = await appVersion();
  await mkdir(join(folder, "generated"), { recursive: true });
  await writeFile(join(folder, "AndroidManifest.xml"), withStandIns(manifest));
  const resources = join(folder, "resources.zip");
  await run(toolchain.aapt, [
    "package",
    "-f",
    "-m",
    "-J",
    join(folder, "generated"),
    "--no-version-vectors",
    "--version-name",
    version,
    "--version-code",
    String(versionCode(version)),
    "-M",
    join(folder, "AndroidManifest.xml"),
    "-S",
    join(appDirectory, "res"),
    "-I",
    toolchain.framework,
    "-F",
    resources,
  ]);
  return resources;
}

/** Uses the Worker's own version: both implementations belong to one release. */
async function appVersion(): Promise<string> {
  const file = await readFile(join(appDirectory, "../package.json"), "utf8");
  return (JSON.parse(file) as { version: string }).version;
}

/** Android installs only a file with a higher number: 1.2.3 becomes 10203. */
function versionCode(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  return major * 10_000 + minor * 100 + patch;
}

async function writeVersion(folder: string): Promise<string> {
  const file = join(folder, "generated/id/tepat/worker/Version.java");
  await writeFile(
    file,
    `package id.tepat.worker;\n\nfinal class Version {\n  static final String NAME = "${await appVersion()}";\n\n  private Version() {}\n}\n`,
  );
  return file;
}

/** Returns whether the key of a release signed it. */
async function sign(
  toolchain: Toolchain,
  unsigned: string,
  signed: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const keystore = environment["TEPAT_ANDROID_KEYSTORE"];
  const password = environment["TEPAT_ANDROID_KEYSTORE_PASSWORD"];
  const alias = environment["TEPAT_ANDROID_KEY_ALIAS"];
  // The password is passed by the environment, because every process of the machine can read arguments.
  await run(
    toolchain.apksigner,
    [
      "sign",
      "--min-sdk-version",
      minSdk,
      "--v1-signing-enabled",
      "false",
      "--v4-signing-enabled",
      "false",
      "--ks",
      keystore ?? (await debugKeystore(toolchain)),
      "--ks-pass",
      "env:TEPAT_ANDROID_KEYSTORE_PASSWORD",
      ...(keystore && alias ? ["--ks-key-alias", alias] : []),
      "--in",
      unsigned,
      "--out",
      signed,
    ],
    {
      env: {
        ...environment,
        TEPAT_ANDROID_KEYSTORE_PASSWORD: keystore ? password : debugPassword,
      },
    },
  );
  return keystore !== undefined;
}

/** It protects nothing, because anybody with this machine can make another. */
const debugPassword = "debug-key";

async function debugKeystore({ keytool }: Toolchain): Promise<string> {
  const file = join(cacheDirectory, "debug-keystore.p12");
  if (existsSync(file)) return file;
  await mkdir(cacheDirectory, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await run(keytool, [
    "-genkeypair",
    "-keystore",
    unfinished,
    "-storetype",
    "PKCS12",
    "-alias",
    "debug",
    "-storepass",
    debugPassword,
    "-keyalg",
    "RSA",
    "-keysize",
    "2048",
    "-validity",
    "10000",
    "-dname",
    "CN=Tepat debug key",
  ]);
  await rename(unfinished, file);
  return file;
}

export function filesOf(pattern: string): string[] {
  const names = globSync(pattern, { cwd: appDirectory });
  return names.toSorted().map((name) => join(appDirectory, name));
}

async function writeWhole(file: string, bytes: Buffer | string): Promise<void> {
  await writeFile(`${file}.${process.pid}`, bytes);
  await rename(`${file}.${process.pid}`, file);
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
