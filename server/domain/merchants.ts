import { argon2, randomBytes, randomUUIDv7 } from "node:crypto";
import { promisify } from "node:util";
import { createApiKey } from "./api-keys.ts";
import { DomainError } from "./domain-error.ts";
import type { Gateway } from "./gateway.ts";
import {
  insertMerchant,
  selectMerchant,
  updateMerchant,
  type Merchant,
  type MerchantChange,
} from "./merchants.sql.ts";
import { violatedConstraint } from "../db/constraints.ts";
import type { Sql } from "../db/client.ts";
import { addWebhookSecret } from "./webhook-secrets.ts";
import { checkWebhookUrl } from "./webhook-targets.ts";

export interface CreatedMerchant {
  merchant_id: string;
  email: string;
  /** As given, or made here; only its hash is kept. */
  password: string;
  api_key: string;
  webhook_secret: string;
}

/** A merchant with a first API key and webhook secret, which are shown only here. */
export async function createMerchant(
  gateway: Gateway,
  options: { name: string; email: string; password?: string | undefined },
): Promise<CreatedMerchant> {
  const merchant_id = randomUUIDv7();
  const password = options.password ?? randomBytes(15).toString("base64url");
  const password_hash = await hashPassword(password);
  try {
    return await gateway.sql.begin(async (tx) => {
      await insertMerchant(tx, {
        merchant_id,
        merchant_name: options.name,
        email: options.email,
        password_hash,
      });
      const { api_key } = await createApiKey(tx, merchant_id);
      const webhook_secret = await addWebhookSecret(tx, gateway.secrets, merchant_id);
      return { merchant_id, email: options.email, password, api_key, webhook_secret };
    });
  } catch (cause) {
    if (violatedConstraint(cause) === "merchants_email_key") {
      throw new DomainError(`A merchant with the e-mail address ${options.email} exists already.`);
    }
    throw cause;
  }
}

/** Merchants are never removed: one that is here now still is when the next statement runs. */
export async function requireMerchant(sql: Sql, merchant_id: string): Promise<Merchant> {
  return known(await selectMerchant(sql, merchant_id), merchant_id);
}

/** Changes what is named: where webhooks go by default, and for which statuses. */
export async function changeMerchant(
  gateway: Gateway,
  merchant_id: string,
  change: MerchantChange,
): Promise<Merchant> {
  const { webhook_url } = change;
  const merchant = await updateMerchant(gateway.sql, merchant_id, {
    ...change,
    webhook_url: webhook_url == null ? webhook_url : webhookTarget(gateway, webhook_url),
  });
  return known(merchant, merchant_id);
}

function known(merchant: Merchant | undefined, merchant_id: string): Merchant {
  if (!merchant) throw new DomainError(`There is no merchant ${merchant_id}.`);
  return merchant;
}

function webhookTarget({ settings }: Gateway, text: string): string {
  const target = checkWebhookUrl(text, {
    allowPrivate: settings.allowPrivateWebhooks,
    ownOrigin: new URL(settings.publicUrl).origin,
  });
  if ("problem" in target) throw new DomainError(`The webhook address ${target.problem}.`);
  return target.url;
}

/** OWASP's recommended argon2id settings: 19 MiB, two passes. */
const argon2id = { parallelism: 1, memory: 19_456, passes: 2, tagLength: 32 } as const;

/** In the PHC string format, so that a later change of the settings can still read it. */
async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await promisify(argon2)("argon2id", { ...argon2id, message: password, nonce });
  const { memory, passes, parallelism } = argon2id;
  const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(hash)}`;
}
