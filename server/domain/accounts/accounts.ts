import { randomUUIDv7 } from "node:crypto";
import type { Account } from "../../contract/accounts.ts";
import { limits } from "../../contract/limits.ts";
import { asSql, type Tx } from "../../db/client.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import {
  countAccounts,
  findAccountOfNumber,
  forgetPaidDay,
  hasFirstNumber,
  holdCreates,
  insertAccount,
  moveIdleAccount,
  selectAccount,
  selectAccounts,
  selectChannels,
  selectPoolOfAccount,
  updateAccount,
  upsertMatchingPool,
  type AccountChange,
  type MatchingPool,
  type NewAccount,
} from "./accounts.sql.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { defaultPackageFor, readStaticQris, type StaticQris } from "./qris.ts";

export function listAccounts(gateway: Gateway, merchant_id: string): Promise<Account[]> {
  return selectAccounts(gateway.sql, merchant_id);
}

export interface AccountRequest {
  merchant_id: string;
  /** The channel's code, such as BCA or QRIS. */
  channel: string;
  account_number?: string | undefined;
  account_name?: string | undefined;
  account_min_amount: number;
  account_max_amount: number | null;
  account_quota: number;
  /** The account is an example, not a step towards the first payment. */
  isExample?: boolean | undefined;
  /** The days are a gift to strangers who sign up. Each number and each merchant gets them once. */
  isQuotaFree?: boolean | undefined;
  /**
   * Refuses a number that another account of the merchant on this channel has, because it is usually the same account
   * twice.
   */
  refusesRepeat?: boolean | undefined;
  /**
   * The Android package whose notifications report the transfers. The default is the app of the channel or of the
   * acquirer.
   */
  app_package?: string | undefined;
  /** QRIS only: the static payload. */
  qris?: string | undefined;
  /** If given, only this phone's notifications pay the account. */
  device_id?: string | undefined;
}

/**
 * The merchant already has an account with this number. Each transfer would be announced for both accounts, and their
 * invoices would share one set of totals.
 */
export class RepeatedNumber extends DomainError {}

export async function createAccount(gateway: Gateway, request: AccountRequest): Promise<Account> {
  const channels = await selectChannels(gateway.sql, request.merchant_id);
  const channel = channels.find(
    ({ channel_code }) => channel_code === request.channel.toUpperCase(),
  );
  if (!channel) {
    const codes = channels.map(({ channel_code }) => channel_code).join(", ");
    throw new DomainError(`There is no channel ${request.channel}. Use one of ${codes}.`);
  }
  const qris = channel.channel_type === "QRIS" ? readQris(request.qris) : null;
  const app_package =
    request.app_package ?? channel.default_package ?? defaultPackageFor(qris?.acquirer ?? null);
  if (!app_package) {
    throw new DomainError(
      `Tepat knows no merchant app of the acquirer ${qris?.acquirer ?? "of this code"}. Name the package of the app that announces its payments, with --package NAME`,
    );
  }
  if (!qris && !request.account_number)
    throw new DomainError("A bank account needs its number. Add --number N");
  if (!qris && !request.account_name)
    throw new DomainError("A bank account needs its holder. Add --holder NAME");

  const account_id = randomUUIDv7();
  const number = qris
    ? (qris.nmid ?? qris.merchant_name + qris.merchant_city)
    : (request.account_number ?? null);
  try {
    return await gateway.sql.begin(async (tx) => {
      await holdMerchant(tx, request.merchant_id);
      if ((await countAccounts(asSql(tx), request.merchant_id)) >= limits.accountsPerMerchant) {
        throw tooManyAccounts();
      }
      if (request.refusesRepeat) {
        const { merchant_id } = request;
        const { channel_id } = channel;
        const repeated = await findAccountOfNumber(tx, { merchant_id, channel_id, number });
        if (repeated !== null) {
          throw new RepeatedNumber(
            `The merchant already has account ${repeated} with this number on this channel. You can top up its quota or switch it on.`,
          );
        }
      }
      const pool_id = await poolFor(tx, {
        merchant_id: request.merchant_id,
        pool_id: randomUUIDv7(),
        package_name: app_package,
        device_id: request.device_id ?? null,
      });
      await addAccount(tx, request, {
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
        // An example's number belongs to no shop, so the example uses up no shop's free days.
        number: request.isExample ? null : number,
        no_free_days: null,
        is_example: request.isExample ?? false,
        sealed_qris: qris ? gateway.secrets.seal(qris.payload, qrisContext(account_id)) : null,
        qris_id: qris?.nmid ?? null,
        qris_name: qris?.merchant_name ?? null,
        qris_city: qris?.merchant_city ?? null,
      });
      return presentAccount(await selectAccount(tx, account_id));
    });
  } catch (cause) {
    throw inOperatorsWords(cause);
  }
}

/**
 * Adds the account. Free days come once for each number over all merchants, and once for each merchant. Other days
 * are always given. The number counts as known from then on.
 */
async function addAccount(
  tx: Tx,
  { isQuotaFree = false }: AccountRequest,
  account: NewAccount,
): Promise<void> {
  if (isQuotaFree && (await hasFirstNumber(tx, account.merchant_id))) {
    const withoutDays = { ...account, account_quota: 0, no_free_days: "one_account" } as const;
    await insertAccount(tx, withoutDays, { ifFirst: false });
    return;
  }
  if (await insertAccount(tx, account, { ifFirst: true })) return;
  const known = { ...account, ...(isQuotaFree && knownNumber) };
  await insertAccount(tx, known, { ifFirst: false });
}

const knownNumber = { account_quota: 0, no_free_days: "known_number" } as const;

export async function changeAccount(
  gateway: Gateway,
  account_id: string,
  { device_id, app_package, ...change }: AccountChange & PoolChange,
): Promise<Account> {
  try {
    return await gateway.sql.begin(async (tx) => {
      if (device_id !== undefined || app_package !== undefined) {
        await moveAccount(gateway, tx, account_id, { device_id, app_package });
      }
      const present = await selectAccount(tx, account_id);
      if (!present) throw new DomainError(`There is no account ${account_id}. Check the id.`);
      if (change.account_quota === 0) {
        // A create that found the day paid must not lose that day midway.
        await holdCreates(tx, account_id);
        await forgetPaidDay(tx, account_id);
      }
      await updateAccount(tx, account_id, change);
      const account = await selectAccount(tx, account_id);
      return presentAccount(account);
    });
  } catch (cause) {
    throw inOperatorsWords(cause);
  }
}

/** The fields that decide which notifications pay an account. `undefined` leaves a field unchanged. */
interface PoolChange {
  /** The only phone whose notifications pay the account; null: any phone's notifications. */
  device_id?: string | null | undefined;
  /** The app that reports the transfers. */
  app_package?: string | undefined;
}

/**
 * Lets another phone's or another app's notifications pay an account, which moves the account to another pool. An
 * account whose totals are still taken in its current pool stays there.
 */
async function moveAccount(
  gateway: Gateway,
  tx: Tx,
  account_id: string,
  change: PoolChange,
): Promise<void> {
  await holdCreates(tx, account_id);
  const present = await selectPoolOfAccount(tx, account_id);
  if (!present) throw new DomainError(`There is no account ${account_id}. Check the id.`);
  const app_package = change.app_package ?? present.app_package;
  const device_id = change.device_id === undefined ? present.device_id : change.device_id;
  const { merchant_id } = present;
  await holdMerchant(tx, merchant_id);
  const pool_id = await poolFor(tx, {
    merchant_id,
    pool_id: randomUUIDv7(),
    package_name: app_package,
    device_id,
  });
  if (pool_id === present.pool_id) return;
  const { totalQuarantineHours } = gateway.settings;
  const at = gateway.now();
  const move = { account_id, app_package, pool_id, totalQuarantineHours, at };
  if (await moveIdleAccount(tx, move)) return;
  throw new DomainError({ code: "account_in_use", params: { hours: totalQuarantineHours } });
}

async function poolFor(tx: Tx, pool: MatchingPool): Promise<string> {
  const pool_id = await upsertMatchingPool(tx, pool);
  if (pool_id !== undefined) return pool_id;
  throw new DomainError({ code: "pool_limit", params: { pools: limits.matchingPoolsPerMerchant } });
}

const tooManyAccounts = () =>
  new DomainError({ code: "account_limit", params: { accounts: limits.accountsPerMerchant } });

/** A sealed static code opens only for its own account. */
export const qrisContext = (account_id: string) => `account:${account_id}:qris`;

function readQris(payload: string | undefined): StaticQris {
  if (!payload)
    throw new DomainError("A QRIS account needs the text of its static code. Add --qris PAYLOAD");
  return readStaticQris(payload, (cause) => new DomainError(cause.message, { cause }));
}

function presentAccount(row: (Account & { merchant_id?: string }) | undefined): Account {
  if (!row) throw new Error("an account that was just written is gone");
  const { merchant_id: _, ...account } = row;
  return account;
}

/** Explains violations of the table's rules in words for operators. */
function inOperatorsWords(cause: unknown): unknown {
  switch (violatedConstraint(cause)) {
    case "accounts_merchant_id_fkey":
    case "matching_pools_merchant_id_fkey":
      return new DomainError(
        "There is no merchant with this id. To list the merchants, run npx tepat merchant list",
      );
    case "matching_pools_merchant_id_device_id_fkey":
      return new DomainError(
        "The account's merchant has no device with this id. To list the devices, run npx tepat device list --merchant ID",
      );
    case "accounts_channel_id_fkey":
      return new DomainError("The bank was removed. Choose another one.");
    case "accounts_account_min_amount_check":
      return new DomainError("The smallest amount must be at least 1.");
    case "accounts_account_quota_check":
      return new DomainError("The quota must be 0 or more.");
    case "accounts_standing_in_are_nobodys":
    case "accounts_of_test_mode_stand_in":
      return new DomainError(
        "A test account stands for one of the merchant's accounts and has an invented number. Change the merchant's own account.",
      );
    case "accounts_check":
      return new DomainError({ code: "amounts_reversed", params: {} });
    default:
      return cause;
  }
}
