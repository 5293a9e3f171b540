import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openShop, type Shop } from "../testing/shop.ts";
import { findToolchain } from "./scripts/build.ts";
import { prepareTests, type TestMachine } from "./test/run-tests.ts";

/** Tests the app's requests through Android's own HTTP client, which runs on a plain JVM. */

const { toolchain, missing } = findToolchain();
if (missing) console.log(`Skipped: ${missing}`);

const client = "com.android.okhttp.internal.huc.HttpURLConnectionImpl";

describe.skipIf(!toolchain)("Android's own HTTP client", { timeout: 300_000 }, () => {
  let machine: TestMachine;
  let shop: Shop;

  beforeAll(async () => {
    // The test uses Android 14's unchanged classes, which the build needs too.
    machine = await prepareTests(toolchain!, []);
    shop = await openShop();
  }, 300_000);

  afterAll(async () => {
    await shop?.close();
    if (machine) await rm(machine.folder, { recursive: true, force: true });
  });

  test("repeats a report after a closed connection, and the gateway counts it once", async () => {
    const { device_id, device_token } = await registered(shop);
    await shop.tepat("device approve", "--device", device_id);
    const created = (await shop.post("/gateway/payments", {
      account_id: shop.account_id,
      payment_code: "ONCE-1",
      payment_amount: 150_000,
      payment_expired_at: new Date(Date.now() + 3_600_000).toISOString(),
      customer_name: "Siti",
      customer_email: "siti@example.com",
    })) as { data: { payment_total: number } };
    const proxy = await createForgetfulProxy(shop.url);
    const app = startApp(machine, proxy.url, device_token);
    expect(await app.says()).toBe(client);
    expect(await app.call("device")).toMatch(/^OK 0 .*"ACTIVE"/);
    proxy.forgetNextAnswer();
    const answer = await app.call(JSON.stringify(transfer(created.data.payment_total)));
    // The app has sent one request, and the gateway has received two.
    expect(answer).toMatch(/^OK 0 \[.*"matched_payment_code":"ONCE-1"/);
    expect(proxy.reports()).toBe(2);
    const { data } = (await shop.get("/gateway/mutations")) as { data: unknown[] };
    expect(data).toHaveLength(1);
    const paid = (await shop.get("/gateway/payments/ONCE-1")) as {
      data: { payment_status: string };
    };
    expect(paid.data.payment_status).toBe("PAID");
    app.end();
    proxy.close();
  });

  test.each<[string, number, Record<string, string>, string, RegExp]>([
    ["a revoked token", 401, {}, envelope("unauthorized"), /^UNAUTHORIZED 0 /],
    ["a challenge of a proxy", 401, { "www-authenticate": "Basic" }, "Login", /^LATER 0 /],
    ["a phone that waits", 403, {}, envelope("device_not_approved"), /^NOT_APPROVED 0 /],
    ["a timeout", 408, {}, envelope("bad_request"), /^LATER 0 /],
    ["a body that is too large", 413, {}, envelope("bad_request"), /^REFUSED 0 /],
    ["a busy server", 503, { "retry-after": "7" }, envelope("unavailable"), /^LATER 7 /],
    ["a server that asks for no wait", 503, { "retry-after": "0" }, "", /^LATER 0 /],
    ["a redirection", 307, { location: "/elsewhere" }, "", /^LATER 0 /],
    ["a failure", 500, {}, envelope("internal_error"), /^FAILED 0 /],
    ["a captive portal", 200, {}, "<html>WiFi</html>", /^LATER 0 /],
  ])("reads %s after one call", async (_, status, headers, body, expected) => {
    let calls = 0;
    const server = await listen((_request, response) => {
      calls += 1;
      response.writeHead(status, headers).end(body);
    });
    const app = startApp(machine, addressOf(server), "pgd_token");
    expect(await app.says()).toBe(client);
    expect(await app.call(JSON.stringify(transfer(150_123)))).toMatch(expected);
    expect(calls).toBe(1);
    app.end();
    server.close();
  });
});

const envelope = (code: string) => JSON.stringify({ success: false, code, message: "No." });

const transfer = (total: number) => ({
  key: "0|com.bca|1|null|10234",
  package_name: "com.bca",
  title: "Catatan Finansial",
  body: `Pemasukan sebesar IDR ${total.toLocaleString("en-US")}.00 dari SITI RAHAYU di kategori Transfer Rekening.`,
  posted_at: new Date().toISOString(),
});

async function registered(shop: Shop) {
  const response = await fetch(`${shop.url}/worker/devices`, {
    method: "POST",
    headers: { "x-api-key": shop.api_key, "content-type": "application/json" },
    body: JSON.stringify({ device_name: "HP kasir", installation_id: "http-client" }),
  });
  const { data } = (await response.json()) as {
    data: { device_id: string; device_token: string };
  };
  return data;
}

function startApp(machine: TestMachine, url: string, token: string) {
  const child: ChildProcess = machine.startUnchanged("id.tepat.worker.AndroidHttp", [url, token]);
  child.stderr!.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const says = async () => (await lines.next()).value as string;
  return {
    says,
    call(line: string) {
      child.stdin!.write(`${line}\n`);
      return says();
    },
    end: () => child.stdin!.end(),
  };
}

async function listen(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(answer as never).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Starts a proxy that can pass a report to the gateway and then close the connection without a response. */
async function createForgetfulProxy(gateway: string) {
  let reports = 0;
  let isForgetful = false;
  const server = await listen((phone, answer) => {
    if (phone.url === "/worker/mutations") reports += 1;
    const onward = request(
      gateway + phone.url,
      { method: phone.method, headers: phone.headers },
      (response: IncomingMessage) => {
        if (isForgetful) {
          isForgetful = false;
          response.resume();
          phone.socket.destroy();
          return;
        }
        answer.writeHead(response.statusCode!, response.headers);
        response.pipe(answer);
      },
    );
    phone.pipe(onward);
  });
  return {
    url: addressOf(server),
    reports: () => reports,
    forgetNextAnswer: () => {
      isForgetful = true;
    },
    close: () => server.close(),
  };
}
