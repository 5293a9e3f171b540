import type { BankRecord, OwnMutation } from "./generated/types.gen.ts";
import { commonTexts as t } from "./texts/common.ts";

/** The source of a transfer: a phone's notification, a bank's email or a bank statement. */

/**
 * Returns whether the transfer might not be real money: the bank's statement lacks it, and no team member has marked
 * it as genuine.
 */
export const isAlarming = (record: BankRecord | null): record is BankRecord =>
  record !== null && record.finding === "unsupported" && record.verdict !== "genuine";

type Named = Pick<
  OwnMutation,
  "sender_parsed" | "type_parsed" | "app_name" | "package_name" | "body"
> & {
  bank_record: BankRecord | null;
};

/**
 * The description of the bank's own fees, which have no sender. A sender can write these words too.
 */
const adminFee = /\bbiaya adm/iu;

/** Returns the sender of a transfer. For money from a statement, returns the bank's description. */
export const nameOfTransfer = (transfer: Named): string =>
  transfer.sender_parsed ??
  (isAdminFee(transfer) ? t.common.adminFee : null) ??
  (isFromStatement(transfer) ? transfer.body : (transfer.app_name ?? transfer.package_name)) ??
  "–";

const isAdminFee = (transfer: Named): boolean =>
  transfer.type_parsed === "DEBIT" &&
  !isFromStatement(transfer) &&
  adminFee.test(transfer.body ?? "");

export const isFromStatement = ({ bank_record }: Pick<OwnMutation, "bank_record">): boolean =>
  bank_record?.finding === "recorded";
