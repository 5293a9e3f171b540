import type { BankRecord, OwnMutation } from "./generated/types.gen.ts";

/** What a transfer is known from: a phone's notification, or the bank's statement. */

/** Whether nobody should take the transfer for money: the bank does not have it, and nobody knows better. */
export const isAlarming = (record: BankRecord | null): record is BankRecord =>
  record !== null && record.finding === "unsupported" && record.verdict !== "genuine";

type Named = Pick<OwnMutation, "sender_parsed" | "app_name" | "package_name" | "body"> & {
  bank_record: BankRecord | null;
};

/** Who sent it; of money from a statement the bank's own words. */
export const nameOfTransfer = (transfer: Named): string =>
  transfer.sender_parsed ??
  (isFromStatement(transfer) ? transfer.body : (transfer.app_name ?? transfer.package_name)) ??
  "–";

export const isFromStatement = ({ bank_record }: Pick<OwnMutation, "bank_record">): boolean =>
  bank_record?.finding === "recorded";
