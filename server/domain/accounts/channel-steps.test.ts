import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { InstructionStep } from "../../contract/channels.ts";
import { visitor, type Visitor } from "../../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  pendingPayment,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { changeChannelSteps, readChannelSteps } from "./channel-steps.ts";
import { readChannelInstructions } from "./channels.ts";
import { readCheckout } from "../payments/checkout.ts";
import { readPayment, listPayments } from "../payments/payments.ts";

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
beforeEach(async () => {
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
});
afterAll(() => database.drop());

const additions = [
  { title: "Simpan bukti", content: "Simpan bukti transfer." },
  { title: "Kirim", content: 'Kirim bukti lewat WhatsApp, "segera".' },
];

async function change(channel_id: string, steps: { title: string; content: string }[]) {
  const { session, actor } = person;
  return changeChannelSteps(gateway, actor, { session, channel_id, additions: steps });
}

/** Returns the steps that customers of the shop see, from every place that shows them. */
async function told(merchant: Shop): Promise<InstructionStep[][]> {
  const { merchant_id } = merchant;
  const created = await pendingPayment(gateway, merchant);
  const channel_id = created.channel_id ?? "";
  const read = await readPayment(gateway, { merchant_id, ...created });
  const { items } = await listPayments(gateway, { merchant_id, page: 1, per_page: 1 });
  const checkout = await readCheckout(gateway, created.payment_id);
  const { instructions } = await readChannelInstructions(gateway, { merchant_id, channel_id });
  return [
    created.channel_instructions,
    read.channel_instructions,
    items[0]?.channel_instructions ?? [],
    JSON.parse(checkout.instructions) as InstructionStep[],
    instructions,
  ];
}

test("a merchant's own steps follow the built-in ones with continued numbers, on every page", async () => {
  const [before = []] = await told(shop);
  const { channel_id } = await pendingPayment(gateway, shop);
  expect(await change(channel_id ?? "", additions)).toEqual({
    channel_id,
    built_in: before,
    additions,
  });
  for (const steps of await told(shop)) {
    expect(steps).toEqual([
      ...before,
      { step: before.length + 1, ...additions[0] },
      { step: before.length + 2, ...additions[1] },
    ]);
  }
});

test("customers of another merchant or channel do not see a merchant's own steps", async () => {
  const otherMerchant = await shopWithAccount(gateway);
  const [before = []] = await told(otherMerchant);
  const { channel_id } = await pendingPayment(gateway, shop);
  await change(channel_id ?? "", additions);
  for (const steps of await told(otherMerchant)) expect(steps).toEqual(before);
  const otherChannel = await shopWithAccount(gateway, { channel: "BRI" });
  for (const steps of await told(otherChannel)) expect(steps).toHaveLength(4);
});

test("an empty list removes the merchant's own steps", async () => {
  const [before = []] = await told(shop);
  const { channel_id } = await pendingPayment(gateway, shop);
  await change(channel_id ?? "", additions);
  expect(await change(channel_id ?? "", [])).toMatchObject({ additions: [] });
  for (const steps of await told(shop)) expect(steps).toEqual(before);
});

test("the built-in steps are in the language of the reader, and the merchant's own as they were written", async () => {
  const { merchant_id } = shop;
  const { channel_id: known } = await pendingPayment(gateway, shop);
  const channel = { merchant_id, channel_id: known ?? "" };
  await change(channel.channel_id, additions);
  const [indonesian, english] = await Promise.all([
    readChannelSteps(gateway, channel),
    readChannelSteps(gateway, { ...channel, language: "en" }),
  ]);
  expect(indonesian.built_in[0]?.title).toBe("Buka aplikasi bank");
  expect(english.built_in[0]?.title).toBe("Open your bank's app");
  expect(english.built_in.map(({ step }) => step)).toEqual(
    indonesian.built_in.map(({ step }) => step),
  );
  expect(english.additions).toEqual(additions);
});

test("an unknown channel has no steps", async () => {
  const { merchant_id } = shop;
  await expect(change(randomUUID(), additions)).rejects.toThrow("Channel not found");
  await expect(
    readChannelSteps(gateway, { merchant_id, channel_id: randomUUID() }),
  ).rejects.toThrow("Channel not found");
});
