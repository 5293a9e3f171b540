import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { newPairingToken } from "../domain/security/credentials.ts";
import { listPhones } from "../outside/adb-server.ts";
import { startAdbDaemon } from "../testing/adb-daemon.ts";
import { startAdbDouble, type AdbDouble, type CabledPhone } from "../testing/adb-double.ts";
import { androidPackage } from "../testing/android-package.ts";
import { cliWith, refusalOf } from "../testing/cli-process.ts";
import { freePort } from "../testing/free-port.ts";
import { createPhone, type PhoneOptions } from "../testing/phone-on-cable.ts";

const id = "id.tepat.worker";
const token = newPairingToken();
const link = `https://pay.example/pair#${token}`;
const apk = androidPackage("1.2.3");
const sha256 = createHash("sha256").update(apk).digest("hex");

let directory: string;
let file: string;
let tepat: ReturnType<typeof cliWith>;
const doubles: AdbDouble[] = [];

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "tepat-phone-"));
  file = join(directory, "app.apk");
  writeFileSync(file, apk);
  tepat = cliWith({
    DATABASE_URL: "postgres://127.0.0.1:1/none",
    TEPAT_SECRET: "x".repeat(32),
    TEPAT_ANDROID_APP: file,
  });
});
afterEach(() => Promise.all(doubles.splice(0).map((double) => double.close())));
afterAll(() => rmSync(directory, { recursive: true }));

async function cabled(...phones: CabledPhone[]): Promise<string[]> {
  const double = await startAdbDouble(phones);
  doubles.push(double);
  return ["phone", "install", "--adb", String(double.port)];
}

async function onePhone(options: PhoneOptions) {
  const phone = createPhone(options);
  const line = "R58M1 device usb:1-4 product:akita model:Pixel_8a device:akita transport_id:1";
  const withoutLink = await cabled({ line, phone });
  return { phone, withoutLink, install: [...withoutLink, "--link", link] };
}

test("without --yes the command only lists the steps", async () => {
  const { phone, install } = await onePhone({ sdk: 36 });
  const { code, stdout, stderr } = await tepat(...install);
  expect(code).toBe(0);
  expect(stdout).toBe(`Google Pixel 8a (R58M1)
App: ${file}, SHA-256 ${sha256}
1. Install the Tepat app 1.2.3 (id.tepat.worker)
2. Allow restricted settings for the app
3. Allow the app to show notifications
4. Show the app the texts that Android hides
5. Allow the app to read notifications
6. Let the app run in the background
7. Open the pairing link in the app
`);
  expect(stderr).toContain("Nothing has been changed");
  expect(phone).toMatchObject({ installed: null, opened: null });
  expect(phone.allowed.size).toBe(0);
  expect(phone.listeners).toEqual(["com.other/.Listener"]);
});

const background = `whitelist +${id}`;
const posting = `grant ${id} android.permission.POST_NOTIFICATIONS`;
const restricted = `appops ${id} ACCESS_RESTRICTED_SETTINGS`;
const sensitive = `appops ${id} RECEIVE_SENSITIVE_NOTIFICATIONS`;

test.each([
  ["8.0", 26, [background]],
  ["8.1", 27, [background]],
  ["13", 33, [restricted, posting, background]],
  ["15", 35, [restricted, posting, sensitive, background]],
  ["16", 36, [restricted, posting, sensitive, background]],
])("a phone with Android %s is set up, and its other listeners stay", async (_, sdk, allowed) => {
  const { phone, install } = await onePhone({ sdk });
  const { code, stderr } = await tepat(...install, "--yes");
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stderr).toContain("switch USB debugging off");
  expect(phone.installed?.equals(apk)).toBe(true);
  expect([...phone.allowed]).toEqual(allowed);
  expect(phone.listeners).toEqual(["com.other/.Listener", `${id}/id.tepat.worker.Listener`]);
  expect(phone.opened).toBe(`tepat://pair?server=https%3A%2F%2Fpay.example&code=${token}`);
});

test("a second run changes nothing more", async () => {
  const { phone, install } = await onePhone({ sdk: 26 });
  await tepat(...install, "--yes");
  expect((await tepat(...install, "--yes")).code).toBe(0);
  expect(phone.listeners).toHaveLength(2);
});

test("a merchant's own build is set up under its own id", async () => {
  const { phone, install } = await onePhone({ sdk: 36 });
  const own = join(directory, "own.apk");
  writeFileSync(own, androidPackage("1.2.3", { name: "com.example.shop.tepat" }));
  const { code, stdout } = await tepat(...install, "--apk", own, "--yes", "--json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    is_done: true,
    steps: expect.arrayContaining([
      { step: "Install the Tepat app 1.2.3 (com.example.shop.tepat)", problem: null },
    ]),
  });
  expect(phone.listeners.at(-1)).toBe("com.example.shop.tepat/id.tepat.worker.Listener");
  expect(phone.allowed.has("whitelist +com.example.shop.tepat")).toBe(true);
});

test.each([
  ["INSTALL_FAILED_UPDATE_INCOMPATIBLE: signatures do not match", "signed by another key"],
  ["INSTALL_FAILED_VERSION_DOWNGRADE", "newer version of the app than 1.2.3"],
  ["INSTALL_FAILED_USER_RESTRICTED: Install canceled by user", "Install via USB"],
  ["INSTALL_FAILED_VERIFICATION_FAILURE", "Play Protect"],
  ["INSTALL_FAILED_ABORTED: User rejected permissions", "cancelled on the phone"],
  ["INSTALL_FAILED_INSUFFICIENT_STORAGE", "no space left"],
  ["INSTALL_FAILED_OLDER_SDK: Requires newer sdk version", "Android 8 or newer"],
  [
    "INSTALL_FAILED_NEW_KIND",
    "The phone did not install the app: Failure [INSTALL_FAILED_NEW_KIND]",
  ],
])("the phone's refusal %s ends it with the next step", async (refusesInstall, advice) => {
  const { phone, install } = await onePhone({ sdk: 36, refusesInstall });
  const { code, stdout, stderr } = await tepat(...install, "--yes");
  expect(code).toBe(1);
  expect(stderr).toContain(advice);
  expect(stdout).toContain("✗ Install the Tepat app");
  expect(phone.allowed.size).toBe(0);
  expect(phone.opened).toBeNull();
});

test("a phone whose policy forbids listeners is reported, and the other steps are done", async () => {
  const { phone, install } = await onePhone({ sdk: 36, refusesListeners: true });
  const { code, stdout, stderr } = await tepat(...install, "--yes");
  expect(code).toBe(1);
  expect(stderr).toContain("an employer manages");
  expect(stdout).toContain("✗ Allow the app to read notifications");
  expect(stdout).toContain("✓ Open the pairing link in the app");
  expect(phone.allowed.has(background)).toBe(true);
});

test("a Xiaomi without its second switch gets the name of that switch", async () => {
  const { install } = await onePhone({ sdk: 36, forbidsPermissions: true });
  const { code, stderr } = await tepat(...install, "--yes");
  expect(code).toBe(1);
  expect(stderr).toContain("USB debugging (Security settings)");
});

test.each([
  "getprop",
  "cmd package install",
  "appops",
  "pm grant",
  "cmd notification",
  "settings get",
  "cmd deviceidle",
  "am start",
])("a cable that is pulled at %s ends it, and a second run completes it", async (pulledAt) => {
  const options: PhoneOptions = { sdk: 36, pulledAt };
  const { phone, install } = await onePhone(options);
  const { code, stdout, stderr } = await tepat(...install, "--yes");
  expect(code).toBe(1);
  expect(stderr).toContain("The phone is no longer connected. Check the cable");
  expect(stdout.match(/✗/g) ?? []).toHaveLength(pulledAt === "getprop" ? 0 : 1);
  delete options.pulledAt;
  expect((await tepat(...install, "--yes")).code).toBe(0);
  expect(phone.allowed).toEqual(new Set([restricted, posting, sensitive, background]));
  expect(phone.opened).toContain(token);
});

test.each([
  ["R58M1 unauthorized usb:1-4 transport_id:1", "Allow USB debugging?"],
  ["R58M1 offline usb:1-4 transport_id:1", "is offline"],
  ["R58M1 no permissions (user in plugdev group); see [http://x] usb:1-4", "platform-tools-common"],
  ["R58M1 recovery usb:1-4 product:akita transport_id:1", 'in the state "recovery"'],
])("a phone that is listed as %s is not touched", async (line, advice) => {
  expect(await refusalOf(tepat, ...(await cabled({ line })))).toContain(advice);
});

test("without a phone the command explains how to switch on USB debugging", async () => {
  expect(await refusalOf(tepat, ...(await cabled()))).toContain("tap Build number seven times");
});

test("with several phones one must be named", async () => {
  const phones = ["A1 device model:Pixel_8a", "B2 device model:SM_A155F"].map((line) => ({
    line: `${line} transport_id:1`,
    phone: createPhone({ sdk: 36 }),
  }));
  const install = await cabled(...phones);
  expect(await refusalOf(tepat, ...install)).toContain("A1 (Pixel 8a), B2 (SM A155F)");
  expect(await refusalOf(tepat, ...install, "--device", "C3")).toContain("serial number C3");
  const { stdout } = await tepat(...install, "--device", "B2", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ serial: "B2", is_done: false });
});

test("without an adb server the command explains how to get one", async () => {
  const port = String(await freePort());
  expect(await refusalOf(tepat, "phone", "install", "--adb", port)).toContain(
    "apt-get install adb",
  );
});

test.each(["HTTP/1.1 400 Bad Request\r\n\r\n", "OKAYzzzz", "OKAY00ff", ""])(
  "a program at the port that answers %j is no adb server",
  async (answer) => {
    const server = createServer((socket) => socket.end(answer)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const install = ["phone", "install", "--adb", String(port)];
    expect(await refusalOf(tepat, ...install)).toMatch(
      /adb refused|The phone is no longer connected/,
    );
    server.close();
  },
);

test.each([
  ["https://pay.example/pair", "not a pairing link"],
  [`https://pay.example/pair#${token}'; reboot; '`, "not a pairing link"],
  [`https://pay.example/docs#${token}`, "not a pairing link"],
  [`tepat://pair#${token}`, "not a pairing link"],
  [`http://localhost:8080/pair#${token}`, "works on this computer only"],
])("the link %j is refused before anything is asked of a phone", async (wrong, advice) => {
  expect(await refusalOf(tepat, "phone", "install", "--link", wrong)).toContain(advice);
});

describe("without a file of its own", () => {
  const data = new URL("../testing/data/", import.meta.url);
  const tls = {
    cert: readFileSync(new URL("tls-certificate.pem", data)),
    key: readFileSync(new URL("tls-key.pem", data)),
  };

  /**
   * Starts a server that offers an app. Returns its pairing link and the requests that it has
   * received.
   */
  async function offering(answer: RequestListener, scheme: "http" | "https" = "https") {
    const asked: string[] = [];
    const listener: RequestListener = (request, response) => {
      asked.push(request.url ?? "");
      answer(request, response);
    };
    const server =
      scheme === "https" ? createHttpsServer(tls, listener) : createHttpServer(listener);
    await once(server.listen(0, "0.0.0.0"), "listening");
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    // An address of this computer that by its spelling belongs to a network.
    const address = `${scheme}://[::ffff:0:0]:${(server.address() as AddressInfo).port}`;
    return { link: `${address}/pair#${token}`, address, asked };
  }
  const withoutApp = (settings: Record<string, string> = {}) =>
    cliWith({ TEPAT_ANDROID_APP: join(directory, "absent.apk"), ...settings });
  /** The test's certificate is self-signed. */
  const trusting = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };

  test("the command shows the SHA-256 of the link's app, and installs the app only with it", async () => {
    const { phone, withoutLink } = await onePhone({ sdk: 36 });
    const { link: there, address } = await offering((_, response) => response.end(apk));
    const install = [...withoutLink, "--link", there];
    const plan = await withoutApp(trusting)(...install);
    expect(plan.stdout).toContain(`App: ${address}/app/tepat-worker.apk, SHA-256 ${sha256}`);
    expect(plan.stderr).toContain(`--yes --sha256 ${sha256}`);
    expect(await withoutApp(trusting)(...install, "--yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`add --sha256 ${sha256}`),
    });
    expect(phone.installed).toBeNull();
    const { code } = await withoutApp(trusting)(...install, "--yes", "--sha256", sha256);
    expect(code).toBe(0);
    expect(phone.installed?.equals(apk)).toBe(true);
  });

  test("an app that has changed since its SHA-256 was read is not installed", async () => {
    const { phone, withoutLink } = await onePhone({ sdk: 36 });
    const other = androidPackage("1.2.4");
    const { link: there } = await offering((_, response) => response.end(other));
    const install = [...withoutLink, "--link", there, "--yes", "--sha256", sha256];
    expect(await withoutApp(trusting)(...install)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Nothing was installed"),
    });
    expect(phone.installed).toBeNull();
  });

  test("the command sends no request to a link's server over http", async () => {
    const { withoutLink } = await onePhone({ sdk: 36 });
    const { link: there, asked } = await offering((_, response) => response.end(apk), "http");
    const refusal = await refusalOf(withoutApp(), ...withoutLink, "--link", there, "--yes");
    expect(refusal).toContain("not encrypted (http)");
    expect(asked).toEqual([]);
  });

  const tooLarge = Buffer.alloc(1024 * 1024);
  test.each<[string, RequestListener, string]>([
    [
      "redirects to another server",
      (_, response) => response.writeHead(302, { location: "https://evil.example/" }).end(),
      "could not be downloaded",
    ],
    [
      "ends before the last byte that it has announced",
      (_, response) => {
        response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${apk.length + 1}\r\n\r\n`);
        response.socket?.end(apk);
      },
      "could not be downloaded",
    ],
    [
      "sends more than an app has, without saying how much",
      (_, response) => {
        for (let sent = 0; sent <= 20; sent++) response.write(tooLarge);
        response.end();
      },
      "more than 20971520 bytes",
    ],
    ["has no app", (_, response) => response.writeHead(404).end(), "There is no app to install"],
    ["sends a page", (_, response) => response.end("<p>Sign in</p>"), "is not an Android app"],
  ])("a link's server that %s is refused in a sentence", async (_, answer, advice) => {
    const { phone, withoutLink } = await onePhone({ sdk: 36 });
    const { link: there } = await offering(answer);
    const install = [...withoutLink, "--link", there, "--yes", "--sha256", sha256];
    const { code, stderr } = await withoutApp(trusting)(...install);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(advice) });
    expect(phone.installed).toBeNull();
  });

  test("a certificate that this computer does not trust is refused", async () => {
    const { withoutLink } = await onePhone({ sdk: 36 });
    const { link: there, asked } = await offering((_, response) => response.end(apk));
    const refusal = await refusalOf(withoutApp(), ...withoutLink, "--link", there, "--yes");
    expect(refusal).toContain("could not be downloaded");
    expect(asked).toEqual([]);
  });
});

test("a file is installed only if it has the named SHA-256", async () => {
  const { phone, install } = await onePhone({ sdk: 36 });
  const wrong = "0".repeat(64);
  const refusal = await refusalOf(tepat, ...install, "--apk", file, "--yes", "--sha256", wrong);
  expect(refusal).toContain(sha256);
  expect(phone.installed).toBeNull();
});

test("a missing file and a file that is no app are refused", async () => {
  const text = join(directory, "text.apk");
  writeFileSync(text, "no app");
  expect(await refusalOf(tepat, "phone", "install", "--apk", text)).toContain("not an Android app");
  const absent = join(directory, "absent.apk");
  expect(await refusalOf(tepat, "phone", "install", "--apk", absent)).toContain("There is no file");
});

const hasAdb = (() => {
  try {
    execFileSync("adb", ["version"], { stdio: "ignore" });
    return true;
  } catch {
    console.log("Skipped: adb is not installed (on Debian and Ubuntu: apt-get install adb).");
    return false;
  }
})();

describe.skipIf(!hasAdb)("through the real adb server", () => {
  let server: ChildProcess;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    const env = { ...process.env, HOME: directory, ADB_MDNS: "0" };
    const args = ["-P", String(port), "nodaemon", "server"];
    server = spawn("adb", args, { env, stdio: "ignore" });
    await vi.waitFor(() => listPhones(port), { timeout: 60_000, interval: 100 });
  });
  afterAll(async () => {
    const ended = once(server, "exit");
    server.kill();
    await ended;
  });

  test("a phone is set up by commands that adb understands", async () => {
    const phone = createPhone({ sdk: 36 });
    const daemon = await startAdbDaemon(phone);
    const serial = `127.0.0.1:${daemon.port}`;
    execFileSync("adb", ["-P", String(port), "connect", serial], { stdio: "ignore" });
    await expect
      .poll(() => listPhones(port))
      .toEqual([{ serial, state: "device", model: "Pixel 8a" }]);
    const install = ["phone", "install", "--adb", String(port), "--link", link];
    const { code, stderr } = await tepat(...install, "--yes");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(phone.installed?.equals(apk)).toBe(true);
    expect(phone.listeners).toContain(`${id}/id.tepat.worker.Listener`);
    expect(phone.opened).toContain(`code=${token}`);
    daemon.close();
    await expect
      .poll(async () => (await listPhones(port)).filter(({ state }) => state === "device"))
      .toEqual([]);
  });
});
