import { color, email, httpsUrl, newPassword, uuid, webhookUrl } from "../contract/fields.ts";
import { limits } from "../contract/limits.ts";
import { selectChannels } from "../domain/accounts/accounts.sql.ts";
import { createAccount } from "../domain/accounts/accounts.ts";
import { audited, operatorCli } from "../domain/access/audit.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { namedFields } from "../domain/base/named-fields.ts";
import { selectMerchantPage, type MerchantSummaryRow } from "../domain/overview/operator.sql.ts";
import {
  changeMerchant,
  createMerchant,
  type CreatedMerchant,
} from "../domain/merchants/merchants.ts";
import { resetPassword } from "../domain/access/sign-in.ts";
import { command, shown, type Output } from "./command.ts";
import { changing, withGateway } from "./database.ts";
import { flag, option } from "./option.ts";
import { table } from "./print.ts";
import { exportLine } from "./shell.ts";
import { UsageError } from "./usage-error.ts";
import { line, orNone, trueOrFalse, wholeNumber } from "./values.ts";

const create = command({
  name: "merchant create",
  summary:
    "Creates a merchant with its first API key and webhook secret, which are shown only once.",
  options: {
    name: option(line(), "NAME", "the merchant's name"),
    email: option(email(), "ADDRESS", "the owner's sign-in address; must be unused"),
    password: option(
      newPassword().optional(),
      "PASSWORD",
      "the owner's password (default: generated)",
    ),
    account: option(line().optional(), "CHANNEL", "also create a sample bank account: BCA, BRI …"),
    export: flag(
      'prints shell variables instead, for: eval "$(npx tepat merchant create … --export)"',
    ),
  },
  run({ json, account: channel, export: forShell, ...person }) {
    if (json && forShell)
      throw new UsageError("You cannot combine --json and --export. Use one of them.");
    return withGateway(
      async (gateway) => {
        if (channel !== undefined) await requireBank(gateway, channel);
        const merchant = await audited(
          gateway,
          operatorCli,
          (inside) => createMerchant(inside, person),
          ({ merchant_id }) => ({ merchant_id, action: "merchant.created" }),
        );
        const account =
          channel === undefined
            ? {}
            : await accountToPlayWith(gateway, { ...merchant, ...person, channel });
        return forShell
          ? shellVariables(gateway, { ...merchant, ...account })
          : shown({ ...merchant, ...account });
      },
      { mayMake: true, seals: true },
    );
  },
});

/**
 * Checks a channel before the merchant is created, so that a mistyped channel does not use up the email
 * address.
 */
async function requireBank(gateway: Gateway, code: string): Promise<void> {
  const channels = await selectChannels(gateway.sql, null);
  const banks = channels.filter(({ channel_type }) => channel_type === "TRANSFER");
  if (banks.some(({ channel_code }) => channel_code === code.toUpperCase())) return;
  const codes = banks.map(({ channel_code }) => channel_code).join(", ");
  throw new DomainError(
    `--account must be one of ${codes}, not ${JSON.stringify(code)}. For a QRIS account, first create the merchant without --account, then run npx tepat account create --merchant ID --channel QRIS --qris PAYLOAD`,
  );
}

async function accountToPlayWith(
  gateway: Gateway,
  { merchant_id, name, channel }: { merchant_id: string; name: string; channel: string },
): Promise<{ account_id: string }> {
  const { account_id } = await createAccount(gateway, {
    merchant_id,
    channel,
    // No bank has this number, so a customer cannot transfer money to anyone by mistake.
    account_number: "0000000000",
    account_name: name.toUpperCase(),
    account_min_amount: 1,
    account_max_amount: null,
    account_quota: 30,
    isExample: true,
  });
  return { account_id };
}

/**
 * Returns the shell's variables. The shell does not need the password, but the password is known only
 * now, so it is shown.
 */
function shellVariables(
  { settings }: Gateway,
  merchant: CreatedMerchant & { account_id?: string },
): Output {
  const variables = {
    TEPAT_URL: settings.publicUrl,
    TEPAT_MERCHANT_ID: merchant.merchant_id,
    TEPAT_API_KEY: merchant.api_key,
    ...(merchant.account_id !== undefined && { TEPAT_ACCOUNT_ID: merchant.account_id }),
    TEPAT_WEBHOOK_SECRET: merchant.webhook_secret,
  };
  return {
    data: merchant,
    text: exportLine(variables),
    note: `Merchant ${merchant.email} with the password ${merchant.password}; this shell has ${Object.keys(variables).join(", ")}.`,
  };
}

const list = command({
  name: "merchant list",
  summary: "Lists merchants, newest first.",
  options: {
    search: option(
      line().optional(),
      "TEXT",
      "only merchants with this text in their name or email address",
    ),
    limit: option(
      wholeNumber({ min: 1, max: 1000 }).default(100),
      "N",
      "the number of merchants (default 100)",
    ),
  },
  run: ({ search = null, limit }) =>
    withGateway(async ({ sql }) => {
      const merchants = await selectMerchantPage(sql, { before: null, search, limit });
      return { data: merchants, text: table(merchants.map(summaryOf)) };
    }),
});

/** The columns that fit on a line. `--json` shows all fields. */
const summaryOf = ({ merchant_id, merchant_name, email, ...merchant }: MerchantSummaryRow) => ({
  merchant_id,
  merchant_name,
  email,
  account_count: merchant.account_count,
  device_count: merchant.device_count,
  payment_count: merchant.payment_count,
  created_at: merchant.created_at,
});

const update = command({
  name: "merchant update",
  summary:
    "Changes a merchant's webhooks, checkout page, conditions for refusing invoices, and operator's rights.",
  options: {
    merchant: option(uuid(), "ID", "the merchant"),
    "webhook-url": option(orNone(webhookUrl()).optional(), "URL|none", "the default webhook URL"),
    "expired-events": option(trueOrFalse().optional(), "true|false", "send payment.expired"),
    "cancelled-events": option(trueOrFalse().optional(), "true|false", "send payment.cancelled"),
    "device-events": option(
      trueOrFalse().optional(),
      "true|false",
      "send device.offline and device.online",
    ),
    "difference-events": option(
      trueOrFalse().optional(),
      "true|false",
      "send events about parts, differences and refunds",
    ),
    "refuse-offline-accounts": option(
      trueOrFalse().optional(),
      "true|false",
      "refuse invoices while no source watches the account",
    ),
    "logo-url": option(
      orNone(httpsUrl()).optional(),
      "URL|none",
      "the https address of the checkout page's picture",
    ),
    "accent-color": option(
      orNone(color().toLowerCase()).optional(),
      "#RRGGBB|none",
      "the colour of the checkout page",
    ),
    operator: option(
      trueOrFalse().optional(),
      "true|false",
      "let the merchant see all merchants and grant days, as an operator",
    ),
    "quota-price": option(
      orNone(wholeNumber({ min: 1, max: limits.quotaPriceMax })).optional(),
      "N|none",
      "operators only: the price of a day of use, whole rupiah",
    ),
  },
  async run({
    merchant: merchant_id,
    "webhook-url": webhook_url,
    "expired-events": sends_expired_events,
    "cancelled-events": sends_cancelled_events,
    "device-events": sends_device_events,
    "difference-events": sends_difference_events,
    "refuse-offline-accounts": refuse_offline_accounts,
    "logo-url": logo_url,
    "accent-color": accent_color,
    operator: is_operator,
    "quota-price": quota_price,
  }) {
    const change = {
      webhook_url,
      sends_expired_events,
      sends_cancelled_events,
      sends_device_events,
      sends_difference_events,
      refuse_offline_accounts,
      logo_url,
      accent_color,
      is_operator,
      quota_price,
    };
    if (Object.values(change).every((value) => value === undefined)) {
      throw new UsageError(
        "Nothing to change. Add --webhook-url, --expired-events, --cancelled-events, --device-events, --difference-events, --refuse-offline-accounts, --logo-url, --accent-color, --operator or --quota-price. To see their values, run npx tepat merchant update --help",
      );
    }
    return shown(
      await changing(
        (gateway) => changeMerchant(gateway, merchant_id, change),
        () => ({ merchant_id, action: "merchant.changed", details: namedFields(change) }),
      ),
    );
  },
});

const resetPasswordCommand = command({
  name: "merchant reset-password",
  summary: "Creates a new password, shows it only once, and signs the person out everywhere.",
  options: {
    merchant: option(uuid(), "ID", "the merchant"),
    person: option(email().optional(), "ADDRESS", "the team member (default: the first owner)"),
  },
  run: ({ merchant, person = null }) =>
    withGateway(async (gateway) => shown(await resetPassword(gateway, merchant, person))),
});

export const commands = [create, list, update, resetPasswordCommand];
