import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../start/config.ts";
import { createLog } from "../start/log.ts";
import { startServer, type RunningServer } from "../server.ts";
import { gatewayOfCli, settingsOf } from "../testing/cli-process.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedPhone,
  paymentInput,
  shopWithAccount,
  transferNotification,
  type Shop,
} from "../testing/fixtures.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../testing/webhook-receiver.ts";

/** A span in OTLP's JSON, with the fields that these tests use. */
interface Span {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
}

interface Export {
  resourceSpans: {
    resource: { attributes: Span["attributes"] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

const spans: Span[] = [];
const resources: unknown[] = [];
let collector: Server;
let database: TestDatabase;
let receiver: WebhookReceiver;
let server: RunningServer;
let shop: Shop;
let token: string;

/** Everything runs and is sent before the checks. */
beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export;
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(resource.attributes);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    response.end("{}");
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  const { port } = collector.address() as AddressInfo;
  database = await createTestDatabase();
  receiver = await startWebhookReceiver();
  const settings = {
    ...settingsOf(database),
    HOST: "127.0.0.1",
    PORT: "0",
    TRANSPORT: "node",
    WEBHOOK_ALLOW_PRIVATE: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_SERVICE_NAME: "tepat-of-the-test",
  };
  server = await startServer(readConfig(settings), createLog("silent"));
  const gateway = gatewayOfCli(database);
  shop = await shopWithAccount(gateway);
  ({ device_token: token } = await approvedPhone(gateway, shop));
  await use();
  await server.close();
});

afterAll(async () => {
  collector.close();
  await receiver.close();
  await database.drop();
});

const caller = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };

const post = (path: string, headers: Record<string, string>, body: unknown) =>
  fetch(`${server.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

const create = (request_id: string, traceparent: string, customer_name = "Budi") =>
  post(
    "/gateway/payments",
    { "x-api-key": shop.api_key, "x-request-id": request_id, traceparent },
    paymentInput(shop, { customer_name, payment_webhook_url: receiver.url }),
  );

async function use(): Promise<void> {
  const created = await create("traced", `00-${caller.traceId}-${caller.spanId}-01`, "Sri Rahasia");
  const { data } = (await created.json()) as { data: { payment_total: number } };
  const notifications = [transferNotification(data.payment_total)];
  await post("/worker/mutations", { "x-device-token": token }, { notifications });
  await receiver.waitFor(1);
  await create("malformed", "00-00000000000000000000000000000000-b7ad6b7169203331-01");
  await create("undecided", `00-${"1".repeat(32)}-${"2".repeat(16)}-00`);
  await createTogether();
}

/**
 * Creates several payments. The first ones wait for the merchant's turn, which another transaction holds, and the
 * others wait for them.
 */
async function createTogether(): Promise<void> {
  let creates: Promise<unknown> | undefined;
  await database.sql.begin(async (tx) => {
    await tx`select from payment_counters where merchant_id = ${shop.merchant_id} for update`;
    creates = Promise.all(
      Array.from({ length: 12 }, (_, number) => create(`together-${number}`, "no traceparent")),
    );
    await wait(arriveMilliseconds);
  });
  await creates;
}

const arriveMilliseconds = 750;

const attributeOf = (span: Span, key: string): unknown => {
  const value = span.attributes.find((each) => each.key === key)?.value ?? {};
  return Object.values(value)[0];
};

const requestSpan = (request_id: string) =>
  spans.find((span) => attributeOf(span, "tepat.request_id") === request_id);

const childrenOf = (span: Span | undefined) =>
  spans.filter((each) => span !== undefined && each.parentSpanId === span.spanId);

test("a request continues its caller's trace under its operation's name", () => {
  const span = requestSpan("traced");
  expect(span).toMatchObject({
    name: "createPayment",
    traceId: caller.traceId,
    parentSpanId: caller.spanId,
  });
  expect(span && attributeOf(span, "http.response.status_code")).toBe(201);
});

test("the service is named as its settings say", () => {
  expect(JSON.stringify(resources[0])).toContain("tepat-of-the-test");
});

test("a malformed traceparent begins its own trace", () => {
  const span = requestSpan("malformed");
  expect(span?.traceId).not.toMatch(/^0*$/);
  expect(span?.parentSpanId ?? "").toBe("");
});

test("an unsampled caller's decision is followed", () => {
  expect(requestSpan("undecided")).toBeUndefined();
});

test("statements are spans of their request, without values", () => {
  const statements = childrenOf(requestSpan("traced"));
  expect(statements.map(({ name }) => name)).toContain("select create_payments");
  const text = JSON.stringify(spans);
  expect(text).not.toContain("Sri Rahasia");
  expect(text).not.toContain(token);
  expect(text).not.toContain(shop.api_key);
});

test("a shared statement belongs to one request and is linked to the others", () => {
  const together = Array.from({ length: 12 }, (_, number) => requestSpan(`together-${number}`));
  const known = new Set(together.map((span) => span?.spanId));
  const creates = spans.filter(
    ({ name, parentSpanId }) => name === "select create_payments" && known.has(parentSpanId),
  );
  const linked = creates.flatMap(({ links = [] }) => links.map(({ spanId }) => spanId));
  expect(linked.length).toBeGreaterThan(0);
  const members = [...creates.map(({ parentSpanId }) => parentSpanId), ...linked];
  expect(new Set(members)).toEqual(known);
  expect(members).toHaveLength(12);
});

test("a webhook's attempt is a span", () => {
  const attempt = spans.find(({ name }) => name === "webhook attempt");
  expect(attempt && attributeOf(attempt, "server.address")).toBe(new URL(receiver.url).host);
  expect(attempt && attributeOf(attempt, "http.response.status_code")).toBe(200);
});

test("a statement outside a request has no separate trace", () => {
  const statements = spans.filter((span) => attributeOf(span, "db.system.name") !== undefined);
  const known = new Set(spans.map(({ spanId }) => spanId));
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.filter(({ parentSpanId = "" }) => !known.has(parentSpanId))).toEqual([]);
});
