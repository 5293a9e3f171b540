import { GatewayError } from "../../contract/errors.ts";
import type { Payment } from "../../contract/payments.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  selectTakenTotals,
  selectUsableAccounts,
  type ChannelType,
  type UsableAccountRow,
} from "./payment-choices.sql.ts";
import { PublicRefusal } from "./public-refusal.ts";
import { settleOnAccount } from "./sales.ts";
import { changeChoice, type SaleName } from "./sales.sql.ts";

/**
 * The customer's ways to pay: the banks and QRIS of the merchant's accounts that can be paid at this moment. A
 * customer chooses a channel and not an account. If an account's totals are used up, the next account of the channel
 * replaces it.
 */

export interface PaymentChoice {
  channel_id: string;
  channel_name: string;
  channel_type: ChannelType;
  amount_min: number;
  amount_max: number | null;
}

/** The payable amounts. `max` is null without a bound. */
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
 * Lists the channels with an account that accepts some amount of the range. QRIS comes first, because every app can
 * pay it.
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

/** Lists the accounts of the chosen channel that accept this amount, in the order of the attempts. */
export const accountsFor = (
  accounts: readonly UsableAccountRow[],
  { channel_id, amount }: { channel_id: string; amount: number },
): UsableAccountRow[] =>
  accounts.filter((account) => account.channel_id === channel_id && isWithin(amount, account));

/**
 * Creates the payment of a sale on the first of these accounts that accepts it. Throws the refusal of the last
 * account.
 */
export const settleOnFirst = (
  gateway: Gateway,
  sale: SaleName,
  accounts: readonly UsableAccountRow[],
): Promise<Payment> =>
  onFirst(accounts, ({ account_id }) => {
    const choice = { account_id, must_be_watched: true, is_chosen_by_customer: true };
    return settleOnAccount(gateway, { ...sale, ...choice });
  });

/**
 * Moves the payment of a sale to the first of these accounts that accepts it. A payment that can no longer be moved
 * stays unchanged. Pages that show the previous total are updated.
 */
export const moveToFirst = (
  gateway: Gateway,
  { payment_code, ...sale }: SaleName & { payment_code: string },
  accounts: readonly UsableAccountRow[],
): Promise<void> =>
  onFirst(accounts, async ({ account_id }) => {
    const { is_moved, error } = await changeChoice(gateway.sql, {
      ...sale,
      account_id,
      seed: Math.floor(gateway.random() * Number.MAX_SAFE_INTEGER),
      quotaTimeZone: gateway.settings.quotaTimeZone,
      quarantineHours: gateway.settings.totalQuarantineHours,
      at: gateway.now(),
    });
    if (error) throw new PublicRefusal(error);
    if (is_moved) gateway.announcePayments([{ merchant_id: sale.merchant_id, payment_code }]);
  });

async function onFirst<Result>(
  accounts: readonly UsableAccountRow[],
  attempt: (account: UsableAccountRow) => Promise<Result>,
): Promise<Result> {
  let refusal = new PublicRefusal("no_account");
  for (const account of accounts) {
    try {
      return await attempt(account);
    } catch (cause) {
      refusal = refusalOf(cause);
    }
  }
  throw refusal;
}

/**
 * Omits accounts in whose pool too many of the amount's 999 totals are taken. The remaining totals are for the
 * merchant itself.
 */
export async function withFreeTotals(
  { sql, settings, now }: Gateway,
  merchant_id: string,
  { amount, accounts }: { amount: number; accounts: readonly UsableAccountRow[] },
): Promise<UsableAccountRow[]> {
  const free: UsableAccountRow[] = [];
  let free_at: Date | null = null;
  for (const account of accounts) {
    const taken = await selectTakenTotals(sql, {
      merchant_id,
      account_id: account.account_id,
      payment_amount: amount,
      quarantineHours: settings.totalQuarantineHours,
      at: now(),
    });
    if (taken.count < settings.linkLimits.totalsPerAmount) free.push(account);
    else if (free_at === null || (taken.free_at && taken.free_at < free_at))
      free_at = taken.free_at;
  }
  if (free.length > 0) return free;
  if (accounts.length === 0) throw new PublicRefusal("no_account");
  throw new PublicRefusal("totals_used_up", { at: free_at?.toISOString() ?? null });
}

/** Returns a refusal for customers, who must learn nothing about the merchant's accounts and codes. */
export function refusalOf(cause: unknown): PublicRefusal {
  if (cause instanceof PublicRefusal) return cause;
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
        // The shop's own program took each code that the gateway chose, at the same moments.
        throw new PublicRefusal("link_busy", { cause });
      }
      throw cause;
  }
}
