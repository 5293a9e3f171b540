import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { dataOf, expectRefusal, merchantWith, nobody } from "./support/http.ts";
import { staticQris } from "./support/qris.ts";
import type { InstructionStep } from "./support/resources.ts";
import { addAccount, openShop, pendingPayment } from "./support/shop.ts";

/** Tests specification 4.7 and 2.4. */

const shop = await openShop();
const pathOf = (channel_id: string) => `/gateway/channels/${channel_id}/instructions`;

test("a channel's steps are numbered from 1 and equal those of its payments", async () => {
  const qris = await addAccount(shop, { channel: "QRIS", qris: staticQris });
  for (const { account_id, channel_id } of [shop.account, qris]) {
    const { status, body } = await shop.get(pathOf(channel_id));
    const payment = await pendingPayment(shop, { account_id });
    const instructions = payment.channel_instructions;
    expect({ status, ...body }).toEqual({
      status: 200,
      success: true,
      message: "ok",
      data: { channel_id, instructions },
    });
    expect(instructions.length).toBeGreaterThan(0);
    expect(instructions.map(({ step }) => step)).toEqual(instructions.map((_, at) => at + 1));
  }
});

test("another merchant reads the same steps", async () => {
  const path = pathOf(shop.account.channel_id);
  const data = dataOf<{ instructions: InstructionStep[] }>(await shop.get(path));
  expect(dataOf(await (await openShop()).get(path))).toEqual(data);
});

test("an unknown channel is not found", async () => {
  expectRefusal(await shop.get(pathOf(randomUUID())), 404, "not_found");
});

test.each(["1", "BCA", "019aa5c2-0001-7000-8000", "%00", "%FF", "%20", "..%2f", "null"])(
  "the malformed id %s is a bad request",
  async (channel_id) => {
    expectRefusal(await shop.get(pathOf(channel_id)), 400, "bad_request");
  },
);

test("an empty id gets channel_id is required", async () => {
  expectRefusal(await shop.get(pathOf("")), 400, "channel_id is required");
});

test("the key is checked before the id", async () => {
  for (const caller of [nobody(), merchantWith("x")]) {
    for (const channel_id of ["", "1", randomUUID()]) {
      expectRefusal(await caller.get(pathOf(channel_id)), 403, "tenant_api_key_required");
    }
  }
});
