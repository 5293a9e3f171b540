import { expect, test } from "vitest";
import { dataOf } from "../support/http.ts";
import type { Mutation } from "../support/resources.ts";
import { merchant } from "./gateway.ts";

test("the merchant's mutations are listed", async () => {
  const { body } = await merchant.get("/gateway/mutations?per_page=100");
  expect(body.pagination).toMatchObject({ current_page: 1, per_page: 100 });
  for (const mutation of body.data as Mutation[]) {
    expect(mutation.matched_payment_id === null).toBe(!mutation.is_matched);
  }
});

test("only_unmatched lists those that paid nothing", async () => {
  const answer = await merchant.get("/gateway/mutations?only_unmatched=true&per_page=100");
  for (const mutation of dataOf<Mutation[]>(answer)) expect(mutation.is_matched).toBe(false);
});
