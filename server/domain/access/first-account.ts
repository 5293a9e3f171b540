import { GatewayError } from "../../contract/errors.ts";
import { CheckFailed } from "../base/check-result.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { openMerchant } from "../merchants/merchants.ts";
import { hasMerchant, holdMerchants, makeOperator } from "../merchants/merchants.sql.ts";
import type { Client } from "./sessions.ts";
import { countAttempt, signUpRules } from "./sign-in-attempts.ts";
import { openAccount, type NewAccount, type SignedIn } from "./sign-in.ts";

/**
 * The person who starts a gateway opens its first account in the browser, at an address that the gateway prints while
 * it has no account. The token in the address is sealed with the gateway's secret, so every process knows the token
 * and none stores it. The token is useless once an account exists.
 */

const purpose = "first account";
export const alreadyOpenText = "The gateway already has its first account. Sign in with it.";

export const awaitsFirstAccount = async ({ sql }: Gateway): Promise<boolean> =>
  !(await hasMerchant(sql));

/** Returns the address that opens the first account, or null if an account exists. */
export async function firstAccountAddress(
  { sql, secrets, settings }: Gateway,
  /** The dashboard's address, if it is not PUBLIC_URL. */
  url = settings.publicUrl,
): Promise<string | null> {
  if (await hasMerchant(sql)) return null;
  const token = secrets.seal(purpose, purpose).toString("base64url");
  return `${url}/dashboard/first-account#token=${token}`;
}

export async function openFirstAccount(
  gateway: Gateway,
  { token, ...account }: NewAccount & { token: string },
  client: Client,
): Promise<SignedIn> {
  await countAttempt(gateway, signUpRules(client.client_address));
  if (!isToken(gateway, token)) {
    throw new GatewayError("unauthorized", {
      message:
        "The address is incomplete or wrong. Copy the whole address that the gateway printed.",
    });
  }
  const owner = { ...account, is_operator: true };
  return openAccount(gateway, owner, client, async (tx, secrets, made) => {
    await holdMerchants(tx);
    if (await hasMerchant(tx)) {
      throw new GatewayError("conflict", {
        message: alreadyOpenText,
      });
    }
    const opened = await openMerchant(tx, secrets, made);
    await makeOperator(tx, opened.merchant_id);
    return opened;
  });
}

function isToken({ secrets }: Gateway, token: string): boolean {
  try {
    return secrets.open(Buffer.from(token, "base64url"), purpose) === purpose;
  } catch (cause) {
    if (cause instanceof CheckFailed) return false;
    throw cause;
  }
}
