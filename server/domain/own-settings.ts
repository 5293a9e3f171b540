import type { MerchantSettings } from "../contract/dashboard/settings.ts";
import { GatewayError } from "../contract/errors.ts";
import { audited, type Actor } from "./audit.ts";
import type { Gateway } from "./gateway.ts";
import { given } from "./given.ts";
import { changeMerchant, requireMerchant } from "./merchants.ts";
import type { Merchant, MerchantChange } from "./merchants.sql.ts";
import { checkWebhookUrl } from "./webhook-targets.ts";

/** What a merchant decides for itself. Whether it is an operator is not among it. */

export async function readOwnSettings(
  { sql }: Gateway,
  merchant_id: string,
): Promise<MerchantSettings> {
  return presentSettings(await requireMerchant(sql, merchant_id));
}

export async function changeOwnSettings(
  gateway: Gateway,
  actor: Actor,
  options: {
    merchant_id: string;
    change: Omit<MerchantChange, "is_operator" | "quota_price">;
  },
): Promise<MerchantSettings> {
  const { merchant_id, change } = options;
  requireWebhookTarget(gateway, change.webhook_url);
  const merchant = await audited(
    gateway,
    actor,
    (inside) =>
      changeMerchant(inside, merchant_id, {
        ...change,
        accent_color: change.accent_color?.toLowerCase() ?? change.accent_color,
      }),
    () => ({ merchant_id, action: "merchant.changed", details: given(change) }),
  );
  return presentSettings(merchant);
}

/** Said of its field, where changeMerchant says it to an operator. */
function requireWebhookTarget({ settings }: Gateway, url: string | null | undefined): void {
  if (url == null) return;
  const target = checkWebhookUrl(url, {
    allowPrivate: settings.allowPrivateWebhooks,
    ownOrigin: new URL(settings.publicUrl).origin,
  });
  if (!("problem" in target)) return;
  throw new GatewayError("validation_error", { errors: { webhook_url: target.problem } });
}

const presentSettings = (merchant: Merchant): MerchantSettings => ({
  merchant_name: merchant.merchant_name,
  logo_url: merchant.logo_url,
  accent_color: merchant.accent_color,
  webhook_url: merchant.webhook_url,
  sends_expired_events: merchant.sends_expired_events,
  sends_cancelled_events: merchant.sends_cancelled_events,
  sends_device_events: merchant.sends_device_events,
  refuse_offline_accounts: merchant.refuse_offline_accounts,
});
