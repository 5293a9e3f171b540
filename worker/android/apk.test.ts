import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { appDirectory, buildApk, findToolchain, type BuiltApp } from "./scripts/build.ts";

/** Checks the finished file as Android, or a person who looks into it, would. */

const { toolchain, missing } = findToolchain();
if (missing) console.log(`Skipped: ${missing}`);

const run = promisify(execFile);
const factsFile = join(appDirectory, "apk-facts.txt");

describe.skipIf(!toolchain)("the APK", () => {
  let app: BuiltApp;
  let other: BuiltApp;

  beforeAll(async () => {
    other = await buildApk(toolchain!);
    app = await buildApk(toolchain!);
    console.log(`${app.bytes} bytes, unsigned ${app.unsignedSha256}`);
  }, 600_000);

  test("is the same byte for byte before it is signed", () => {
    expect(app.unsignedSha256).toBe(other.unsignedSha256);
  });

  test("is small, and its checksum stands beside it", async () => {
    expect(app.bytes).toBeLessThanOrEqual(200_000);
    expect(await readFile(`${app.apk}.sha256`, "utf8")).toBe(`${app.sha256}  tepat-worker.apk\n`);
  });

  test("is signed, and says by which key", async () => {
    const { stdout } = await run(toolchain!.apksigner, [
      "verify",
      "--verbose",
      "--print-certs",
      app.apk,
    ]);
    expect(stdout).toMatch(/^Verifies$/m);
    expect(stdout).toContain("v2 scheme (APK Signature Scheme v2): true");
    expect(stdout).toContain("v3 scheme (APK Signature Scheme v3): true");
    expect(app.isRelease).toBe(false);
    expect(stdout).toContain("CN=Tepat debug key");
  });

  test("a keystore without its password is refused with a sentence", async () => {
    await expect(buildApk(toolchain!, { TEPAT_ANDROID_KEYSTORE: "/nowhere.p12" })).rejects.toThrow(
      "set TEPAT_ANDROID_KEYSTORE_PASSWORD as well",
    );
  });

  test("asks for the permissions and shows the components of apk-facts.txt, and no others", async () => {
    const facts = await factsOf(app.apk);
    if (process.env["UPDATE_APK_FACTS"]) await writeFile(factsFile, facts);
    expect(facts).toBe(await readFile(factsFile, "utf8"));
  });

  test("holds no code of anyone else", async () => {
    const { stdout } = await run("unzip", ["-p", app.apk, "classes.dex"], {
      encoding: "latin1",
      maxBuffer: 8 * 1024 * 1024,
    });
    const packages = [...stdout.matchAll(/L((?:[a-z0-9]+\/)+)[A-Z]\w*(?:\$\w+)*;/g)].map(
      ([, name]) => name!,
    );
    const foreign = packages.filter(
      (name) => !/^(?:android|javax?|org\/json|id\/tepat\/worker)\//.test(name),
    );
    expect([...new Set(foreign)].filter((name) => !name.startsWith("dalvik/annotation/"))).toEqual(
      [],
    );
  });
});

/** Returns the content of the compiled manifest in lines that a person can compare. */
async function factsOf(apk: string): Promise<string> {
  const badging = (await run(toolchain!.aapt, ["dump", "badging", apk])).stdout;
  const tree = (await run(toolchain!.aapt, ["dump", "xmltree", apk, "AndroidManifest.xml"])).stdout;
  const lines = badging
    .split("\n")
    .filter((line) =>
      /^(?:sdkVersion|targetSdkVersion|uses-permission|application-label|launchable-activity)/.test(
        line,
      ),
    );
  const [id] = /package: name='[^']*'/.exec(badging) ?? [];
  return `${[id, ...lines, "", ...components(tree)].join("\n")}\n`;
}

function components(tree: string): string[] {
  const found: string[] = [];
  for (const element of tree.split(/^ +E: /m)) {
    const [kind = ""] = element.split(" ", 1);
    if (!["application", "activity", "service", "receiver", "provider"].includes(kind)) continue;
    const name = /android:name\(0x01010003\)="([^"]*)"/.exec(element)?.[1];
    const facts = [
      ...element.matchAll(/A: android:\w+\((0x[\da-f]+)\)=(?:\(type 0x\w+\))?"?([^\s"]+)/g),
    ]
      .filter(([, number = ""]) => Object.hasOwn(named, number))
      .map(([, number = "", value]) => `${named[number]}=${value}`);
    found.push([kind, name, ...facts].join(" "));
  }
  return found;
}

/** Given as numbers, because older tools do not know the newer names. */
const named: Record<string, string> = {
  "0x01010010": "exported",
  "0x01010006": "permission",
  "0x01010280": "allowBackup",
  "0x0101063e": "dataExtractionRules",
  "0x01010527": "networkSecurityConfig",
  "0x01010599": "foregroundServiceType",
};
