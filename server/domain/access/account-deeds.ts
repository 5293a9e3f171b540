import type { Account } from "../../contract/accounts.ts";
import type { Deed } from "./audit.ts";
import { namedFields } from "../base/named-fields.ts";

/** Audit entries for accounts, whoever changes them. */

export const createdDeed =
  (merchant_id: string) =>
  ({ account_id, account_number, channel_name }: Account): Deed => ({
    merchant_id,
    action: "account.created",
    object_id: account_id,
    details: { account_number, channel_name },
  });

export const changedDeed = (options: {
  merchant_id: string;
  account_id: string;
  change: object;
}): Deed => ({
  merchant_id: options.merchant_id,
  action: "account.changed",
  object_id: options.account_id,
  details: namedFields(options.change),
});
