import { problemInEnglish } from "../../contract/field-problems.ts";
import { randomBytes, randomUUIDv7 } from "node:crypto";
import { createApiKey } from "./api-keys.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  insertMerchant,
  selectMerchant,
  updateMerchant,
  type Merchant,
  type MerchantChange,
} from "./merchants.sql.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { hashPassword } from "../security/passwords.ts";
import type { SecretBox } from "../security/secrets.ts";
import { addWebhookSecret } from "./webhook-secrets.ts";
import { checkWebhookUrl, webhookTargetRules } from "../base/webhook-targets.ts";

export interface CreatedMerchant {
  merchant_id: string;
  email: string;
  /** The given password, or a new one. Only its hash is stored. */
  password: string;
  /** The id with which `api_key` can be revoked. */
  key_id: string;
  api_key: string;
  webhook_secret: string;
}

/** Creates a merchant with its first API key and webhook secret, which are returned only here. */
export async function createMerchant(
  gateway: Gateway,
  options: { name: string; email: string; password?: string | undefined },
): Promise<CreatedMerchant> {
  const password = options.password ?? newPassword();
  const password_hash = await hashPassword(password);
  return createMerchantOf(gateway, { ...options, password, password_hash });
}

/** Creates a merchant whose password was hashed before. */
export async function createMerchantOf(
  gateway: Gateway,
  options: { name: string; email: string; password: string; password_hash: string },
): Promise<CreatedMerchant> {
  return gateway.sql.begin(async (tx) => {
    const { name, email, password, password_hash } = options;
    const merchant = { name, email, password_hash };
    const { merchant_id, webhook_secret } = await openMerchant(tx, gateway.secrets, merchant);
    const { key_id, api_key } = await createApiKey(tx, merchant_id);
    return { merchant_id, email, password, key_id, api_key, webhook_secret };
  });
}

/** Creates a password that a person can copy from a terminal. */
export const newPassword = (): string => randomBytes(15).toString("base64url");

/** Creates a merchant with the records that every merchant has: its counters and a webhook secret. */
export async function openMerchant(
  tx: Tx,
  secrets: SecretBox,
  { name, ...options }: { name: string; email: string; password_hash: string },
  { has_signed_up } = { has_signed_up: false },
): Promise<{ merchant_id: string; webhook_secret: string }> {
  const merchant_id = randomUUIDv7();
  try {
    await insertMerchant(tx, { merchant_id, merchant_name: name, ...options, has_signed_up });
    return { merchant_id, webhook_secret: await addWebhookSecret(tx, secrets, merchant_id) };
  } catch (cause) {
    if (emailKeys.has(violatedConstraint(cause) ?? "")) {
      throw new DomainError({ code: "email_taken", params: { email: options.email } }, { cause });
    }
    throw cause;
  }
}

/** The constraints that an email address of another merchant, or of a person in another merchant's team, violates. */
const emailKeys = new Set(["merchants_email_key", "people_email_key"]);

/**
 * Throws if there is no such merchant. Merchants are never deleted, so the merchant still exists when the next
 * statement runs.
 */
export async function requireMerchant(sql: Sql, merchant_id: string): Promise<Merchant> {
  return known(await selectMerchant(sql, merchant_id), merchant_id);
}

/** Changes the given settings, such as the default webhook URL and the statuses that are sent. */
export async function changeMerchant(
  gateway: Gateway,
  merchant_id: string,
  change: MerchantChange,
): Promise<Merchant> {
  const { webhook_url } = change;
  try {
    const merchant = await updateMerchant(gateway.sql, merchant_id, {
      ...change,
      webhook_url: webhook_url == null ? webhook_url : webhookTarget(gateway, webhook_url),
    });
    return known(merchant, merchant_id);
  } catch (cause) {
    throw inOperatorsWords(cause);
  }
}

/** Explains violations of the table's rules in words for operators. */
function inOperatorsWords(cause: unknown): unknown {
  switch (violatedConstraint(cause)) {
    case "merchants_only_operators_sell":
      return new DomainError(
        "Only an operator sells quota. Add --operator true, or remove the price with --quota-price none",
      );
    case "merchants_one_sells_quota":
      return new DomainError(
        "Another merchant already sells quota. Remove its price first, with --quota-price none",
      );
    default:
      return cause;
  }
}

function known(merchant: Merchant | undefined, merchant_id: string): Merchant {
  if (!merchant)
    throw new DomainError(
      `There is no merchant ${merchant_id}. To list the merchants, run npx tepat merchant list`,
    );
  return merchant;
}

function webhookTarget({ settings }: Gateway, text: string): string {
  const target = checkWebhookUrl(text, webhookTargetRules(settings));
  if ("problem" in target)
    throw new DomainError(`The webhook URL ${problemInEnglish(target.problem)}.`);
  return target.url;
}
