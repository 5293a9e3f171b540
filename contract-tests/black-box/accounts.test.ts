import { expect, test } from "vitest";
import { dataOf, expectInvalid } from "../support/http.ts";
import type { Account, InstructionStep } from "../support/resources.ts";
import { deployment, merchant, pendingPayment, postPayment } from "./gateway.ts";
import { shared } from "./shared.ts";

const channelsRead = 10;
const listed = shared(async () => dataOf<Account[]>(await merchant.get("/gateway/accounts")));

test("the merchant's accounts are listed", async () => {
  const accounts = await listed();
  expect(accounts.map(({ account_id }) => account_id)).toContain(deployment.account.account_id);
});

test("an account takes amounts from its smallest to its largest", async () => {
  const { account_id } = deployment.account;
  const account = (await listed()).find((one) => one.account_id === account_id);
  const { account_min_amount: min = 1, account_max_amount: max = null } = account ?? {};
  const most = max ?? Number.MAX_SAFE_INTEGER - 999;
  for (const payment_amount of [min - 1, most + 1]) {
    expectInvalid(await postPayment({ payment_amount }), "payment_amount");
  }
  for (const payment_amount of [min, most]) await pendingPayment({ payment_amount });
});

test("an invoice has its account's number, holder and channel as the list has them", async () => {
  const payment = await pendingPayment();
  const account = (await listed()).find((one) => one.account_id === payment.account_id);
  const { account_number, account_name, channel_id, channel_name, channel_type } = payment;
  expect(account).toMatchObject({
    account_number,
    account_name,
    channel_id,
    channel_name,
    channel_type,
    account_active: true,
  });
  expect(account?.account_quota).toBeGreaterThanOrEqual(0);
});

test("each account's channel has instructions, numbered from 1", async () => {
  const channels = [...new Set((await listed()).map(({ channel_id }) => channel_id))];
  for (const channel_id of channels.slice(0, channelsRead)) {
    const data = dataOf<{ channel_id: string; instructions: InstructionStep[] }>(
      await merchant.get(`/gateway/channels/${channel_id}/instructions`),
    );
    expect(data.channel_id).toBe(channel_id);
    expect(data.instructions.map(({ step }) => step)).toEqual(
      data.instructions.map((_, index) => index + 1),
    );
  }
});
