import type { AccountChoices } from "../../contract/dashboard/accounts.ts";
import { GatewayError, invalidFields, notFound } from "../../contract/errors.ts";
import { androidPackageName } from "../../contract/fields.ts";
import { limits } from "../../contract/limits.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { isKnownBankName } from "../banks/known-names.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { cleanText } from "../notifications/formats/engine/clean-text.ts";
import { isKnownNoBank } from "../notifications/merchant-app.ts";
import type { NotificationReader } from "../notifications/notification-reader.ts";
import {
  answerForApp,
  countBankApps,
  findUsesOfApp,
  forgetTextsOfApp,
  selectBankApps,
  selectBankAppsOfMerchants,
  selectSeenApps,
} from "./merchant-apps.sql.ts";

/** Apps that no release knows, and whether they belong to the merchant's bank. */

/** Returns the reader that also knows the merchant's own apps. */
export async function readerOfMerchant(
  { sql, notificationReader }: Pick<Gateway, "sql" | "notificationReader">,
  merchant_id: string,
): Promise<NotificationReader> {
  return notificationReader().withApps(await selectBankApps(sql, merchant_id));
}

/** Returns each merchant's reader, with one query for all merchants. */
export async function readersOfMerchants(
  { sql, notificationReader }: Pick<Gateway, "sql" | "notificationReader">,
  merchant_ids: readonly string[],
): Promise<(merchant_id: string) => NotificationReader> {
  const reader = notificationReader();
  const apps = await selectBankAppsOfMerchants(sql, merchant_ids);
  const readers = new Map(
    Array.from(apps, ([merchant_id, own]) => [merchant_id, reader.withApps(own)]),
  );
  return (merchant_id) => readers.get(merchant_id) ?? reader;
}

/**
 * Returns a name that is safe to show, because a phone can send any name. Marks that turn or hide letters are
 * removed, and a long name is shortened.
 */
export function shownAppName(app_name: string | null | undefined): string | null {
  const name = cleanText(app_name ?? "")
    .replace(/\s+/gu, " ")
    .trim();
  return name === "" ? null : Array.from(name).slice(0, limits.merchantAppNameCharacters).join("");
}

/**
 * Returns whether a merchant can be asked about an app that the reader does not know. The answer is no for a text
 * without a package name, and for an app that is known to belong to no bank.
 */
export const canBeAsked = (package_name: string): boolean =>
  androidPackageName.test(package_name) && !isKnownNoBank(package_name);

/** Lists the apps that await an answer, and those that belong to no bank. */
export async function listSeenApps(
  gateway: Pick<Gateway, "sql" | "notificationReader">,
  merchant_id: string,
): Promise<AccountChoices["seen_apps"]> {
  const reader = gateway.notificationReader();
  const rows = await selectSeenApps(gateway.sql, merchant_id);
  return rows
    .filter(({ package_name }) => reader.appOf(package_name) === null && canBeAsked(package_name))
    .map(({ first_seen_at, last_seen_at, ...app }) => ({
      ...app,
      has_known_name: app.app_name !== null && isKnownBankName(app.app_name),
      first_seen_at: first_seen_at.toISOString(),
      last_seen_at: last_seen_at.toISOString(),
    }));
}

export interface AppAnswer {
  package_name: string;
  is_bank: boolean;
  app_name: string | null;
}

/** Answers for an app. A "yes" lets a taught wording of the app pay invoices, so it needs a confirmed person. */
export async function answerForOwnApp(
  gateway: Gateway,
  actor: Actor,
  { session, ...given }: AppAnswer & { session: Session },
): Promise<void> {
  if (given.is_bank) requireConfirmed(session);
  const { merchant_id } = session;
  const answer = {
    merchant_id,
    is_bank: given.is_bank,
    package_name: given.package_name.toLowerCase(),
    app_name: given.is_bank ? ownBankName("app_name", given.app_name) : null,
  };
  await audited(
    gateway,
    actor,
    async (inside) => {
      await holdMerchant(inside.sql, merchant_id);
      await (answer.is_bank ? requireBankApp(inside, answer) : requireUnused(inside, answer));
      if (!(await answerForApp(inside.sql, answer))) throw notFound("app");
      if (!answer.is_bank) await forgetTextsOfApp(inside.sql, answer);
    },
    () => ({
      merchant_id,
      action: "app.answered",
      object_id: answer.package_name,
      details: { is_bank: answer.is_bank, ...(answer.is_bank && { app_name: answer.app_name }) },
    }),
  );
}

/** Returns the name as shown. Throws if the name has fewer than two letters or is another bank's name. */
export function ownBankName(field: string, given: string | null): string {
  const app_name = shownAppName(given);
  if (app_name === null || (app_name.match(/\p{L}/gu)?.length ?? 0) < 2) {
    throw invalidFields({ [field]: { code: "required", params: {} } });
  }
  if (isKnownBankName(app_name)) {
    throw invalidFields({ [field]: { code: "name_of_a_known_bank", params: {} } });
  }
  return app_name;
}

interface AppOfMerchant {
  merchant_id: string;
  package_name: string;
}

export async function requireBankApp(
  { sql, notificationReader }: Gateway,
  app: AppOfMerchant,
): Promise<void> {
  if (!canBeAsked(app.package_name)) {
    throw new GatewayError("conflict", {
      message:
        "This app shows texts that other people write, or belongs to no bank, so its notifications cannot pay invoices. Choose your bank's own app.",
    });
  }
  if (notificationReader().appOf(app.package_name) !== null) {
    throw new GatewayError("conflict", {
      message: "Tepat knows this app. Choose it when you add the account.",
    });
  }
  if ((await countBankApps(sql, app)) >= limits.merchantBankAppsPerMerchant) {
    throw new GatewayError("conflict", {
      message: `The limit of ${limits.merchantBankAppsPerMerchant} apps is reached. Remove one that no account uses.`,
    });
  }
}

export const appInUseText = "An account uses this app. Choose another app for the account first.";

async function requireUnused({ sql }: Gateway, app: AppOfMerchant): Promise<void> {
  const { by_account, by_bank } = await findUsesOfApp(sql, app);
  if (by_account) throw new GatewayError("conflict", { message: appInUseText });
  if (by_bank) {
    throw new GatewayError("conflict", {
      message: "A bank that you added uses this app. Remove that bank first.",
    });
  }
}
