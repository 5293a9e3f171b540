import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Tepat } from "@tepat/sdk";
import { fakeTepat } from "@tepat/sdk/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOrExplain } from "./errors.ts";
import { showLists } from "./lists.ts";
import { refundReturn } from "./refunds.ts";
import { showRequests } from "./requests.ts";
import { app as expressApp } from "./webhook-express.ts";
import { app as honoApp } from "./webhook-hono.ts";
import { POST } from "./webhook-next.ts";

/** Runs the README's examples. */

const fake = fakeTepat();
const network = globalThis.fetch;
vi.spyOn(console, "debug").mockImplementation(() => {});
const printed = vi.spyOn(console, "log").mockImplementation(() => {});

beforeEach(() => {
  // The examples create their own client, so requests to the fake's address are sent to the fake.
  vi.stubGlobal("fetch", (url: string, init?: RequestInit) =>
    (url.startsWith(fake.baseUrl) ? fake.fetch : network)(url, init),
  );
  vi.stubEnv("TEPAT_API_KEY", fake.apiKey);
  vi.stubEnv("TEPAT_URL", fake.baseUrl);
  vi.stubEnv("TEPAT_WEBHOOK_SECRET", fake.webhookSecret);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  printed.mockClear();
});

let codes = 0;
const input = () => ({
  account_id: fake.accounts[0]?.account_id ?? "",
  payment_code: `EXAMPLE-${(codes += 1)}`,
  payment_amount: 150_000,
  payment_expired_at: new Date(Date.now() + 3600 * 1000).toISOString(),
  customer_name: "Siti Rahayu",
  customer_phone: "0812",
});

test("the first payment prints the amount and the account", async () => {
  await import("./first-payment.ts");
  expect(printed.mock.calls[0]?.[0]).toMatch(
    /^Pay exactly Rp150\d{3} at http:\/\/tepat\.test\/pay\//,
  );
});

async function viaExpress(request: Request): Promise<Response> {
  const listener = createServer(expressApp).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  const { method, headers } = request;
  try {
    const url = `http://127.0.0.1:${port}/webhooks/tepat`;
    return await fetch(url, { method, headers, body: await request.text() });
  } finally {
    listener.closeAllConnections();
    listener.close();
  }
}

test.each([
  ["Express", viaExpress],
  ["Hono", async (request: Request) => honoApp.fetch(request)],
  ["Next.js", POST],
])("the handler for %s accepts only Tepat's webhooks", async (_name, handle) => {
  const payment = await new Tepat(fake).payments.create(input());
  const { webhook } = await fake.simulateTransfer(payment.payment_code);
  const post = (body: string) =>
    handle(
      new Request("http://shop.test/webhooks/tepat", {
        method: "POST",
        headers: webhook.headers,
        body,
      }),
    );
  expect((await post(webhook.body)).status).toBe(204);
  expect(printed).toHaveBeenCalledWith(`${payment.payment_code} is paid`);
  printed.mockClear();
  const forged = await post(webhook.body.replace("PAID", "PAYD"));
  expect([forged.status, await forged.text()]).toEqual([400, "no_match"]);
  expect(printed).not.toHaveBeenCalled();
});

test("lists are shown by page and as a whole", async () => {
  const tepat = new Tepat(fake);
  const { payment_code } = await tepat.payments.create(input());
  fake.simulateUnknownTransfer(99);
  await showLists(tepat);
  const lines = printed.mock.calls.flat();
  expect(lines).toContain(payment_code);
  expect(lines.at(-1)).toBe("1 transfers need a manual match");
});

test("refusals are explained by their code", async () => {
  const tepat = new Tepat(fake);
  const order = input();
  expect(await createOrExplain(tepat, order)).toContain("/pay/");
  expect(await createOrExplain(tepat, order)).toContain("already");
  expect(await createOrExplain(tepat, { ...input(), payment_amount: 0 })).toContain(
    "payment_amount",
  );
  const other = { ...input(), account_id: crypto.randomUUID() };
  await expect(createOrExplain(tepat, other)).rejects.toMatchObject({ code: "account_not_owned" });
});

test("a return is refunded once, up to the amount received", async () => {
  const tepat = new Tepat(fake);
  const { payment_code } = await tepat.payments.create(input());
  await fake.simulateTransfer(payment_code);
  const order = { number: payment_code, returnId: "RETURN-1", amount: 100_000 };
  const refund = await refundReturn(tepat, order);
  expect(refund).toMatchObject({ refund_status: "OWED", amount: 100_000 });
  expect(await refundReturn(tepat, order)).toEqual(refund);
  const more = await refundReturn(tepat, { ...order, returnId: "RETURN-2" });
  expect(more).toBe(`Rp100000 of ${payment_code} is refunded already.`);
});

test("requests are logged by the listeners", async () => {
  await showRequests(fake);
  const lines = printed.mock.calls.map((line) => line.join(" "));
  expect(lines).toContainEqual(expect.stringMatching(/^GET \/gateway\/accounts 200 \d+ ms$/));
});
