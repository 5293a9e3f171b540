import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SimulatedEventType } from "../../contract/developers.ts";
import { limits } from "../../contract/limits.ts";
import { webhookEvent } from "../../contract/webhook-event.ts";
import { listApiKeys, revokeApiKey } from "../../domain/merchants/api-keys.ts";
import { changeMerchant } from "../../domain/merchants/merchants.ts";
import { triggerEvent } from "../../domain/mutations/simulated-events.ts";
import { cancelPayment, readPayment } from "../../domain/payments/payments.ts";
import { createRateLimits } from "../../procedures/rate-limits.ts";
import { createServices, type Services } from "../../procedures/services.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  pendingPayment,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { nothingOutside } from "../../testing/nothing-outside.ts";
import { createMerchantEvents, type MerchantEvents } from "./merchant-events.ts";

let database: TestDatabase;
let gateway: TestGateway;
let services: Services;
let events: MerchantEvents;
let shop: Shop;

const rates = { read: 1e6, write: 1e6, checkout: 1e6, worker: 1e6, dashboard: 1e6 };

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql, { allowTrigger: true });
  services = createServices(gateway, createRateLimits(rates), nothingOutside);
});
afterAll(() => database.drop());
beforeEach(async () => {
  events = createMerchantEvents(services);
  shop = await shopWithAccount(gateway);
  await changeMerchant(gateway, shop.merchant_id, { sends_cancelled_events: true });
  return () => events.stop();
});

interface StreamItem {
  id?: string;
  event?: string;
  data?: { webhook_id: string; payment_code: string | null; body: string };
}

/** Reads a stream block by block. */
class Reading {
  readonly #chunks: AsyncIterator<string>;
  constructor(chunks: AsyncIterable<string>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns null at the end of the stream. */
  async next(): Promise<StreamItem | null> {
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return null;
      if (value === "") continue;
      const fields = Object.fromEntries(
        value
          .trim()
          .split("\n")
          .map((line) => /^(\w+): (.*)$/.exec(line)?.slice(1) ?? []),
      ) as Record<string, string>;
      return { ...fields, ...(fields["data"] && { data: JSON.parse(fields["data"]) }) };
    }
  }

  async event(): Promise<StreamItem & { data: NonNullable<StreamItem["data"]> }> {
    for (;;) {
      const told = await this.next();
      if (told === null) throw new Error("the stream has ended");
      if (told.data) return { ...told, data: told.data };
    }
  }

  close(): unknown {
    return this.#chunks.return?.();
  }
}

const ask = (key: string, position?: string, from: MerchantEvents = events) => {
  const header = (name: string) => ({ "x-api-key": key, "last-event-id": position })[name];
  const page = from.findPage("/merchant/events");
  if (!page) throw new Error("there is no such page");
  const body = async () => Buffer.alloc(0);
  const request = { method: "GET", path: "", query: "", remoteAddress: "203.0.113.9" };
  return page.respond({ ...request, header, body });
};
async function open(key = shop.api_key, position?: string, from = events): Promise<Reading> {
  const { chunks } = await ask(key, position, from);
  if (!chunks) throw new Error("there is no stream");
  return new Reading(chunks as AsyncIterable<string>);
}

async function cancelled(of: Shop = shop): Promise<string> {
  const { payment_code } = await pendingPayment(gateway, of);
  await cancelPayment(gateway, { ...of, payment_code });
  return payment_code;
}

test("the end of a payment is announced once, with its webhook's bytes", async () => {
  const stream = await open();
  expect((await stream.next())?.id).toMatch(/^\d{4}-.*Z$/);
  const payment_code = await cancelled();
  const { event, data } = await stream.event();
  expect([event, data.payment_code]).toEqual(["payment.cancelled", payment_code]);
  expect(data.webhook_id).toMatch(/^msg_[0-9a-f]{32}$/);
  const payment = await readPayment(gateway, { ...shop, payment_code });
  expect(JSON.parse(data.body)).toEqual({
    type: "payment.cancelled",
    timestamp: payment.payment_updated_at,
    data: payment,
  });
  const next = await cancelled();
  expect((await stream.event()).data.payment_code).toBe(next);
  await stream.close();
  expect(events.count()).toBe(0);
});

test("another merchant's events and switched-off ones are not announced", async () => {
  const stranger = await shopWithAccount(gateway);
  await changeMerchant(gateway, stranger.merchant_id, { sends_cancelled_events: true });
  const stream = await open();
  await stream.next();
  await cancelled(stranger);
  await changeMerchant(gateway, shop.merchant_id, { sends_cancelled_events: false });
  await cancelled();
  await stream.next();
  await changeMerchant(gateway, shop.merchant_id, { sends_cancelled_events: true });
  const last = await cancelled();
  expect((await stream.event()).data.payment_code).toBe(last);
  await stream.close();
});

test("a stream continues after a lost one", async () => {
  const first = await open();
  const position = (await first.next())?.id;
  const told = await cancelled();
  const { data } = await first.event();
  await first.close();
  const missed = [await cancelled(), await cancelled()];
  // Continues at another process, which has no memory of the first stream.
  const other = createMerchantEvents(services);
  const second = await open(shop.api_key, position, other);
  const again = [await second.event(), await second.event(), await second.event()];
  expect(again.map((each) => each.data.payment_code)).toEqual([told, ...missed]);
  expect(again[0]?.data.webhook_id).toBe(data.webhook_id);
  await second.close();
});

describe("a decision about an amount that differs from the total", () => {
  const difference = async (event_type: SimulatedEventType, of: Shop = shop) =>
    (await triggerEvent(gateway, { merchant_id: of.merchant_id, event_type })).payment_code;
  const wanting = { webhook_url: "https://shop.example/hook", sends_difference_events: true };

  test("is announced in order, with its webhook's bytes, to a merchant with these events on", async () => {
    await changeMerchant(gateway, shop.merchant_id, wanting);
    const stream = await open();
    await stream.next();
    const payment_code = await difference("payment.underpaid");
    const told = [await stream.event(), await stream.event(), await stream.event()];
    expect(new Set(told.map(({ event }) => event))).toEqual(
      new Set(["payment.paid", "payment.part_received", "payment.underpaid"]),
    );
    expect(told.map(({ data }) => data.payment_code)).toEqual(told.map(() => payment_code));
    const sent = await database.sql<{ event_type: string; delivery_id: string; body: string }[]>`
      select event_type, delivery_id, body from webhook_deliveries
      where merchant_id = ${shop.merchant_id} and ledger_payment_number is not null
      order by created_at, event_type
    `;
    const differences = told.filter(({ event }) => event !== "payment.paid");
    expect(differences.map(({ event, data }) => [event, data.webhook_id, data.body])).toEqual(
      sent.map(({ event_type, delivery_id, body }) => [event_type, delivery_id, body]),
    );
    for (const { data } of differences) webhookEvent.parse(JSON.parse(data.body));
    const next = await cancelled();
    expect((await stream.event()).data.payment_code).toBe(next);
    await stream.close();
  });

  test.each([
    ["payment.overpaid", ["payment.overpaid", "payment.paid"]],
    ["payment.refunded", ["payment.paid", "payment.refunded"]],
    ["payment.part_received", ["payment.part_received"]],
  ] as const)("announces %s without another difference", async (event_type, all) => {
    await changeMerchant(gateway, shop.merchant_id, wanting);
    const stream = await open();
    await stream.next();
    await difference(event_type);
    const told = [];
    for (const _ of all) told.push((await stream.event()).event);
    expect(new Set(told)).toEqual(new Set(all));
    const next = await cancelled();
    expect((await stream.event()).data.payment_code).toBe(next);
    await stream.close();
  });

  test("is announced again under the same id when a lost stream is resumed", async () => {
    await changeMerchant(gateway, shop.merchant_id, wanting);
    const first = await open();
    const position = (await first.next())?.id;
    await difference("payment.part_received");
    const { data } = await first.event();
    await first.close();
    const second = await open(shop.api_key, position);
    expect((await second.event()).data).toEqual(data);
    await second.close();
  });

  test("is not announced to a merchant with these events off, or to another merchant", async () => {
    const stranger = await shopWithAccount(gateway);
    await changeMerchant(gateway, stranger.merchant_id, wanting);
    const stream = await open();
    await stream.next();
    await difference("payment.part_received", stranger);
    await difference("payment.part_received");
    const last = await cancelled();
    expect((await stream.event()).data.payment_code).toBe(last);
    await stream.close();
  });
});

test("a new stream has no earlier events", async () => {
  await cancelled();
  const stream = await open();
  await stream.next();
  const payment_code = await cancelled();
  expect((await stream.event()).data.payment_code).toBe(payment_code);
  await stream.close();
});

test("a position can be resumed for a day, and any other text is refused", async () => {
  const at = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1000).toISOString();
  const reach = limits.merchantEventReachSeconds;
  expect((await ask(shop.api_key, at(reach - 600))).status).toBe(200);
  for (const position of [
    at(reach + 600),
    at(-600),
    "9999-12-31T23:59:59.999Z",
    "7",
    "2026-99-99T00:00:00.000Z",
    "now",
    "x".repeat(99),
  ]) {
    await expect(ask(shop.api_key, position), position).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringContaining("Leave the header out") as string,
    });
  }
});

test.each(["", "pgk_live_unknown"])("the key %j gets no event", async (key) => {
  await expect(ask(key)).rejects.toMatchObject({ code: "tenant_api_key_required" });
});

test("a stream ends soon after its key's revocation, without later events", async () => {
  const stream = await open();
  await stream.next();
  const [key] = await listApiKeys(database.sql, shop.merchant_id);
  await revokeApiKey(database.sql, key?.key_id ?? "");
  expect(await stream.next()).toBeNull();
  await expect(ask(shop.api_key)).rejects.toMatchObject({ code: "tenant_api_key_required" });
});

test("open streams are limited for each process and each merchant", async () => {
  const bounds = { merchantEventStreams: 3, merchantEventStreamsPerMerchant: 2 };
  const few = createMerchantEvents(services, bounds);
  const [stranger, third] = [await shopWithAccount(gateway), await shopWithAccount(gateway)];
  const streams = [];
  for (const { api_key } of [shop, shop, stranger]) {
    const stream = await open(api_key, undefined, few);
    await stream.next();
    streams.push(stream);
    if (streams.length === 2) {
      await expect(ask(shop.api_key, undefined, few)).rejects.toMatchObject({
        code: "rate_limited",
        headers: { "x-ratelimit-reset": expect.stringMatching(/^\d+$/) },
      });
    }
  }
  await expect(ask(third.api_key, undefined, few)).rejects.toMatchObject({ code: "rate_limited" });
  expect(few.count()).toBe(3);
  await streams[0]?.close();
  expect((await ask(third.api_key, undefined, few)).status).toBe(200);
  few.stop();
  expect(await streams[1]?.next()).toBeNull();
});
