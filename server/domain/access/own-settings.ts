import type { MerchantSettings } from "../../contract/dashboard/settings.ts";
import { invalidFields } from "../../contract/errors.ts";
import { audited, type Actor } from "./audit.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { namedFields } from "../base/named-fields.ts";
import { changeMerchant, requireMerchant } from "../merchants/merchants.ts";
import { noteShopSaved, type Merchant, type MerchantChange } from "../merchants/merchants.sql.ts";
import type { Session } from "./sessions.sql.ts";
import { requireConfirmed } from "./two-factor.ts";
import { rotateWebhookSecret } from "../merchants/webhook-secrets.ts";
import { checkWebhookUrl, webhookTargetRules } from "../base/webhook-targets.ts";

/** The settings that a merchant decides. Being an operator is not one of them. */

type OwnSettings = Omit<MerchantChange, "is_operator" | "quota_price">;

export async function readOwnSettings(
  { sql }: Gateway,
  merchant_id: string,
): Promise<MerchantSettings> {
  return presentSettings(await requireMerchant(sql, merchant_id));
}

export async function changeOwnSettings(
  gateway: Gateway,
  actor: Actor,
  { session, change }: { session: Session; change: OwnSettings },
): Promise<MerchantSettings> {
  if (isGuarded(change)) requireConfirmed(session);
  const { merchant_id } = session;
  requireWebhookTarget(gateway, change.webhook_url);
  const merchant = await audited(
    gateway,
    actor,
    async (inside) => {
      if (isOfShop(change)) await noteShopSaved(inside.sql, { merchant_id, at: inside.now() });
      return changeMerchant(inside, merchant_id, {
        ...change,
        accent_color: change.accent_color?.toLowerCase() ?? change.accent_color,
      });
    },
    () => ({ merchant_id, action: "merchant.changed", details: namedFields(change) }),
  );
  return presentSettings(merchant);
}

const shopSettings: ReadonlySet<string> = new Set<keyof OwnSettings>([
  "merchant_name",
  "logo_url",
  "accent_color",
  "contact_address",
  "contact_phone",
  "contact_email",
  "shop_url",
]);

/** Returns whether the change comes from the shop's form, which can also be saved unchanged. */
const isOfShop = (change: OwnSettings): boolean =>
  Object.keys(change).every((name) => shopSettings.has(name));

/**
 * Returns whether the change needs a confirmed person. These settings decide the target of events and the page around
 * the account. A picture could contain another QR code, and a contact could be a stranger's.
 */
const isGuarded = (change: OwnSettings): boolean =>
  [
    change.webhook_url,
    change.merchant_name,
    change.logo_url,
    change.contact_address,
    change.contact_phone,
    change.contact_email,
    change.shop_url,
  ].some((value) => value !== undefined);

/** Throws a refusal that names the field. For an operator, changeMerchant writes a sentence instead. */
function requireWebhookTarget({ settings }: Gateway, url: string | null | undefined): void {
  if (url == null) return;
  const target = checkWebhookUrl(url, webhookTargetRules(settings));
  if (!("problem" in target)) return;
  throw invalidFields({ webhook_url: target.problem });
}

const presentSettings = (merchant: Merchant): MerchantSettings => ({
  merchant_name: merchant.merchant_name,
  logo_url: merchant.logo_url,
  accent_color: merchant.accent_color,
  contact_address: merchant.contact_address,
  contact_phone: merchant.contact_phone,
  contact_email: merchant.contact_email,
  shop_url: merchant.shop_url,
  sale_code_pattern: merchant.sale_code_pattern,
  sends_receipts: merchant.sends_receipts,
  asks_for_rest: merchant.asks_for_rest,
  webhook_url: merchant.webhook_url,
  sends_expired_events: merchant.sends_expired_events,
  sends_cancelled_events: merchant.sends_cancelled_events,
  sends_device_events: merchant.sends_device_events,
  sends_difference_events: merchant.sends_difference_events,
  refuse_offline_accounts: merchant.refuse_offline_accounts,
});

/** Returns the new secret, which is never shown again. */
export async function rotateOwnWebhookSecret(
  gateway: Gateway,
  actor: Actor,
  session: Session,
): Promise<{ webhook_secret: string }> {
  requireConfirmed(session);
  const { merchant_id } = session;
  const webhook_secret = await audited(
    gateway,
    actor,
    ({ sql, secrets, now }) => rotateWebhookSecret(sql, secrets, { merchant_id, at: now() }),
    () => ({ merchant_id, action: "webhook_secret.rotated" }),
  );
  return { webhook_secret };
}
