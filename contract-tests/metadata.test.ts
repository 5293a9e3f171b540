import { afterAll, describe, expect, test } from "vitest";
import { approvedDevice, transfer } from "./support/device.ts";
import { dataOf, expectInvalid } from "./support/http.ts";
import type { Payment } from "./support/resources.ts";
import { newCode, openShop, paymentPath, pendingPayment } from "./support/shop.ts";
import { startReceiver } from "./support/webhook-receiver.ts";

/**
 * Tests that a payment's metadata is returned only on request, because readers of the specification know no
 * such field.
 */

const receiver = await startReceiver(() => ({ status: 204 }));
afterAll(() => receiver[Symbol.asyncDispose]());

const shop = await openShop();
const device = await approvedDevice(shop);
const metadata = { order_id: "A-17" };
const name = newCode();
const plain = await pendingPayment(shop);
const noted = await pendingPayment(shop, {
  metadata,
  payment_webhook_url: receiver.urlOf(name),
});
const { metadata: _, ...known } = noted;

const readers: [name: string, path: string][] = [
  ["an invoice", paymentPath(noted.payment_code)],
  ["the list", "/gateway/payments"],
  ["the list of a status", "/gateway/payments?status=PENDING"],
  ["the list of a time", `/gateway/payments?since=${plain.payment_updated_at}`],
  ["the list of changes", `/gateway/payments?updated_since=${plain.payment_updated_at}`],
];
const asked = (path: string, include: string) =>
  `${path}${path.includes("?") ? "&" : "?"}include=${include}`;

async function told(path: string, { payment_id } = noted): Promise<Payment | undefined> {
  const answer = await shop.get(path);
  expect(answer.headers.get("x-tepat-ignored-fields")).toBeNull();
  const payments = [dataOf<Payment | Payment[]>(answer)].flat();
  return payments.find((payment) => payment.payment_id === payment_id);
}

test("create returns the metadata of its request", () => {
  expect(noted.metadata).toEqual(metadata);
});

describe.each(readers)("%s", (_case, path) => {
  test("returns metadata on request", async () => {
    expect(await told(asked(path, "metadata"))).toEqual(noted);
  });

  test("hides metadata from all other responses", async () => {
    expect(await told(path)).toEqual(known);
    expect(await told(asked(path, ""))).toEqual(known);
  });

  test.each(["notes", "metadata,metadata", "Metadata"])("cannot include %s", async (other) => {
    expectInvalid(await shop.get(asked(path, other)), "include");
  });
});

test("an invoice without metadata has no such field, even on request", async () => {
  const path = asked(paymentPath(plain.payment_code), "metadata");
  expect(await told(path, plain)).toEqual(plain);
  expect(plain).not.toHaveProperty("metadata");
});

test("the webhook and the event of an invoice with metadata contain it", async () => {
  await device.report(transfer(noted.payment_total));
  const [received] = await receiver.waitFor(name);
  expect(JSON.parse(received?.body ?? "")).toMatchObject({ data: { metadata } });
  const events = dataOf<{ body: object }[]>(await shop.get("/gateway/events"));
  expect(events).toMatchObject([{ body: { data: { metadata } } }]);
});
