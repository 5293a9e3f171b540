import { expect, test } from "vitest";
import { takesPayments } from "./takes-payments.ts";

test.each([
  [{ account_active: true, account_quota: 1, is_day_paid: false }, true],
  [{ account_active: true, account_quota: 0, is_day_paid: true }, true],
  [{ account_active: true, account_quota: 0, is_day_paid: false }, false],
  [{ account_active: false, account_quota: 30, is_day_paid: true }, false],
])("an account with %j takes payments: %s", (account, takes) => {
  expect(takesPayments(account)).toBe(takes);
});
