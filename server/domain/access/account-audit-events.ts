import type { Account } from "../../contract/accounts.ts";
import type { AuditEvent } from "./audit.ts";
import { namedFields } from "../base/named-fields.ts";

/** Audit entries for accounts, for every kind of actor. */

export const accountCreated =
  (merchant_id: string) =>
  ({ account_id, account_number, channel_name }: Account): AuditEvent => ({
    merchant_id,
    action: "account.created",
    object_id: account_id,
    details: { account_number, channel_name },
  });

export const accountChanged = (options: {
  merchant_id: string;
  account_id: string;
  change: object;
}): AuditEvent => ({
  merchant_id: options.merchant_id,
  action: "account.changed",
  object_id: options.account_id,
  details: namedFields(options.change),
});
