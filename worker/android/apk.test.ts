import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readPackage } from "../../server/domain/sources/android-package.ts";
import { appDirectory, buildApk, findToolchain, type BuiltApp } from "./scripts/build.ts";

/** Checks the finished file as Android or a person would. */

const { toolchain, missing } = findToolchain();
if (missing) console.log(`Skipped: ${missing}`);

const run = promisify(execFile);
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
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

  test("is small, with its checksum beside it", async () => {
    expect(app.bytes).toBeLessThanOrEqual(200_000);
    expect(await readFile(`${app.apk}.sha256`, "utf8")).toBe(`${app.sha256}  tepat-worker.apk\n`);
  });

  test("is signed, and names the key", async () => {
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

  test("has exactly the permissions and components of apk-facts.txt", async () => {
    const facts = await factsOf(app.apk);
    if (process.env["UPDATE_APK_FACTS"]) await writeFile(factsFile, facts);
    expect(facts).toBe(await readFile(factsFile, "utf8"));
  });

  test("contains no third-party code", async () => {
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

describe.skipIf(!toolchain)("a merchant's own build", () => {
  const id = "com.example.shop.tepat";
  const password = "a-key-of-the-test";
  const registrationToken = "DDS2EXAMPLE";
  let folder: string;
  let before: { apk: string; bytes: Buffer };
  let environment: Record<string, string>;
  let forConsole: BuiltApp & { token: string };
  let own: BuiltApp;

  const newKey = async (name: string) => {
    const keystore = join(folder, name);
    const key = `-storetype PKCS12 -alias tepat -keyalg RSA -storepass ${password}`.split(" ");
    const owner = ["-dname", "CN=Toko Contoh"];
    await run(toolchain!.keytool, ["-genkeypair", "-keystore", keystore, ...key, ...owner]);
    return {
      ...(process.env as Record<string, string>),
      TEPAT_ANDROID_KEYSTORE: keystore,
      TEPAT_ANDROID_KEYSTORE_PASSWORD: password,
    };
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "tepat-own-build-"));
    environment = await newKey("own.p12");
    const apk = join(appDirectory, "build/tepat-worker.apk");
    before = { apk, bytes: await readFile(apk) };
    const built = await buildApk(toolchain!, environment, { id, registrationToken });
    const { stdout } = await run("unzip", ["-p", apk, "assets/adi-registration.properties"]);
    forConsole = { ...built, token: stdout };
    own = await buildApk(toolchain!, environment, { id });
  }, 600_000);

  afterAll(async () => {
    await rm(folder, { recursive: true });
    // The gateway of this clone offers the file.
    await writeFile(before.apk, before.bytes);
    await writeFile(`${before.apk}.sha256`, `${sha256(before.bytes)}  tepat-worker.apk\n`);
  });

  test("has the merchant's id, the same classes, and nothing of the release's id", async () => {
    const facts = await factsOf(own.apk);
    const expected = await readFile(factsFile, "utf8");
    expect(facts).toBe(
      expected
        .replace("package: name='id.tepat.worker'", `package: name='${id}'`)
        .replaceAll(/^(application|activity|service|receiver) \./gm, "$1 id.tepat.worker."),
    );
    expect(readPackage(await readFile(own.apk)).name).toBe(id);
    const tree = (await run(toolchain!.aapt, ["dump", "xmltree", own.apk, "AndroidManifest.xml"]))
      .stdout;
    expect(tree).toContain('android:scheme(0x01010027)="tepat"');
    // Android would look for relative names under the new id, where there is no class.
    expect(tree).not.toMatch(/"\.\w/);
    expect(tree.match(/parentActivityName\(\w+\)="([^"]*)"/)?.[1]).toBe(
      "id.tepat.worker.MainActivity",
    );
    expect(tree).not.toContain("authorities");
  });

  test("is signed by the merchant's key, and the build names its fingerprint", async () => {
    const { stdout } = await run(toolchain!.apksigner, ["verify", "--print-certs", own.apk]);
    expect(stdout).toContain("CN=Toko Contoh");
    expect(stdout).toContain(own.certificate);
    expect(own).toMatchObject({ id, isRelease: true });
  });

  test("holds the token of Google's console where the console looks, and only when it is asked for", async () => {
    expect(forConsole.token).toBe(`${registrationToken}\n`);
    const { stdout } = await run("unzip", ["-l", own.apk]);
    expect(stdout).not.toContain("assets/");
  });

  test("of another key counts as refused as an update, and one of another id or the same key does not", async () => {
    expect(forConsole.isRefusedAsUpdate).toBe(false);
    expect(own.isRefusedAsUpdate).toBe(false);
    const other = await buildApk(toolchain!, await newKey("other.p12"), { id });
    expect(other.isRefusedAsUpdate).toBe(true);
  }, 600_000);

  test.each(["", "tepat", "com.Example.Shop", "com.example.1shop", "com..shop", "com.shop; rm"])(
    "the id %j is refused with an example",
    async (wrong) => {
      await expect(buildApk(toolchain!, environment, { id: wrong })).rejects.toThrow(
        "such as com.example.shop.tepat",
      );
    },
  );

  test("an own id without an own key is refused with the command that makes one", async () => {
    await expect(buildApk(toolchain!, {}, { id })).rejects.toThrow("keytool -genkeypair");
  });

  test("a token of several lines is refused", async () => {
    const registrationToken = "a\nb";
    await expect(buildApk(toolchain!, environment, { id, registrationToken })).rejects.toThrow(
      "registration token",
    );
  });
});

/** Returns the contents of the compiled manifest in comparable lines. */
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

/** Names for numbers that older tools do not translate. */
const named: Record<string, string> = {
  "0x01010010": "exported",
  "0x01010006": "permission",
  "0x01010280": "allowBackup",
  "0x0101063e": "dataExtractionRules",
  "0x01010527": "networkSecurityConfig",
  "0x01010599": "foregroundServiceType",
  "0x0101066c": "enableOnBackInvokedCallback",
};
