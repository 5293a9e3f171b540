import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import jars from "./jars.json" with { type: "json" };

/**
 * Builds the signed file from the sources (`npm run android`). aapt compiles the manifest and the resources, and javac
 * and D8 the classes. aapt packs them without times, so that the same tools create the same bytes.
 */

export const appDirectory = join(import.meta.dirname, "..");
export const cacheDirectory = join(appDirectory, "../../.cache/android");

const apkFile = join(appDirectory, "build/tepat-worker.apk");
/** The id of the releases. A merchant's own build has another id. */
const releaseId = "id.tepat.worker";
const minSdk = "26";
const javaVersion = 17;
const programs = ["java", "javac", "jar", "keytool", "aapt", "zipalign", "apksigner"] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** The programs that build the app, in the folders of Debian and of Android's SDK. */
export type Toolchain = Readonly<Record<(typeof programs)[number], string>>;

const howToInstall = `On Debian or Ubuntu: apt-get install openjdk-${javaVersion}-jdk-headless aapt zipalign apksigner. Elsewhere: a JDK ${javaVersion} or newer (JAVA_HOME names it), and Android's SDK (ANDROID_HOME names it) with build-tools.`;

type Found = { toolchain: Toolchain; missing: null } | { toolchain: null; missing: string };

/** Returns all programs, or a sentence that names the missing one and how to install it. */
export function findToolchain(environment: Environment = process.env): Found {
  const sdk = environment["ANDROID_HOME"] ?? environment["ANDROID_SDK_ROOT"];
  const folders = [
    ...(environment["JAVA_HOME"] ? [join(environment["JAVA_HOME"], "bin")] : []),
    ...(sdk ? newestBuildTools(join(sdk, "build-tools")) : []),
    ...(environment["PATH"] ?? "").split(delimiter),
  ];
  const found = programs.map((program) =>
    folders.map((folder) => join(folder, program)).find((file) => existsSync(file)),
  );
  const absent = programs.filter((_, place) => found[place] === undefined);
  if (absent.length > 0) return notHere(`this is missing: ${absent.join(", ")}`);
  const toolchain = Object.fromEntries(
    programs.map((program, place) => [program, found[place]]),
  ) as Toolchain;
  const text = execFileSync(toolchain.javac, ["-version"], { encoding: "utf8", stdio: "pipe" });
  const version = Number(/javac (\d+)/.exec(text)?.[1] ?? 0);
  if (version < javaVersion) return notHere(`${toolchain.javac} is of version ${version}`);
  return { toolchain, missing: null };
}

function notHere(reason: string): Found {
  const missing = `The Android app cannot be built here, because ${reason}. ${howToInstall}`;
  return { toolchain: null, missing };
}

function newestBuildTools(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted((one, other) => other.localeCompare(one, "en", { numeric: true }))
    .map((name) => join(folder, name));
}

/**
 * Downloads once the files that the build and its tests need from Maven, and accepts only the checksums in jars.json.
 * No such file becomes part of the APK. Returns the files on this machine, in the order of jars.json.
 */
export async function fetchJars(
  toolchain: Toolchain,
  purpose: keyof typeof jars,
  isNeeded: (name: string) => boolean = () => true,
) {
  const directory = join(cacheDirectory, "jars");
  await mkdir(directory, { recursive: true });
  const files: string[] = [];
  for (const [path, expected] of Object.entries(jars[purpose])) {
    if (!isNeeded(basename(path))) continue;
    const file = join(directory, basename(path));
    // An Android library is a ZIP that contains its classes in a JAR.
    const isLibrary = file.endsWith(".aar");
    files.push(isLibrary ? `${file}.jar` : file);
    const checked = `${file}.checked-${expected.slice(0, 16)}`;
    if (existsSync(file) && existsSync(checked)) continue;
    const bytes = existsSync(file) ? await readFile(file) : await download(path);
    const found = sha256(bytes);
    if (found !== expected) {
      throw new Error(
        `${path} has the checksum ${found} instead of ${expected}: remove ${file} if it is there, and find out where the other bytes come from.`,
      );
    }
    await writeWhole(file, bytes);
    if (isLibrary) {
      await inFolder(async (folder) => {
        await run(toolchain.jar, ["--extract", "--file", file, "classes.jar"], { cwd: folder });
        await writeWhole(`${file}.jar`, await readFile(join(folder, "classes.jar")));
      });
    }
    // Hashing 500 MB takes seconds, so it is done once.
    await writeFile(checked, "");
  }
  return files;
}

/**
 * Downloads a file. A machine with only a mirror of Maven Central often finds Google's files there
 * too.
 */
async function download(path: string): Promise<Buffer> {
  const reasons: string[] = [];
  for (const base of ["https://maven.google.com", "https://repo.maven.apache.org/maven2"]) {
    try {
      const response = await fetch(`${base}/${path}`, { signal: AbortSignal.timeout(600_000) });
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      reasons.push(`${base} answered ${response.status}`);
    } catch (error) {
      reasons.push(`${base}: ${(error as Error).message}`);
    }
  }
  throw new Error(
    `${path}, which the Android build needs, could not be downloaded: ${reasons.join("; ")}.`,
  );
}

/**
 * Builds the compiled resources and classes. The tests run them too. The classes have the same names under every id.
 */
export async function compile(toolchain: Toolchain, folder: string, id = releaseId) {
  // Use the framework's resources of the JAR, because Debian's own have only the attributes up to
  // API 29.
  const [framework = "", dexer = ""] = await fetchJars(toolchain, "build");
  const resources = join(folder, "resources.apk");
  const generated = join(folder, "generated");
  await mkdir(generated);
  const version = await appVersion();
  await run(toolchain.aapt, [
    "package",
    "-f",
    "-m",
    "--no-version-vectors",
    ...flags({
      "--version-name": version,
      "--version-code": versionCode(version),
      "-M": join(appDirectory, "AndroidManifest.xml"),
      "-S": join(appDirectory, "res"),
      "-I": framework,
      "-J": generated,
      "-F": resources,
      ...(id === releaseId ? {} : { "--rename-manifest-package": id }),
    }),
  ]);
  await writeFile(
    join(generated, "Version.java"),
    `package id.tepat.worker;\n\npublic final class Version {\n  public static final String NAME = "${version}";\n\n  private Version() {}\n}\n`,
  );
  const classes = join(folder, "classes");
  // Android 8 supports the interface of Java 8, so newer calls do not compile.
  await run(toolchain.javac, [
    "-g:source,lines",
    ...shortRun.map((option) => `-J${option}`),
    "-Xlint:all,-options,-processing,-classfile",
    ...flags({ "--release": "8", "-encoding": "UTF-8", "-classpath": framework, "-d": classes }),
    ...filesBelow(join(appDirectory, "java"), "**/*.java"),
    ...filesBelow(generated, "**/*.java"),
  ]);
  return { resources, classes, framework, dexer };
}

/**
 * Returns the version of the Worker's package, because both implementations belong to one release.
 */
async function appVersion(): Promise<string> {
  const file = await readFile(join(appDirectory, "../package.json"), "utf8");
  return (JSON.parse(file) as { version: string }).version;
}

/**
 * Returns the number of a version: 1.2.3 becomes 10203. Android installs only a file with a higher
 * number.
 */
function versionCode(version: string): string {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number);
  return String(major * 10_000 + minor * 100 + patch);
}

export interface BuiltApp {
  /** The path of the file. */
  apk: string;
  sha256: string;
  bytes: number;
  /** The hash of the file before it was signed. It is the same on every machine with the same tools. */
  unsignedSha256: string;
  /** Whether the release's key signed the app. */
  isRelease: boolean;
  id: string;
  /** The SHA-256 of the signing certificate, in hex. Google requires it to register an app. */
  certificate: string;
  /** True if the previous file had the same id but another key. Its phones then refuse this file as an update. */
  isRefusedAsUpdate: boolean;
}

export interface BuildOptions {
  /** The application id. Default: the id of the releases. */
  id?: string | undefined;
  /** The text with which Google's console verifies the holder of the key. A file with it is only for the console. */
  registrationToken?: string | undefined;
}

const isId = (text: string): boolean =>
  text.length <= 200 && /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)+$/.test(text);

function requireSound(
  { id = releaseId, registrationToken }: BuildOptions,
  environment: Environment,
) {
  const keystore = environment["TEPAT_ANDROID_KEYSTORE"];
  if (!isId(id)) {
    throw new Error(
      `"${id}" is not an application id. Write at least two words in lower case with a dot between them, such as com.example.shop.tepat.`,
    );
  }
  if (registrationToken !== undefined && !/^[\w=+/-]{1,1000}$/.test(registrationToken)) {
    throw new Error("The registration token must be the text that Google's console shows.");
  }
  if (id !== releaseId && !keystore) {
    throw new Error(
      `${id} needs a key of yours, because Google registers both together. Create it with: keytool -genkeypair -keystore tepat.p12 -storetype PKCS12 -alias tepat -keyalg RSA -keysize 4096 -validity 20000. Then set TEPAT_ANDROID_KEYSTORE=tepat.p12 and TEPAT_ANDROID_KEYSTORE_PASSWORD.`,
    );
  }
  if (keystore && !environment["TEPAT_ANDROID_KEYSTORE_PASSWORD"]) {
    throw new Error("TEPAT_ANDROID_KEYSTORE is set: set TEPAT_ANDROID_KEYSTORE_PASSWORD as well.");
  }
}

export async function buildApk(
  toolchain: Toolchain,
  environment: Environment = process.env,
  options: BuildOptions = {},
): Promise<BuiltApp> {
  requireSound(options, environment);
  const { id = releaseId, registrationToken } = options;
  return inFolder(async (folder) => {
    const { resources, classes, framework, dexer } = await compile(toolchain, folder, id);
    await run(toolchain.java, [
      ...shortRun,
      ...flags({ "-cp": dexer }),
      "com.android.tools.r8.D8",
      "--release",
      ...flags({ "--min-api": minSdk, "--lib": framework, "--output": folder }),
      ...filesBelow(classes, "**/*.class"),
    ]);
    await run(toolchain.aapt, ["add", resources, "classes.dex"], { cwd: folder });
    if (registrationToken !== undefined) {
      await mkdir(join(folder, "assets"));
      await writeFile(join(folder, registrationFile), `${registrationToken}\n`);
      await run(toolchain.aapt, ["add", resources, registrationFile], { cwd: folder });
    }
    const aligned = join(folder, "aligned.apk");
    await run(toolchain.zipalign, ["4", resources, aligned]);
    const signed = join(folder, "signed.apk");
    const isRelease = await sign(toolchain, aligned, signed, environment);
    const bytes = await readFile(signed);
    const certificate = (await signerOf(toolchain, signed)) ?? "";
    const previous = existsSync(apkFile) ? await identityOf(toolchain, apkFile) : null;
    await mkdir(join(appDirectory, "build"), { recursive: true });
    await writeWhole(apkFile, bytes);
    await writeWhole(`${apkFile}.sha256`, `${sha256(bytes)}  ${basename(apkFile)}\n`);
    return {
      apk: apkFile,
      sha256: sha256(bytes),
      bytes: bytes.length,
      unsignedSha256: sha256(await readFile(aligned)),
      isRelease,
      id,
      certificate,
      isRefusedAsUpdate: previous?.id === id && previous.certificate !== certificate,
    };
  });
}

/** The path where Google's console looks for the token. The file contains nothing else. */
const registrationFile = "assets/adi-registration.properties";

async function signerOf({ apksigner }: Toolchain, apk: string): Promise<string | null> {
  const { stdout } = await run(apksigner, ["verify", "--print-certs", apk]);
  return /certificate SHA-256 digest: ([0-9a-f]{64})/.exec(stdout)?.[1] ?? null;
}

/** Returns the identity of an app, or null for a file that is not a signed app. */
async function identityOf(toolchain: Toolchain, apk: string) {
  try {
    const { stdout } = await run(toolchain.aapt, ["dump", "badging", apk]);
    const id = /^package: name='([^']*)'/.exec(stdout)?.[1];
    return { id, certificate: await signerOf(toolchain, apk) };
  } catch {
    return null;
  }
}

/**
 * This password protects nothing, because everyone with access to this machine can create another
 * debug key.
 */
const debugPassword = "debug-key";

/** Signs the file. Returns whether a release's key signed it. */
async function sign(
  toolchain: Toolchain,
  unsigned: string,
  signed: string,
  environment: Environment,
): Promise<boolean> {
  const keystore = environment["TEPAT_ANDROID_KEYSTORE"];
  const alias = environment["TEPAT_ANDROID_KEY_ALIAS"];
  const password = keystore ? environment["TEPAT_ANDROID_KEYSTORE_PASSWORD"] : debugPassword;
  await run(
    toolchain.apksigner,
    [
      "sign",
      ...flags({
        "--min-sdk-version": minSdk,
        "--v1-signing-enabled": "false",
        "--v4-signing-enabled": "false",
        "--ks": keystore ?? (await debugKeystore(toolchain)),
        // The password is passed in the environment, because every process of the machine can read
        // arguments.
        "--ks-pass": "env:TEPAT_ANDROID_KEYSTORE_PASSWORD",
        ...(keystore && alias ? { "--ks-key-alias": alias } : {}),
        "--in": unsigned,
        "--out": signed,
      }),
    ],
    { env: { ...environment, TEPAT_ANDROID_KEYSTORE_PASSWORD: password } },
  );
  return keystore !== undefined;
}

async function debugKeystore({ keytool }: Toolchain): Promise<string> {
  const file = join(cacheDirectory, "debug-keystore.p12");
  if (existsSync(file)) return file;
  const unfinished = `${file}.${process.pid}`;
  await run(keytool, [
    "-genkeypair",
    ...flags({
      "-keystore": unfinished,
      "-storetype": "PKCS12",
      "-alias": "debug",
      "-storepass": debugPassword,
      "-keyalg": "RSA",
      "-keysize": "2048",
      "-validity": "10000",
      "-dname": "CN=Tepat debug key",
    }),
  ]);
  await rename(unfinished, file);
  return file;
}

/** Within a minute, Java's second compiler and parallel collector cost more than they save. */
export const shortRun = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

const run = promisify(execFile);

const flags = (named: Readonly<Record<string, string>>) => Object.entries(named).flat();

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

export function filesBelow(folder: string, pattern: string): string[] {
  const names = globSync(pattern, { cwd: folder });
  return names.toSorted().map((name) => join(folder, name));
}

/** Writes a file in one step, so that two builds at once never read an incomplete file. */
async function writeWhole(file: string, bytes: Buffer | string): Promise<void> {
  await writeFile(`${file}.${process.pid}`, bytes);
  await rename(`${file}.${process.pid}`, file);
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "tepat-android-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { id: { type: "string" }, "registration-token": { type: "string" } },
  });
  const { toolchain, missing } = findToolchain();
  if (!toolchain) throw new Error(missing);
  const options = { id: values.id, registrationToken: values["registration-token"] };
  const app = await buildApk(toolchain, process.env, options);
  console.log(`${app.apk}
  ${(app.bytes / 1000).toFixed(1)} kB
  application id    ${app.id}
  certificate       ${app.certificate.toUpperCase().match(/../g)?.join(":")}
  sha256            ${app.sha256}
  before signing    ${app.unsignedSha256}
  signed by         ${app.isRelease ? "the key of TEPAT_ANDROID_KEYSTORE" : "a debug key that was made on this machine: an app of another key cannot update it. For a release set TEPAT_ANDROID_KEYSTORE and TEPAT_ANDROID_KEYSTORE_PASSWORD."}`);
  if (app.isRefusedAsUpdate) {
    console.log(
      "The previous file here had the same application id and another key. Phones that have it refuse this one as an update. Sign with the previous key, or uninstall the app there and connect the phone again.",
    );
  }
  if (options.registrationToken !== undefined) {
    console.log(
      "This file is for Google's console. Build again without the token for your phones.",
    );
  }
}

if (process.argv[1] === import.meta.filename) {
  await main().catch((error: Error & { stderr?: string }) => {
    console.error(error.stderr || error.message);
    process.exitCode = 1;
  });
}
