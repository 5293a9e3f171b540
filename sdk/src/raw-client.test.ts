import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { pendingPayment } from "../test-support/answers.ts";
import { createClient } from "./generated/client/index.ts";
import { createPayment, getPayment, listPayments } from "./generated/sdk.gen.ts";
import { Tepat } from "./index.ts";

/**
 * Each test shows first what the generated client does alone, and then what the hand-written layer adds. If the first
 * half fails, the generator now does it, and that part of the layer can be removed.
 */

const apiKey = "pgk_live_raw";
const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const json = (status: number, body: unknown): RequestListener => {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
};

const success = (data: unknown) => json(200, { success: true, message: "ok", data });

function clients(baseUrl: string) {
  return {
    raw: createClient({ baseUrl, auth: () => apiKey }),
    tepat: new Tepat({ apiKey, baseUrl, maxRetries: 0, timeoutSeconds: 0.2 }),
  };
}

const path = { payment_code: "INV-1" };
const body = {
  account_id: pendingPayment.account_id,
  payment_code: "INV-1",
  payment_amount: Number.NaN,
  payment_expired_at: "2026-11-22T10:15:30Z",
  customer_name: "Siti",
  customer_phone: "0812",
};

describe("the path value ..", () => {
  test("goes to another endpoint with the generated client; the SDK sends nothing", async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      seen.push(request.url);
      success(null)(request, response);
    });
    const { raw, tepat } = clients(url);
    await getPayment({ client: raw, path: { payment_code: ".." } });
    expect(seen.splice(0)).toEqual(["/gateway/"]);
    await expect(tepat.payments.get("..")).rejects.toMatchObject({ code: "invalid_argument" });
    expect(seen).toEqual([]);
  });
});

test("a redirect to another origin receives the key from the generated client, but not from the SDK", async () => {
  const keys: unknown[] = [];
  const elsewhere = await serve((request, response) => {
    keys.push(request.headers["x-api-key"]);
    success(pendingPayment)(request, response);
  });
  const url = await serve((request, response) => {
    response.writeHead(307, { location: `${elsewhere}${request.url}` }).end();
  });
  const { raw, tepat } = clients(url);
  await getPayment({ client: raw, path });
  expect(keys.splice(0)).toEqual([apiKey]);
  await expect(tepat.payments.get("INV-1")).rejects.toMatchObject({
    name: "ConnectionError",
    status: 307,
  });
  expect(keys).toEqual([]);
});

test("a refusal is a plain object from the generated client, an Error with a code from the SDK", async () => {
  const url = await serve(
    json(404, { success: false, code: "not_found", message: "payment not found" }),
  );
  const { raw, tepat } = clients(url);
  const thrown: unknown = await getPayment({ client: raw, path, throwOnError: true }).catch(
    (error: unknown) => error,
  );
  expect(thrown).not.toBeInstanceOf(Error);
  const error: unknown = await tepat.payments.get("INV-1").catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({ name: "NotFoundError", code: "not_found", status: 404 });
});

test("a login page with status 200 is data to the generated client, an error to the SDK", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>");
  });
  const { raw, tepat } = clients(url);
  expect(await getPayment({ client: raw, path })).toMatchObject({ data: "<h1>Sign in</h1>" });
  await expect(tepat.payments.get("INV-1")).rejects.toMatchObject({ code: "invalid_response" });
});

test("an empty response is an empty object to the generated client, an error to the SDK", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-length": "0" }).end();
  });
  const { raw, tepat } = clients(url);
  expect(await getPayment({ client: raw, path, parseAs: "json" })).toMatchObject({ data: {} });
  await expect(tepat.payments.get("INV-1")).rejects.toMatchObject({ code: "invalid_response" });
});

test("the generated client gives up at the first 500; the SDK retries", async () => {
  let requests = 0;
  const url = await serve((request, response) => {
    requests += 1;
    const isDown = requests % 2 === 1;
    const listener = isDown
      ? json(500, { success: false, code: "internal_error", message: "down" })
      : success(pendingPayment);
    listener(request, response);
  });
  const { error } = await getPayment({ client: clients(url).raw, path });
  expect([requests, error?.code]).toEqual([1, "internal_error"]);
  requests = 0;
  const tepat = new Tepat({ apiKey, baseUrl: url, maxRetries: 1 });
  await expect(tepat.payments.get("INV-1")).resolves.toEqual(pendingPayment);
});

test("a body that stalls holds the generated client; the SDK gives up in time", async () => {
  const url = await serve((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write('{"success":');
  });
  const { raw, tepat } = clients(url);
  const giveUp = new AbortController();
  const isHeld = await Promise.race([
    getPayment({ client: raw, path, signal: giveUp.signal }).then(() => false),
    new Promise((resolve) => setTimeout(resolve, 400, true)),
  ]);
  giveUp.abort();
  expect(isHeld).toBe(true);
  await expect(tepat.payments.get("INV-1")).rejects.toMatchObject({ name: "TimeoutError" });
});

test("the generated client reads one page; the SDK walks through all", async () => {
  const url = await serve((request, response) => {
    const page = Number(new URL(`${url}${request.url}`).searchParams.get("page") ?? 1);
    const payment = { ...pendingPayment, payment_id: `id-${page}` };
    const pagination = { total: 3, count: 1, per_page: 1, current_page: page, total_pages: 3 };
    json(200, { success: true, message: "ok", data: [payment], pagination })(request, response);
  });
  const { raw, tepat } = clients(url);
  const { data } = await listPayments({ client: raw });
  expect(data?.data).toHaveLength(1);
  expect(await tepat.payments.list().toArray({ limit: 10 })).toHaveLength(3);
});

test("an amount that is not a number becomes null with the generated client; the SDK sends nothing", async () => {
  const bodies: string[] = [];
  const url = await serve(async (request, response) => {
    bodies.push((await request.setEncoding("utf8").toArray()).join(""));
    success(pendingPayment)(request, response);
  });
  const { raw, tepat } = clients(url);
  await createPayment({ client: raw, body });
  expect(bodies.splice(0)[0]).toContain('"payment_amount":null');
  await expect(tepat.payments.create(body)).rejects.toMatchObject({ code: "invalid_argument" });
  expect(bodies).toEqual([]);
});
