import { randomUUIDv7 } from "node:crypto";
import { GatewayError, invalidFields, notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { violatedConstraint } from "../../db/constraints.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { hasKnownMark } from "../banks/known-names.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { ownBankName, requireBankApp } from "./merchant-apps.ts";
import {
  acceptApp,
  deleteOwnBank,
  forgetApp,
  insertOwnBank,
  updateOwnBank,
} from "./own-banks.sql.ts";

/** Banks that a merchant adds because no release knows them. Other merchants neither see nor use them. */

interface BankForm {
  channel_name: string;
  number_min: number;
  number_max: number;
}

export async function addOwnBank(
  gateway: Gateway,
  actor: Actor,
  { session, ...form }: BankForm & { session: Session; app_package: string },
): Promise<{ channel_id: string }> {
  requireConfirmed(session);
  const { merchant_id } = session;
  const package_name = form.app_package.toLowerCase();
  const bank = { ...checked(form), merchant_id, channel_id: randomUUIDv7() };
  return audited(
    gateway,
    actor,
    async (inside) => {
      await holdMerchant(inside.sql, merchant_id);
      await requireBankApp(inside, { merchant_id, package_name });
      if (!(await insertOwnBank(inside.sql, { ...bank, own_package: package_name }))) {
        throw new GatewayError("conflict", {
          message: `The limit of ${limits.merchantBanksPerMerchant} banks is reached. Remove one that no account uses.`,
        });
      }
      const app = { merchant_id, package_name, app_name: bank.channel_name };
      await acceptApp(inside.sql, app, inside.now());
      return { channel_id: bank.channel_id };
    },
    ({ channel_id }) => ({
      merchant_id,
      action: "bank.added",
      object_id: channel_id,
      details: { channel_name: bank.channel_name, app_package: package_name },
    }),
  ).catch(inWords);
}

export async function changeOwnBank(
  gateway: Gateway,
  actor: Actor,
  { session, channel_id, ...form }: BankForm & { session: Session; channel_id: string },
): Promise<void> {
  requireConfirmed(session);
  const { merchant_id } = session;
  const bank = { ...checked(form), merchant_id, channel_id };
  await audited(
    gateway,
    actor,
    async (inside) => {
      await holdMerchant(inside.sql, merchant_id);
      const package_name = await updateOwnBank(inside.sql, bank);
      if (package_name === undefined) throw notFound("bank");
      const app = { merchant_id, package_name, app_name: bank.channel_name };
      await acceptApp(inside.sql, app, inside.now());
    },
    () => ({
      merchant_id,
      action: "bank.changed",
      object_id: channel_id,
      details: { channel_name: bank.channel_name },
    }),
  ).catch(inWords);
}

/** Removes a bank. This redirects no money, so it needs no code. */
export async function removeOwnBank(
  gateway: Gateway,
  actor: Actor,
  { session, channel_id }: { session: Session; channel_id: string },
): Promise<void> {
  const { merchant_id } = session;
  await audited(
    gateway,
    actor,
    async (inside) => {
      await holdMerchant(inside.sql, merchant_id);
      const package_name = await deleteOwnBank(inside.sql, { merchant_id, channel_id });
      if (package_name === undefined) throw notFound("bank");
      await forgetApp(inside.sql, { merchant_id, package_name });
    },
    () => ({ merchant_id, action: "bank.removed", object_id: channel_id }),
  ).catch(inWords);
}

/**
 * Returns the checked form. Customers read the name on the checkout page, so it must neither equal
 * a known bank's name nor begin like one.
 */
function checked(form: BankForm): BankForm {
  const { number_min, number_max } = form;
  const channel_name = ownBankName("channel_name", form.channel_name);
  if (hasKnownMark(channel_name)) {
    throw invalidFields({ channel_name: { code: "name_of_a_known_bank", params: {} } });
  }
  if (number_max < number_min) {
    throw invalidFields({ number_max: { code: "too_small", params: { minimum: number_min } } });
  }
  return { channel_name, number_min, number_max };
}

function inWords(cause: unknown): never {
  switch (violatedConstraint(cause)) {
    case "channels_own_name_key":
      throw new GatewayError("conflict", {
        message: "You already have a bank of this name. Enter another name.",
        cause,
      });
    case "accounts_channel_id_fkey":
      throw new GatewayError("conflict", {
        message: "You cannot remove this bank, because an account uses it.",
        cause,
      });
    default:
      throw cause;
  }
}
