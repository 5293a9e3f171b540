import { randomUUIDv7 } from "node:crypto";
import type { Account } from "../contract/accounts.ts";
import { violatedConstraint } from "../db/constraints.ts";
import {
  holdCreates,
  insertAccount,
  moveIdleAccount,
  selectAccount,
  selectAccounts,
  selectChannels,
  updateAccount,
  upsertMatchingPool,
  type AccountChange,
} from "./accounts.sql.ts";
import { DomainError } from "./domain-error.ts";
import type { Gateway } from "./gateway.ts";
import { QrisError } from "./qris-error.ts";
import { defaultPackageFor, parseStaticQris, type StaticQris } from "./qris.ts";

export function listAccounts(gateway: Gateway, merchant_id: string): Promise<Account[]> {
  return selectAccounts(gateway.sql, merchant_id);
}

export interface AccountRequest {
  merchant_id: string;
  /** Channel code, such as BCA or QRIS. */
  channel: string;
  account_number?: string | undefined;
  account_name?: string | undefined;
  account_min_amount: number;
  account_max_amount: number | null;
  account_quota: number;
  /** Android package whose notifications announce the transfers; by default the channel's or the acquirer's app. */
  app_package?: string | undefined;
  /** QRIS only: the static payload. */
  qris?: string | undefined;
}

export async function createAccount(gateway: Gateway, request: AccountRequest): Promise<Account> {
  const channels = await selectChannels(gateway.sql);
  const channel = channels.find(
    ({ channel_code }) => channel_code === request.channel.toUpperCase(),
  );
  if (!channel) {
    const codes = channels.map(({ channel_code }) => channel_code).join(", ");
    throw new DomainError(`There is no channel ${request.channel}. Choose one of: ${codes}.`);
  }
  const qris = channel.channel_type === "QRIS" ? readQris(request.qris) : null;
  const app_package =
    request.app_package ?? channel.default_package ?? defaultPackageFor(qris?.acquirer ?? null);
  if (!app_package) {
    throw new DomainError(
      `Tepat knows no merchant app of the acquirer ${qris?.acquirer ?? "of this code"}: name the app whose notifications announce its payments with --package.`,
    );
  }
  if (!qris && !request.account_number) throw new DomainError("A bank account needs --number.");
  if (!qris && !request.account_name) throw new DomainError("A bank account needs --holder.");

  const account_id = randomUUIDv7();
  try {
    return await gateway.sql.begin(async (tx) => {
      const pool_id = await upsertMatchingPool(tx, {
        merchant_id: request.merchant_id,
        pool_id: randomUUIDv7(),
        package_name: app_package,
        device_id: null,
      });
      await insertAccount(tx, {
        merchant_id: request.merchant_id,
        account_id,
        channel_id: channel.channel_id,
        channel_type: channel.channel_type,
        app_package,
        pool_id,
        account_number: request.account_number ?? qris?.nmid ?? null,
        account_name: request.account_name ?? qris?.merchant_name ?? null,
        account_min_amount: request.account_min_amount,
        account_max_amount: request.account_max_amount,
        account_quota: request.account_quota,
        sealed_qris: qris ? gateway.secrets.seal(qris.payload, qrisContext(account_id)) : null,
        qris_id: qris?.nmid ?? null,
        qris_name: qris?.merchant_name ?? null,
        qris_city: qris?.merchant_city ?? null,
      });
      return presentAccount(await selectAccount(tx, account_id));
    });
  } catch (cause) {
    throw explained(cause);
  }
}

export async function changeAccount(
  gateway: Gateway,
  account_id: string,
  change: AccountChange,
): Promise<Account> {
  try {
    return await gateway.sql.begin(async (tx) => {
      await updateAccount(tx, account_id, change);
      const account = await selectAccount(tx, account_id);
      if (!account) throw new DomainError(`There is no account ${account_id}.`);
      return presentAccount(account);
    });
  } catch (cause) {
    throw explained(cause);
  }
}

/**
 * Binds an account to a device, so that only that phone's notifications pay it; null unbinds it. Bound accounts have a
 * pool of their own, so an account that has PENDING payments stays where their totals are held.
 */
export async function bindAccount(
  gateway: Gateway,
  options: { account_id: string; device_id: string | null },
): Promise<Account> {
  return gateway.sql.begin(async (tx) => {
    const account = await selectAccount(tx, options.account_id);
    if (!account?.app_package) throw new DomainError(`There is no account ${options.account_id}.`);
    await holdCreates(tx, account.merchant_id);
    const pool_id = await upsertMatchingPool(tx, {
      merchant_id: account.merchant_id,
      pool_id: randomUUIDv7(),
      package_name: account.app_package,
      device_id: options.device_id,
    });
    if (!(await moveIdleAccount(tx, { account_id: options.account_id, pool_id }))) {
      throw new DomainError(
        "The account has PENDING payments: bind it when they are paid, cancelled or expired.",
      );
    }
    return presentAccount(account);
  });
}

/** Sealed static codes open only for their own account. */
export const qrisContext = (account_id: string) => `account:${account_id}:qris`;

function readQris(payload: string | undefined): StaticQris {
  if (!payload) throw new DomainError("A QRIS account needs its static code: --qris PAYLOAD.");
  try {
    return parseStaticQris(payload);
  } catch (cause) {
    if (cause instanceof QrisError) throw new DomainError(cause.message, { cause });
    throw cause;
  }
}

function presentAccount(row: (Account & { merchant_id?: string }) | undefined): Account {
  if (!row) throw new Error("an account that was just written is gone");
  const { merchant_id: _, ...account } = row;
  return account;
}

/** The table's own rules, in an operator's words. */
function explained(cause: unknown): unknown {
  switch (violatedConstraint(cause)) {
    case "accounts_merchant_id_fkey":
    case "matching_pools_merchant_id_fkey":
      return new DomainError("There is no merchant with this id.");
    case "accounts_account_min_amount_check":
      return new DomainError("--min must be at least 1.");
    case "accounts_account_quota_check":
      return new DomainError("--quota must be 0 or more.");
    case "accounts_check":
      return new DomainError("--max must not be less than --min.");
    default:
      return cause;
  }
}
