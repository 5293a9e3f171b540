import { GatewayError } from "../../contract/errors.ts";
import type { Payment } from "../../contract/payments.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  selectUsableAccounts,
  type ChannelType,
  type UsableAccountRow,
} from "./payment-choices.sql.ts";
import { PublicRefusal } from "./public-refusal.ts";
import { settleOnAccount } from "./sales.ts";
import type { SaleName } from "./sales.sql.ts";

/**
 * The customer's ways to pay: the banks and QRIS of the merchant's accounts that can be paid at this moment. A customer
 * chooses a channel and not an account, so an account whose totals are used up is replaced by the next one of its
 * channel.
 */

export interface PaymentChoice {
  channel_id: string;
  channel_name: string;
  channel_type: ChannelType;
  amount_min: number;
  amount_max: number | null;
}

/** The amounts that can be paid; `max` is null if there is no bound. */
export interface AmountRange {
  min: number;
  max: number | null;
}

export function findUsableAccounts(
  { sql, settings, now }: Gateway,
  merchant_id: string,
): Promise<UsableAccountRow[]> {
  const { quotaTimeZone } = settings;
  return selectUsableAccounts(sql, { merchant_id, quotaTimeZone, at: now() });
}

const isWithin = (amount: number, account: UsableAccountRow): boolean =>
  amount >= account.account_min_amount && amount <= (account.account_max_amount ?? Infinity);

/**
 * Lists the channels with an account that takes some amount of the range. QRIS comes first, because every app can pay
 * it.
 */
export function choicesFor(
  accounts: readonly UsableAccountRow[],
  { min, max }: AmountRange,
): PaymentChoice[] {
  const choices = new Map<string, PaymentChoice>();
  for (const account of accounts) {
    const { account_min_amount, account_max_amount, ...channel } = account;
    if (account_min_amount > (max ?? Infinity) || (account_max_amount ?? Infinity) < min) continue;
    const { channel_id, channel_name, channel_type } = channel;
    const known = choices.get(channel_id);
    choices.set(channel_id, {
      channel_id,
      channel_name,
      channel_type,
      amount_min: Math.min(known?.amount_min ?? Infinity, account_min_amount),
      amount_max:
        known?.amount_max === null || account_max_amount === null
          ? null
          : Math.max(known?.amount_max ?? 0, account_max_amount),
    });
  }
  const rank = ({ channel_type }: PaymentChoice) => (channel_type === "QRIS" ? 0 : 1);
  return [...choices.values()].toSorted(
    (a, b) => rank(a) - rank(b) || a.channel_name.localeCompare(b.channel_name, "id"),
  );
}

/** Lists the accounts of the chosen channel that take this amount, in the order in which they are tried. */
export const accountsFor = (
  accounts: readonly UsableAccountRow[],
  { channel_id, amount }: { channel_id: string; amount: number },
): UsableAccountRow[] =>
  accounts.filter((account) => account.channel_id === channel_id && isWithin(amount, account));

/** Makes the payment of a sale on the first of these accounts that takes it. Throws the refusal of the last one. */
export async function settleOnFirst(
  gateway: Gateway,
  sale: SaleName,
  accounts: readonly { account_id: string }[],
): Promise<Payment> {
  let refusal = new PublicRefusal("no_account");
  for (const { account_id } of accounts) {
    try {
      return await settleOnAccount(gateway, { ...sale, account_id, must_be_watched: true });
    } catch (cause) {
      refusal = refusalOf(cause);
    }
  }
  throw refusal;
}

/** Says it in a customer's words. A problem with an account, or with its codes, is the merchant's business. */
export function refusalOf(cause: unknown): PublicRefusal {
  const reason = cause instanceof DomainError ? cause.reason : undefined;
  switch (reason?.code) {
    case "sale_cancelled":
    case "sale_ended":
      throw new PublicRefusal(reason.code, { cause });
    case "totals_used_up":
      return new PublicRefusal("totals_used_up", { at: reason.params.at || null, cause });
    case "account_amount_too_small":
    case "account_amount_too_large":
    case "account_inactive":
    case "account_without_quota":
    case "account_not_watched":
    case "sale_codes_used_up":
      return new PublicRefusal("no_account", { cause });
    default:
      if (cause instanceof GatewayError && cause.code === "payment_code_conflict") {
        // The shop's own program took each number that the gateway chose, at the same moments.
        throw new PublicRefusal("link_busy", { cause });
      }
      throw cause;
  }
}
