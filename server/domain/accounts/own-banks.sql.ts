import { limits } from "../../contract/limits.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { transferSteps } from "../banks/steps.ts";

export interface OwnBank {
  merchant_id: string;
  channel_id: string;
  channel_name: string;
  number_min: number;
  number_max: number;
}

const stepsOf = ({ channel_name }: OwnBank) => JSON.stringify(transferSteps(channel_name));

/**
 * Adds the bank. Returns false if the merchant has reached its limit of banks. The merchant's row must be locked. A
 * second bank of the same name violates `channels_own_name_key`.
 */
export async function insertOwnBank(
  tx: Sql,
  bank: OwnBank & { own_package: string },
): Promise<boolean> {
  const code = `OWN${bank.channel_id.replaceAll("-", "").slice(-12).toUpperCase()}`;
  const result = await tx`
    insert into channels (
      channel_id, channel_code, channel_name, channel_type, channel_instructions, added_by, own_package, number_min,
      number_max
    )
    select
      ${bank.channel_id}, ${code}, ${bank.channel_name}, 'TRANSFER', ${stepsOf(bank)}::text::json, ${bank.merchant_id},
      ${bank.own_package}, ${bank.number_min}, ${bank.number_max}
    where (
      select count(*) from channels where added_by = ${bank.merchant_id}
    ) < ${limits.merchantBanksPerMerchant}
  `;
  return result.count === 1;
}

/** Returns the bank's app, or undefined if the merchant has no such bank. */
export async function updateOwnBank(tx: Sql, bank: OwnBank): Promise<string | undefined> {
  const [row] = await tx<{ own_package: string }[]>`
    update channels
    set channel_name = ${bank.channel_name},
      channel_instructions = ${stepsOf(bank)}::text::json,
      number_min = ${bank.number_min},
      number_max = ${bank.number_max}
    where channel_id = ${bank.channel_id}
      and added_by = ${bank.merchant_id}
    returning own_package
  `;
  return row?.own_package;
}

/** Returns the removed bank's app. A bank with an account violates `accounts_channel_id_fkey`. */
export async function deleteOwnBank(
  tx: Sql,
  bank: { merchant_id: string; channel_id: string },
): Promise<string | undefined> {
  await tx`
    delete from instruction_additions
    where merchant_id = ${bank.merchant_id}
      and channel_id = ${bank.channel_id}
  `;
  const [row] = await tx<{ own_package: string }[]>`
    delete from channels
    where channel_id = ${bank.channel_id}
      and added_by = ${bank.merchant_id}
    returning own_package
  `;
  return row?.own_package;
}

interface OwnApp {
  merchant_id: string;
  package_name: string;
  app_name: string;
}

/** Confirms the app as a bank's, whether it was seen before or not. */
export async function acceptApp(tx: Sql, app: OwnApp, at: Date | null): Promise<void> {
  await tx`
    insert into merchant_apps (
      merchant_id, package_name, app_name, first_seen_at, last_seen_at, seen_count, is_bank
    )
    values (
      ${app.merchant_id}, ${app.package_name}, ${app.app_name}, ${transactionTime(tx, at)}, ${transactionTime(tx, at)},
      0, true
    )
    on conflict (merchant_id, package_name) do update
    set is_bank = true,
      app_name = excluded.app_name
  `;
}

/** Deletes the app of a removed bank, unless another bank or an account uses it. */
export async function forgetApp(
  tx: Sql,
  { merchant_id, package_name }: Omit<OwnApp, "app_name">,
): Promise<void> {
  await tx`
    delete from merchant_apps
    where merchant_id = ${merchant_id}
      and package_name = ${package_name}
      and not exists (
        select from channels
        where channels.added_by = ${merchant_id}
          and channels.own_package = ${package_name}
      )
      and not exists (
        select from accounts
        where accounts.merchant_id = ${merchant_id}
          and lower(accounts.app_package) = ${package_name}
      )
  `;
}
