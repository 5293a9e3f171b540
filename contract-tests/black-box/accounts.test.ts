import { expect, test } from "vitest";
import { dataOf } from "../support/http.ts";
import type { Account, InstructionStep } from "../support/resources.ts";
import { deployment, merchant } from "./gateway.ts";

const channelsRead = 10;
const accounts = dataOf<Account[]>(await merchant.get("/gateway/accounts"));

test("the merchant's accounts are listed", () => {
  expect(accounts.map(({ account_id }) => account_id)).toContain(deployment.account.account_id);
});

test("each account's channel has instructions, numbered from 1", async () => {
  const channels = [...new Set(accounts.map(({ channel_id }) => channel_id))];
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
