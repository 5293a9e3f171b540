import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile, chmod } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { unwrapWebhook } from "../../sdk/src/index.ts";
import { createApiKey, revokeApiKey } from "../../server/domain/merchants/api-keys.ts";
import { changeMerchant } from "../../server/domain/merchants/merchants.ts";
import { cancelPayment } from "../../server/domain/payments/payments.ts";
import { gatewayBesideServer, settingsOf } from "../../server/testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../../server/testing/database.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  type Shop,
  type TestGateway,
} from "../../server/testing/fixtures.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { startServerProcess, type ServerProcess } from "../../server/testing/server-process.ts";
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../server/testing/webhook-receiver.ts";

/** Tests the command as a merchant runs it, in its own processes, against a real gateway. */

let database: TestDatabase;
let gateway: TestGateway;
let server: ServerProcess;
let settings: Record<string, string>;
let shop: Shop;
let home: string;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayBesideServer(database);
  settings = {
    ...settingsOf(database),
    PORT: String(await freePort()),
    HOST: "127.0.0.1",
    ALLOW_TRIGGER: "true",
    WEBHOOK_ALLOW_PRIVATE: "true",
    LOG_LEVEL: "warn",
  };
  server = await startServerProcess(settings);
});
afterAll(async () => {
  await server.terminate();
  await database.drop();
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  await changeMerchant(gateway, shop.merchant_id, { sends_cancelled_events: true });
  home = await mkdtemp(join(tmpdir(), "tepat-cli-"));
  return () => rm(home, { recursive: true });
});

const entries = {
  own: [join(import.meta.dirname, "../src/main.ts")],
  server: [join(import.meta.dirname, "../../server/cli/main.mjs")],
};
const configFile = () => join(home, "tepat/cli.json");

function start(args: readonly string[], env: Record<string, string> = {}, entry = entries.own) {
  const child = spawn(process.execPath, [...entry, ...args], {
    env: {
      PATH: process.env["PATH"],
      XDG_CONFIG_HOME: home,
      NODE_COMPILE_CACHE: join(import.meta.dirname, "../../.cache/compiled"),
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const exited = once(child, "exit").then(([code]) => code as number | null);
  return {
    stdin: child.stdin,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    stop: async () => {
      if (child.exitCode === null) child.kill("SIGINT");
      return exited;
    },
  };
}

const withKey = (key = shop.api_key) => ({ TEPAT_API_KEY: key, TEPAT_URL: server.url });

async function run(args: readonly string[], env: Record<string, string> = withKey(), input = "") {
  const running = start(args, env);
  running.stdin.end(input);
  const code = await running.exited;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

async function json<Data>(...args: string[]): Promise<Data> {
  const { code, stdout, stderr } = await run([...args, "--json"]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Data;
}

async function cancelled(): Promise<string> {
  const { payment_code } = await pendingPayment(gateway, shop);
  await cancelPayment(gateway, { ...shop, payment_code });
  return payment_code;
}

describe("login", () => {
  test("saves address and key readable by the user only, and prints no key", async () => {
    const done = await run(["login", "--url", server.url], {}, `${shop.api_key}\n`);
    expect(done).toMatchObject({ code: 0 });
    expect(done.stdout + done.stderr).not.toContain(shop.api_key);
    expect((await stat(configFile())).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(configFile(), "utf8"))).toMatchObject({
      url: server.url,
      api_key: shop.api_key,
    });
    const listed = await run(["payments", "list"], {});
    expect(listed).toMatchObject({ code: 0, stdout: "None.\n" });
  });

  test.each([
    ["a forged key", "pgk_live_forged\n", /does not know this key/],
    ["nothing", "\n", /No API key was given/],
  ])("with %s saves nothing", async (_what, input, message) => {
    const refused = await run(["login", "--url", server.url], {}, input);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(message) as string });
    await expect(stat(configFile())).rejects.toThrow("ENOENT");
  });

  test("a file readable by other users is refused", async () => {
    await run(["login", "--url", server.url], {}, `${shop.api_key}\n`);
    await chmod(configFile(), 0o644);
    const refused = await run(["payments", "list"], {});
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("chmod 600") as string,
    });
    await chmod(configFile(), 0o600);
    await writeFile(configFile(), "{");
    expect((await run(["payments", "list"], {})).stderr).toContain("not valid JSON");
  });
});

describe("a key and its gateway", () => {
  /** Starts another gateway that records the keys it receives. Its messages are hostile. */
  async function otherGateway() {
    const keys: unknown[] = [];
    const other = createServer((request, response) => {
      keys.push(request.headers["x-api-key"]);
      const message = "\u001b[31mpaid\u001b]0;title\u0007";
      response.writeHead(409, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: false, code: "conflict", message }));
    });
    await once(other.listen(0, "127.0.0.1"), "listening");
    const { port } = other.address() as AddressInfo;
    onTestFinished(async () => {
      other.closeAllConnections();
      other.close();
      await once(other, "close");
    });
    return { keys, url: `http://127.0.0.1:${port}` };
  }

  test.each(["payments list", "listen", "events list"])(
    "a saved key is never sent to TEPAT_URL, nor TEPAT_API_KEY to the saved address: %s",
    async (line) => {
      const args = line.split(" ");
      const other = await otherGateway();
      await run(["login", "--url", server.url], {}, `${shop.api_key}\n`);
      const strange = await run(args, { TEPAT_URL: other.url });
      expect(strange).toMatchObject({ code: 1, stdout: "" });
      expect(strange.stderr).toContain("Set TEPAT_API_KEY too");
      const kept = { ...JSON.parse(await readFile(configFile(), "utf8")), url: other.url };
      await writeFile(configFile(), JSON.stringify(kept));
      const lonely = await run(args, { TEPAT_API_KEY: "pgk_live_of_another" });
      expect(lonely).toMatchObject({ code: 1, stdout: "" });
      expect(lonely.stderr).toContain("Set TEPAT_URL too");
      expect(other.keys).toEqual([]);
    },
  );

  test("a saved key is sent to its own address, in any spelling of that address", async () => {
    await run(["login", "--url", `${server.url}/`], {}, `${shop.api_key}\n`);
    for (const TEPAT_URL of [`${server.url}//`, server.url.replace("http", "HTTP")]) {
      expect(await run(["payments", "list"], { TEPAT_URL })).toMatchObject({ code: 0 });
    }
  });

  test("a gateway's texts cannot control the terminal", async () => {
    const other = await otherGateway();
    const refused = await run(["payments", "list"], { ...withKey(), TEPAT_URL: other.url });
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain("\u{FFFD}[31mpaid\u{FFFD}]0;title\u{FFFD}");
    expect(other.keys).toEqual([shop.api_key]);
  });

  test.each(["http://localhost.example.invalid", "http://127.0.0.1.example.invalid"])(
    "at login, a warning says that %s is readable on the network",
    async (url) => {
      const refused = await run(["login", "--url", url], {}, "\n");
      expect(refused.stderr).toContain("This address is not https");
    },
  );

  test.each([
    ["listen", { TEPAT_API_KEY: "pgk_live_secret\npgk_live_more" }, 1, "The API key contains"],
    ["listen", { TEPAT_API_KEY: "pgk_live_secret\u20ac" }, 1, "The API key contains"],
    ["listen", { TEPAT_URL: "pay.example.com" }, 1, "The gateway's address must look like"],
    ["listen --events payment.payd", {}, 2, "payment.paid"],
  ])("%s with %j exits at once and prints no key", async (line, env, code, message) => {
    const refused = await run(line.split(" "), { ...withKey(), ...env });
    expect(refused).toMatchObject({ code, stdout: "" });
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).not.toContain("pgk_live");
  });

  test("listen reports the missed time when the gateway starts after it", async () => {
    const PORT = String(await freePort());
    const TEPAT_URL = `http://127.0.0.1:${PORT}`;
    const running = start(["listen"], { ...withKey(), TEPAT_URL: `${TEPAT_URL}/` });
    await expect.poll(running.stderr).toContain("There is no stream yet");
    const late = await startServerProcess({ ...settings, PORT });
    await expect.poll(running.stderr, { timeout: 30_000 }).toContain("The stream begins now");
    expect(running.stderr()).not.toContain("No events were missed");
    await running.stop();
    await late.terminate();
  });
});

describe("payments and events", () => {
  test("are created, read, listed and cancelled", async () => {
    const { recovered, ...made } = await json<{ payment_code: string; recovered: boolean }>(
      "payments",
      "create",
      "--amount",
      "150000",
      "--phone",
      "0812",
      "--code",
      "INV-1",
    );
    expect(made).toMatchObject({ payment_code: "INV-1", customer_phone: "0812" });
    expect(recovered).toBe(false);
    expect(await json("payments", "get", "--code", "INV-1")).toMatchObject(made);
    expect(await json("payments", "list", "--status", "PENDING")).toMatchObject([made]);
    const gone = await json("payments", "cancel", "--code", "INV-1");
    expect(gone).toMatchObject({ payment_status: "CANCELLED" });
    const again = await run(["payments", "cancel", "--code", "INV-1"]);
    expect(again).toMatchObject({ code: 1, stdout: "" });
  });

  test("refunds are recorded and listed", async () => {
    const { payment_code, payment_total } = await pendingPayment(gateway, shop);
    const create = (reference: string, amount: number) => {
      const named = ["refunds", "create", "--code", payment_code, "--reference", reference];
      return [...named, "--amount", String(amount), "--reason", "One was returned"];
    };
    const early = await run(create("RF-1", 1));
    expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining("PENDING") });
    await reportTransfer(gateway, await approvedDevice(gateway, shop), payment_total);
    const made = await json(...create("RF-1", 1000));
    expect(made).toMatchObject({ reference: "RF-1", amount: 1000, refund_status: "OWED" });
    expect(await json(...create("RF-1", 1000))).toMatchObject(made);
    expect(await run(create("RF-2", payment_total))).toMatchObject({ code: 1, stdout: "" });
    expect(await json("refunds", "list", "--code", payment_code)).toMatchObject([made]);
    expect(await json("refunds", "list")).toMatchObject([made]);
  });

  test("webhooks are listed and resent", async () => {
    await using receiver = disposable(
      await startWebhookReceiver({ respond: () => ({ status: 204 }) }),
    );
    await changeMerchant(gateway, shop.merchant_id, { webhook_url: receiver.of.url });
    await cancelled();
    const [delivery] = await json<{ delivery_id: string }[]>("events", "list");
    const sent = await json("events", "resend", "--delivery", delivery?.delivery_id ?? "");
    expect(sent).toMatchObject({ delivery_status: "SUCCESS" });
    await receiver.of.waitFor(1);
  });

  test.each([
    [["payments", "get"], 2, "Add the missing option --code CODE"],
    [["payments", "get", "--code", "nothing"], 1, "Invoice not found. Check the code"],
    [["payments", "create", "--amount", "much"], 2, "whole number"],
    [["payments", "list", "--status", "paid"], 1, "must be"],
    [["payments"], 2, "Unknown command"],
    [["listen", "--forward-to", "shop"], 2, "http://localhost:3000"],
    [["trigger", "--event", "payment.lost"], 1, "event_type"],
    [["events", "resend", "--delivery", "../x"], 1, "not found"],
    [["payments", "list", "--api-key", "pgk_live_secret"], 2, "--api-key"],
  ])("%j exits with %i and prints the next step", async (args, code, message) => {
    const refused = await run(args);
    expect(refused).toMatchObject({ code, stdout: "" });
    expect(refused.stderr).toContain(message);
    expect(refused.stderr).not.toContain("pgk_live");
  });

  test("without a key, and with an unknown key", async () => {
    expect((await run(["payments", "list"], {})).stderr).toContain("No API key is set");
    const forged = await run(["payments", "list"], withKey("pgk_live_forged"));
    expect(forged).toMatchObject({ code: 1, stderr: expect.stringContaining("login") as string });
    const nobody = await run(["payments", "list"], {
      ...withKey(),
      TEPAT_URL: "http://127.0.0.1:1",
    });
    expect(nobody).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Check that the gateway is running") as string,
    });
  });
});

const disposable = (of: WebhookReceiver) => ({
  of,
  [Symbol.asyncDispose]: () => of.close(),
});

describe("listen", () => {
  let receiver: WebhookReceiver;
  let respond: () => { status: number; delay_milliseconds?: number };
  beforeEach(async () => {
    respond = () => ({ status: 204 });
    receiver = await startWebhookReceiver({ respond: () => respond() });
    return () => receiver.close();
  });

  async function listening(
    env: Record<string, string> = {},
    entry = entries.own,
    url = `${receiver.url}/hook`,
  ) {
    const running = start(
      ["listen", "--forward-to", url, "--json"],
      { ...withKey(), ...env },
      entry,
    );
    await expect.poll(running.stderr).toContain("Forwarding");
    return running;
  }
  const codesOf = (stdout: string): string[] =>
    stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { payment_code: string }).payment_code);

  test.each(["own", "server"] as const)(
    "forwards events signed with the machine's secret, as the command of the %s",
    async (which) => {
      const running = await listening({}, entries[which]);
      const made = await json<{ payment_code: string }>("trigger", "--event", "payment.paid");
      const [webhook] = await receiver.waitFor(1);
      const secret = /TEPAT_WEBHOOK_SECRET=(whsec_\S+)/.exec(running.stderr())?.[1] ?? "";
      const event = await unwrapWebhook(webhook?.body ?? "", webhook?.headers ?? {}, { secret });
      expect(event).toMatchObject({ type: "payment.paid", data: made });
      expect(secret).not.toBe(shop.webhook_secret);
      expect((await stat(configFile())).mode & 0o777).toBe(0o600);
      await expect.poll(() => codesOf(running.stdout())).toEqual([made.payment_code]);
      expect(await running.stop()).toBe(0);
      expect(running.stdout() + running.stderr()).not.toContain(shop.api_key);
    },
  );

  test("signs with the merchant's own secret if this machine has it, with the webhook's id and bytes", async () => {
    await changeMerchant(gateway, shop.merchant_id, { webhook_url: `${receiver.url}/shop` });
    const running = await listening({ TEPAT_WEBHOOK_SECRET: shop.webhook_secret });
    await cancelled();
    const both = await receiver.waitFor(2);
    const [own, forwarded] = both.toSorted((a, b) => b.path.localeCompare(a.path));
    expect([own?.path, forwarded?.path]).toEqual(["/shop", "/hook"]);
    expect(forwarded?.body).toBe(own?.body);
    expect(forwarded?.headers["webhook-id"]).toBe(own?.headers["webhook-id"]);
    const { webhook_secret: secret } = shop;
    await unwrapWebhook(forwarded?.body ?? "", forwarded?.headers ?? {}, { secret });
    expect(running.stderr()).not.toContain(shop.webhook_secret);
    await running.stop();
  });

  test("a killed and restarted gateway loses and repeats no event, and two listeners each get all", async () => {
    const both = [await listening(), await listening()];
    const codes = [await cancelled(), await cancelled()];
    await receiver.waitFor(4);
    await server.kill();
    codes.push(await cancelled(), await cancelled());
    for (const { stderr } of both) await expect.poll(stderr).toContain("stream was lost");
    server = await startServerProcess(settings);
    codes.push(await cancelled());
    for (const running of both) {
      await expect.poll(() => codesOf(running.stdout()).length).toBe(codes.length);
      expect(codesOf(running.stdout())).toEqual(codes);
    }
    // Long enough for a repeat that must not come.
    await wait(1_500);
    expect((await receiver.waitFor(2 * codes.length)).length).toBe(2 * codes.length);
    for (const running of both) await running.stop();
  });

  test("exits when the key is revoked, and prints the next step", async () => {
    const { api_key, key_id } = await createApiKey(database.sql, shop.merchant_id);
    const running = await listening({ TEPAT_API_KEY: api_key });
    await revokeApiKey(database.sql, key_id);
    expect(await running.exited).toBe(1);
    expect(running.stderr()).toContain("revoked");
  });

  test.each(["pgk_live_forged", ""])("the key %j gets no event", async (key) => {
    const refused = await run(["listen"], withKey(key));
    expect(refused).toMatchObject({ code: 1, stdout: "" });
  });

  test("a slow receiver gets all events in order; listen reports a missing one and sends it the next", async () => {
    respond = () => ({ status: 400, delay_milliseconds: 400 });
    const slow = await listening();
    const away = await listening({}, entries.own, `http://127.0.0.1:${await freePort()}/`);
    const codes: string[] = [];
    for (let count = 0; count < 6; count += 1) codes.push(await cancelled());
    for (const running of [slow, away]) {
      await expect.poll(() => [...new Set(codesOf(running.stdout()))]).toEqual(codes);
    }
    // The server would refuse the event again, so the command does not repeat it.
    expect(codesOf(slow.stdout())).toEqual(codes);
    expect(slow.stdout()).toContain('"http_status":400');
    expect(away.stdout()).toContain("ECONNREFUSED");
    await slow.stop();
    await away.stop();
  });

  test("a failing receiver gets the event again, with the same id and bytes, until it accepts it", async () => {
    let answers = 0;
    respond = () => ({ status: (answers += 1) < 3 ? 500 : 204 });
    const running = await listening();
    const code = await cancelled();
    const [first, ...again] = await receiver.waitFor(3);
    for (const { headers, body } of again) {
      expect(headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
      expect(body).toBe(first?.body);
    }
    await expect.poll(() => codesOf(running.stdout())).toEqual([code, code, code]);
    expect(running.stdout().match(/"http_status":\d+/g)).toEqual([
      '"http_status":500',
      '"http_status":500',
      '"http_status":204',
    ]);
    await running.stop();
  });

  test("listen forwards headers, and resends an event on request", async () => {
    await changeMerchant(gateway, shop.merchant_id, { webhook_url: `${receiver.url}/shop` });
    const resend = (id: string) => run(["events", "resend", "--delivery", id, "--to-listener"]);
    expect(await resend(`msg_${"0".repeat(32)}`)).toMatchObject({ code: 1 });
    const running = start(
      [
        "listen",
        "--forward-to",
        `${receiver.url}/hook`,
        "--headers",
        "X-Tenant: toko, webhook-id: x",
      ],
      withKey(),
    );
    await expect.poll(running.stderr).toContain("Forwarding");
    await cancelled();
    const heard = async (count: number) =>
      (await receiver.waitFor(count)).filter(({ path }) => path === "/hook");
    const [forwarded] = await heard(2);
    const id = String(forwarded?.headers["webhook-id"]);
    expect(id).toMatch(/^msg_/);
    expect(forwarded?.headers["x-tenant"]).toBe("toko");
    expect(await resend(id)).toMatchObject({ code: 0 });
    const [, again] = await heard(3);
    expect(again).toMatchObject({ body: forwarded?.body, path: "/hook" });
    expect(again?.headers).toMatchObject({ "webhook-id": id, "x-tenant": "toko" });
    await running.stop();
    const refused = await resend(id);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("No npx @tepat/cli listen --forward-to runs on this machine");
  });

  test.each(["X-Tenant", ": a", "X Tenant: a", "X-Tenant: ü", ""])(
    "headers such as %j are refused",
    async (headers) => {
      const refused = await run(
        ["listen", "--forward-to", `${receiver.url}/hook`, "--headers", headers],
        withKey(),
      );
      expect(refused).toMatchObject({ code: 2, stdout: "" });
    },
  );
});

test("logs tail shows the newest requests, oldest first, and follows new ones", async () => {
  await json("payments", "list");
  await run(["payments", "get", "--code", "NOBODYS"]);
  const entries = (stdout: string) =>
    stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { path: string; error_code: string | null });
  const tailed = async (...args: string[]) =>
    entries((await run(["logs", "tail", "--once", "--json", ...args])).stdout);
  await expect
    .poll(() => tailed())
    .toMatchObject([
      { path: "/gateway/payments", error_code: null },
      { path: "/gateway/payments/NOBODYS", error_code: "not_found" },
    ]);
  expect(await tailed("--errors")).toMatchObject([{ path: "/gateway/payments/NOBODYS" }]);
  expect(await tailed("--path", "nobodys", "--limit", "1")).toHaveLength(1);
  const running = start(["logs", "tail", "--json", "--limit", "1"], withKey());
  await expect.poll(() => entries(running.stdout())).toHaveLength(1);
  await json("payments", "list", "--status", "PAID");
  await expect
    .poll(() => entries(running.stdout()))
    .toMatchObject([{ path: "/gateway/payments/NOBODYS" }, { path: "/gateway/payments" }]);
  expect(await running.stop()).toBe(0);
});
