import { limits } from "../contract/limits.ts";
import type { Account } from "../contract/accounts.ts";
import { problemInEnglish } from "../contract/field-problems.ts";
import { androidPackage, qrisCode, uuid } from "../contract/fields.ts";
import { numberProblem } from "../../web-shared/src/account-number.ts";
import { numberDoubt } from "../domain/accounts/account-number.ts";
import { selectAccount } from "../domain/accounts/accounts.sql.ts";
import { accountCreated, accountChanged } from "../domain/access/account-audit-events.ts";
import {
  changeAccount,
  createAccount,
  listAccounts,
  RepeatedNumber,
} from "../domain/accounts/accounts.ts";
import { audited, operatorCli } from "../domain/access/audit.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { command, shown, type Output } from "./command.ts";
import { withGateway } from "./database.ts";
import { selectDevice } from "./device.sql.ts";
import { flag, option } from "./option.ts";
import { table } from "./print.ts";
import { UsageError } from "./usage-error.ts";
import { amount, line, orNone, quota, trueOrFalse } from "./values.ts";

const device = () =>
  option(
    orNone(uuid()).optional(),
    "ID|none",
    "accept notifications from this device only; none accepts any device",
  );

const create = command({
  name: "account create",
  summary: "Creates an account that customers pay to.",
  options: {
    merchant: option(uuid(), "ID", "the merchant that owns the account"),
    channel: option(line(), "CODE", "BCA, BRI … or QRIS"),
    number: option(
      line().optional(),
      "N",
      "the account number; for QRIS a label (default: the NMID)",
    ),
    holder: option(
      line().optional(),
      "NAME",
      "the account holder (default for QRIS: the name in the code)",
    ),
    min: option(amount().default(1), "N", "the smallest payment_amount (default: 1)"),
    max: option(amount().optional(), "N", "the largest payment_amount (default: no limit)"),
    quota: option(
      quota().default(limits.ownGatewayQuotaDays),
      "N",
      `days of use (default ${limits.ownGatewayQuotaDays})`,
    ),
    package: option(
      androidPackage().optional(),
      "NAME",
      "the Android package of the app that reports transfers (default: the channel's app)",
    ),
    qris: option(
      qrisCode().optional(),
      "PAYLOAD",
      "QRIS only: the text of the merchant's static code",
    ),
    device: device(),
    again: flag("create the account even if one with this number exists"),
  },
  run: (options) =>
    withGateway(
      async (gateway) => {
        if (options.device != null)
          await requireDeviceOf(gateway, options.merchant, options.device);
        requireNumber(options);
        const request = {
          merchant_id: options.merchant,
          channel: options.channel,
          account_number: options.number,
          account_name: options.holder,
          account_min_amount: options.min,
          account_max_amount: options.max ?? null,
          account_quota: options.quota,
          app_package: options.package,
          qris: options.qris,
          device_id: options.device ?? undefined,
          refusesRepeat: !options.again,
        };
        const account = await audited(
          gateway,
          operatorCli,
          (inside) => createAccount(inside, request).catch(adviseAgain),
          accountCreated(options.merchant),
        );
        return withWarning(gateway, account, options);
      },
      { seals: true },
    ),
});

const list = command({
  name: "account list",
  summary: "Lists a merchant's accounts, oldest first.",
  options: { merchant: option(uuid(), "ID", "the merchant that owns the accounts") },
  run: ({ merchant: merchant_id }) =>
    withGateway(async (gateway) => {
      await requireMerchant(gateway.sql, merchant_id);
      const accounts = await listAccounts(gateway, merchant_id);
      return { data: accounts, text: table(accounts.map(summaryOf)) };
    }),
});

/** The columns that fit on a line. `--json` shows all fields. */
const summaryOf = (account: Account) => ({
  account_id: account.account_id,
  channel_name: account.channel_name,
  account_number: account.account_number,
  account_name: account.account_name,
  account_active: account.account_active,
  account_quota: account.account_quota,
});

const update = command({
  name: "account update",
  summary: "Changes an account's days of use, bounds or phone, or switches the account on or off.",
  options: {
    account: option(uuid(), "ID", "the account_id that account list prints"),
    quota: option(quota().optional(), "N", "days of use left; 0 closes the account at once"),
    active: option(trueOrFalse().optional(), "true|false", "let new invoices use the account"),
    min: option(amount().optional(), "N", "the smallest payment_amount"),
    max: option(orNone(amount()).optional(), "N|none", "the largest payment_amount"),
    device: device(),
  },
  run({ account: account_id, device: device_id, ...options }) {
    const change = {
      account_quota: options.quota,
      account_active: options.active,
      account_min_amount: options.min,
      account_max_amount: options.max,
    };
    if ([...Object.values(change), device_id].every((value) => value === undefined)) {
      throw new UsageError(
        "Nothing to change. Add --quota, --active, --min, --max or --device. To see their values, run npx tepat account update --help",
      );
    }
    return withGateway(async (gateway) => {
      const merchant_id = await merchantOfAccount(gateway, account_id);
      if (device_id != null) await requireDeviceOf(gateway, merchant_id, device_id);
      const account = await audited(
        gateway,
        operatorCli,
        (inside) => changeAccount(inside, account_id, { ...change, device_id }),
        () => accountChanged({ merchant_id, account_id, change: { ...change, device_id } }),
      );
      return shown(account);
    });
  },
});

export const unknownAccount = (account_id: string): DomainError =>
  new DomainError(
    `There is no account ${account_id}. To list a merchant's accounts, run npx tepat account list --merchant ID`,
  );

async function merchantOfAccount({ sql }: Gateway, account_id: string): Promise<string> {
  const account = await selectAccount(sql, account_id);
  if (account) return account.merchant_id;
  throw unknownAccount(account_id);
}

function adviseAgain(cause: unknown): never {
  if (!(cause instanceof RepeatedNumber)) throw cause;
  throw new DomainError(`${cause.message} To create another account anyway, add --again`, {
    cause,
  });
}

/** Only revoked devices are ever deleted, so the device still exists when the account is bound to it. */
async function requireDeviceOf(
  { sql }: Gateway,
  merchant_id: string,
  device_id: string,
): Promise<void> {
  const device = await selectDevice(sql, device_id);
  if (device?.merchant_id !== merchant_id) {
    throw new DomainError(
      `The account's merchant has no device ${device_id}. To list the devices, run npx tepat device list --merchant ${merchant_id}`,
    );
  }
  if (device.device_status === "REVOKED") {
    throw new DomainError(
      `Device ${device_id} is revoked, so no transfer would reach the account. Choose another device.`,
    );
  }
}

function withWarning(
  { notificationReader }: Gateway,
  account: Account,
  { channel, number }: NamedNumber,
): Output {
  const app_package = account.app_package ?? "";
  const doubt =
    number === undefined || isQris({ channel }) ? null : numberDoubt(channel.toUpperCase(), number);
  const notes = [
    doubt && `The number ${problemInEnglish(doubt)}`,
    notificationReader().appNameOf(app_package) === null &&
      `Tepat cannot read the notifications of ${app_package} yet. Match the account's invoices manually.`,
  ].filter((note) => typeof note === "string");
  return { ...shown(account), ...(notes.length > 0 && { note: notes.join("\n") }) };
}

interface NamedNumber {
  channel: string;
  number?: string | undefined;
}

const isQris = ({ channel }: Pick<NamedNumber, "channel">) => channel.toUpperCase() === "QRIS";

/** Checks an account number. For a QRIS account, the number is only a label. */
function requireNumber({ channel, number }: NamedNumber): void {
  const problem = number === undefined || isQris({ channel }) ? null : numberProblem(number);
  if (problem) throw new DomainError(`--number ${problemInEnglish(problem)}, not "${number}".`);
}

export const commands = [create, list, update];
