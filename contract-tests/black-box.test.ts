import { execFile, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { callerOf, examine } from "./black-box/deployment.ts";
import { balanceOf, newLedger } from "./black-box/ledger.ts";
import { readSettings, UnusableError, type Settings } from "./black-box/settings.ts";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf, type Caller } from "./support/http.ts";
import { noCaddy, startCaddy } from "../server/testing/caddy.ts";
import { trials } from "../server/testing/run-size.ts";
import { randomFrom } from "../server/testing/random.ts";
import { startProxy } from "./support/proxy.ts";
import { staticQris } from "./support/qris.ts";
import type { Payment } from "./support/resources.ts";
import { freePort } from "./support/service.ts";
import {
  addAccount,
  changeAccount,
  newMerchant,
  openShop,
  paymentPath,
  pendingPayment,
} from "./support/shop.ts";
import { enrolAuthenticator } from "./support/totp.ts";

/** Runs `npm run contract` as other people do: with only the address and a key of the gateway. */

const root = path.join(import.meta.dirname, "..");
const { base_url } = inject("service");
/** A third of a merchant's writes per minute, so that the shop can keep working. */
const writesAtMost = 200;

interface Run {
  code: unknown;
  output: string;
}

const command = [path.join(root, "server/bin/run.mjs"), "contract-tests/black-box/main.ts"];

const run = (settings: Record<string, string>, ...args: string[]): Promise<Run> =>
  execute(process.execPath, [...command, ...args], settings);

/** Runs a program. Calls `onOutput` with the whole output while the program runs. */
function execute(
  program: string,
  args: string[],
  settings: Record<string, string>,
  onOutput: (text: string, child: ChildProcess) => void = () => undefined,
): Promise<Run> {
  // The command gets neither DATABASE_URL nor TEPAT_DATA_DIR.
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...settings };
  return new Promise((resolve) => {
    const child = execFile(program, args, { env, cwd: root }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, output: stripVTControlCharacters(stdout + stderr) });
    });
    child.stdout?.on("data", (text: string) => onOutput(text, child));
  });
}

const settingsFor = (api_key: string, address = base_url) => ({
  TEPAT_BASE_URL: address,
  TEPAT_API_KEY: api_key,
});

async function statusesOf(shop: Caller): Promise<Set<Payment["payment_status"]>> {
  const payments = dataOf<Payment[]>(await shop.get("/gateway/payments?per_page=100"));
  return new Set(payments.map(({ payment_status }) => payment_status));
}

describe("with an address and a key, the checks", { timeout: 240_000 }, () => {
  test("pass, report what they skipped and created, and leave nothing open", async () => {
    const shop = await openShop();
    const folder = await mkdtemp(path.join(tmpdir(), "tepat-report-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const report = path.join(folder, "report.json");
    const { code, output } = await run(settingsFor(shop.api_key), "--json", report);

    expect(output).toContain("createPayment earns 409 payment_code_conflict");
    expect(output).toMatch(/↓.*matched manually.*\[needs TEPAT_TOTP_SECRET\]/);
    expect(output).toMatch(/↓.*no_active_quota.*\[needs an account that is switched off\]/);
    expect(output).toMatch(/↓.*invalid totp code.*\[needs a merchant with two-factor/);
    expect(output).toMatch(/Invoices made:\n {2}contract-test-\d{14}-/);
    expect(output).toContain("All of them are cancelled or expired.");
    const writes = Number(/, (\d+) of them writes/.exec(output)?.[1]);
    expect(writes).toBeGreaterThan(20);
    expect(writes).toBeLessThan(writesAtMost);
    expect(code, output).toBe(0);
    expect(await statusesOf(shop)).toEqual(new Set(["CANCELLED", "EXPIRED"]));
    const { numPassedTests, numFailedTests } = JSON.parse(await readFile(report, "utf8"));
    expect(numPassedTests).toBeGreaterThan(60);
    expect(numFailedTests).toBe(0);
  });

  test("run more checks if the gateway offers more, work below a path, and wait at the rate limit", async () => {
    const shop = await openShop();
    await changeAccount(await addAccount(shop), { active: false });
    await enrolAuthenticator(shop);
    let refusals = 0;
    const proxy = await startProxy(base_url, {
      prefix: "/shop/tepat",
      change(passed, { path: asked }) {
        if (!asked.startsWith("/gateway/mutations") || refusals > 0) return passed;
        refusals += 1;
        const { headers } = passed;
        return {
          status: 429,
          headers: { ...headers, "x-ratelimit-reset": "1", "retry-after": "1" },
          body: JSON.stringify({ success: false, code: "rate_limited", message: "wait" }),
        };
      },
    });
    onTestFinished(proxy.stop);
    const options = ["--base-url", `${proxy.base_url}/`, "--api-key", shop.api_key];
    const { code, output } = await run({}, ...options);
    expect(output).toContain("waiting for 1 s");
    expect(output).toMatch(/✓.*no_active_quota/);
    expect(output).toMatch(/✓.*invalid totp code/);
    expect(output).toMatch(/↓.*totp_not_enabled.*\[needs a merchant without two-factor/);
    expect(code, output).toBe(0);
  });

  test(
    "with --prove, detect each fault that a proxy adds to the gateway",
    { timeout: 1_800_000 },
    async () => {
      const shop = await openShop();
      await changeAccount(await addAccount(shop), { active: false });
      const device = await approvedDevice(shop);
      await device.report(...[91_001, 91_002, 91_003].map((amount) => transfer(amount)));
      for (const invoice of ["A", "B"]) {
        const payment_webhook_url = "https://shop.example/contract-test";
        const made = await pendingPayment(shop, { payment_webhook_url });
        const { payment_code, payment_total } = made;
        await device.report(transfer(payment_total));
        for (const amount of [1, 2]) {
          const refund = { reference: `${invoice}-${amount}`, amount, reason: "It was returned" };
          dataOf(await shop.post(`${paymentPath(payment_code)}/refunds`, refund));
        }
      }
      const settings = { ...settingsFor(shop.api_key), TEPAT_DEVICE_TOKEN: device.device_token };
      const { code, output } = await run(settings, "--prove");
      console.log(/\d+ of \d+ faults are caught[^]*?\n\n/.exec(output)?.[0]);
      expect(code, output).toBe(0);
    },
  );

  test("with --prove --only, detect each named fault, at a QRIS account", async () => {
    const shop = await newMerchant();
    await addAccount(shop, { channel: "QRIS", qris: staticQris });
    const { code, output } = await run(
      settingsFor(shop.api_key),
      "--prove",
      "--only",
      "getCheckout: qris",
    );
    expect(output).toContain("4 of 4 faults are caught.");
    expect(code, output).toBe(0);
  });

  const through = `behind Caddy${noCaddy ? " (skipped: no caddy)" : ""}`;
  test.skipIf(noCaddy)(`pass ${through}, to which they speak HTTP/2`, async () => {
    const shop = await openShop();
    const caddy = await startCaddy(base_url);
    onTestFinished(caddy.stop);
    const { code, output } = await run({
      ...settingsFor(shop.api_key, `https://localhost:${caddy.port}`),
      NODE_EXTRA_CA_CERTS: caddy.authority,
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, "support/http2.ts")}`,
    });
    expect(code, output).toBe(0);
    const protocols = await caddy.protocols();
    expect(protocols.filter((protocol) => protocol === "HTTP/2.0").length).toBeGreaterThan(200);
    // The readiness check was sent by the test, not by the command.
    expect(protocols.filter((protocol) => protocol !== "HTTP/2.0").length).toBeLessThan(10);
  });

  test("fail on an undocumented response, and cancel their invoices", async () => {
    const shop = await openShop();
    const proxy = await startProxy(base_url, {
      change: (passed, { path: asked }) =>
        asked.startsWith("/gateway/payments?")
          ? { ...passed, body: passed.body.replaceAll('"is_manual_match":', '"by_hand":') }
          : passed,
    });
    onTestFinished(proxy.stop);
    const { code, output } = await run(settingsFor(shop.api_key, proxy.base_url));
    expect(output).toMatch(/must have required property 'is_manual_match'/);
    expect(output).toMatch(/✓.*createPayment earns 403 account_not_owned/);
    expect(output).toContain("All of them are cancelled or expired.");
    expect(code).toBe(1);
    expect(await statusesOf(shop)).not.toContain("PENDING");
  });

  test.each([["SIGINT", 130] as const, ["SIGTERM", 143] as const])(
    "end at a %s at any moment, and cancel their invoices",
    async (signal, expected) => {
      const shop = await openShop();
      const random = randomFrom(`moments of ${signal}`);
      for (let interrupt = 0; interrupt < trials({ some: 1, all: 1, more: 5 }); interrupt++) {
        let isSent = false;
        const { code, output } = await execute(
          process.execPath,
          command,
          settingsFor(shop.api_key),
          (text, child) => {
            if (isSent || !text.includes("a created invoice")) return;
            isSent = true;
            setTimeout(() => child.kill(signal), random() * 150);
          },
        );
        expect(code, output).toBe(expected);
        expect(output).toContain("All of them are cancelled or expired.");
        expect(await statusesOf(shop)).not.toContain("PENDING");
      }
    },
  );
});

describe("a run reports at once", () => {
  const expectUnusable = ({ code, output }: Run, ...words: string[]) => {
    expect(code, output).toBe(2);
    for (const word of words) expect(output).toContain(word);
    expect(output).not.toMatch(/^ +at /m);
    expect(output).not.toContain("Invoices");
  };
  /** The command's first checks, in this process. */
  const expectRefused = async (
    settings: Record<string, string>,
    args: string[],
    ...words: string[]
  ) => {
    const folder = await mkdtemp(path.join(tmpdir(), "tepat-ledger-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const ledger = newLedger(path.join(folder, "ledger.jsonl"));
    const begin = async () => {
      const read = readSettings(args, settings) as Settings;
      await examine(read, callerOf(read, ledger), ledger);
    };
    const refusal = await begin().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UnusableError);
    for (const word of words) expect((refusal as UnusableError).message).toContain(word);
    expect(balanceOf(ledger).made).toEqual([]);
  };
  const npm = (...args: string[]) => execute("npm", args, {});

  test("missing settings, by the root's script and by the workspace's", async () => {
    for (const args of [
      ["run", "contract"],
      ["test", "-w", "contract-tests"],
    ]) {
      expectUnusable(await npm(...args), "TEPAT_BASE_URL", "TEPAT_API_KEY", "npm run contract --");
    }
  });

  test.each([
    ["no key", { TEPAT_BASE_URL: base_url }, "TEPAT_API_KEY"],
    ["no address", { TEPAT_API_KEY: "x" }, "TEPAT_BASE_URL"],
    ["an address without a scheme", settingsFor("x", "shop.example"), "https:// or http://"],
    ["a password in the address", settingsFor("x", "https://a:b@shop.example"), "the password"],
    ["a key that is no header", settingsFor("kunci–api"), "copy it again"],
    ["a key that nobody has", settingsFor("unknown"), "does not know this API key"],
    [
      "an address that ends in /gateway",
      settingsFor("x", `${base_url}/gateway`),
      "before /gateway/",
    ],
    ["https instead of http", settingsFor("x", base_url.replace("http:", "https:")), "http://"],
    [
      "a host that is not there",
      settingsFor("x", "http://nowhere.invalid"),
      "nowhere.invalid does",
    ],
  ])("%s", async (_case, settings, words) => {
    await expectRefused(settings, [], words);
  });

  test("an unknown option", async () => {
    await expectRefused({}, ["--base-uri", base_url], "--base-uri", "--base-url URL");
  });

  test("a missing server at the address", async () => {
    const address = `http://127.0.0.1:${await freePort()}`;
    expectUnusable(await run(settingsFor("x", address)), address, "ECONNREFUSED");
  });

  test("http instead of https", async () => {
    const server = createTlsServer();
    const address = await listening(server as unknown as Server);
    await expectRefused(settingsFor("x", address), [], "https:// instead of http://");
  });

  test("a program that is not a gateway", async () => {
    const site = createServer((_asked, answer) => {
      answer.writeHead(200, { "content-type": "text/html" }).end("<h1>Selamat datang</h1>");
    });
    const settings = settingsFor("x", await listening(site));
    await expectRefused(settings, [], "200 (text/html)", "prefix");
  });

  test("an address that redirects requests", async () => {
    const front = createServer((asked, answer) => {
      answer.writeHead(308, { location: `https://pay.example${asked.url}` }).end();
    });
    const settings = settingsFor("x", await listening(front));
    await expectRefused(settings, [], "set TEPAT_BASE_URL to https://pay.example.");
  });

  test("a merchant without an account", async () => {
    const { api_key } = await newMerchant();
    await expectRefused(settingsFor(api_key), [], "npx tepat account create");
  });

  test("an account that is not the merchant's, with those that are", async () => {
    const { api_key, account } = await openShop();
    const { account: other } = await openShop();
    const args = ["--account", other.account_id];
    await expectRefused(settingsFor(api_key), args, other.account_id, account.account_id);
  });

  test("switched-off accounts", async () => {
    const { api_key, account } = await openShop();
    await changeAccount(account, { active: false });
    const command = `--account ${account.account_id} --active true`;
    await expectRefused(settingsFor(api_key), [], command);
  });

  test("accounts without quota, in the gateway's own words", async () => {
    const { api_key, account } = await openShop({ quota: 0 });
    const words = [account.account_id, "no_active_quota", "quota"];
    await expectRefused(settingsFor(api_key), [], ...words);
  });
});

async function listening(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
