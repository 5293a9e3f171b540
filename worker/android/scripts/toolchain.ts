import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs that build the app, in the places where Debian and Android's own SDK put them. */
export interface Toolchain {
  java: string;
  javac: string;
  keytool: string;
  aapt: string;
  zipalign: string;
  apksigner: string;
  /** The framework's resources, against which the manifest is compiled. */
  framework: string;
}

const javaVersion = 17;

const howToInstall = `On Debian or Ubuntu: apt-get install openjdk-${javaVersion}-jdk-headless aapt zipalign apksigner android-framework-res. Elsewhere: a JDK ${javaVersion} or newer (JAVA_HOME names it), and Android's SDK (ANDROID_HOME names it) with build-tools and a platform.`;

type Found = { toolchain: Toolchain; missing: null } | { toolchain: null; missing: string };

/** Returns all programs, or a sentence that says what is missing and how to get it. */
export function findToolchain(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Found {
  const sdk = environment["ANDROID_HOME"] ?? environment["ANDROID_SDK_ROOT"];
  const folders = [
    ...(environment["JAVA_HOME"] ? [join(environment["JAVA_HOME"], "bin")] : []),
    ...newestFirst(sdk, "build-tools"),
    ...(environment["PATH"] ?? "").split(delimiter),
  ];
  const find = (program: string) =>
    folders.map((folder) => join(folder, program)).find((file) => existsSync(file));
  const found = {
    java: find("java"),
    javac: find("javac"),
    keytool: find("keytool"),
    aapt: find("aapt"),
    zipalign: find("zipalign"),
    apksigner: find("apksigner"),
    framework: [
      ...newestFirst(sdk, "platforms").map((folder) => join(folder, "android.jar")),
      "/usr/share/android-framework-res/framework-res.apk",
    ].find((file) => existsSync(file)),
  };
  const missing = Object.entries(found)
    .filter(([, file]) => file === undefined)
    .map(([name]) => (name === "framework" ? "the framework's resources" : name));
  if (missing.length > 0) {
    return {
      toolchain: null,
      missing: `The Android app cannot be built here, because this is missing: ${missing.join(", ")}. ${howToInstall}`,
    };
  }
  const toolchain = found as Toolchain;
  const version = versionOf(toolchain.javac);
  if (version < javaVersion) {
    return {
      toolchain: null,
      missing: `The Android app cannot be built here, because ${toolchain.javac} is of version ${version}. ${howToInstall}`,
    };
  }
  return { toolchain, missing: null };
}

function newestFirst(sdk: string | undefined, folder: string): string[] {
  if (!sdk || !existsSync(join(sdk, folder))) return [];
  return readdirSync(join(sdk, folder))
    .toSorted((one, other) => other.localeCompare(one, "en", { numeric: true }))
    .map((name) => join(sdk, folder, name));
}

function versionOf(javac: string): number {
  const text = execFileSync(javac, ["-version"], { encoding: "utf8", stdio: "pipe" });
  return Number(/javac (\d+)/.exec(text)?.[1] ?? 0);
}
