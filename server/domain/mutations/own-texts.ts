import { GatewayError } from "../../contract/errors.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { confirmLikelyText, refuseLikelyText } from "./likely-texts.ts";
import { removeReadingRule, saveReadingRule, switchReadingRule } from "./reading-rules.ts";
import type { Mark } from "../notifications/taught-rules.ts";

/** A merchant's actions on unreadable notifications, and on the rules that these notifications teach. */

export async function confirmOwnText(
  gateway: Gateway,
  actor: Actor,
  { session, text_id, payment_code }: { session: Session; text_id: string; payment_code: string },
): Promise<{ mutation_id: string }> {
  const { merchant_id } = session;
  if (!session.is_two_factor_enabled) throw new GatewayError("totp_not_enabled");
  requireConfirmed(session);
  return audited(
    gateway,
    actor,
    (inside) => confirmLikelyText(inside, { merchant_id, text_id, payment_code }),
    ({ mutation_id }) => ({
      merchant_id,
      action: "payment.matched",
      object_id: payment_code,
      details: { mutation_id },
    }),
  );
}

export async function refuseOwnText(
  gateway: Gateway,
  actor: Actor,
  { session, text_id }: { session: Session; text_id: string },
): Promise<void> {
  const { merchant_id } = session;
  await audited(
    gateway,
    actor,
    (inside) => refuseLikelyText(inside, { merchant_id, text_id }),
    () => ({ merchant_id, action: "text.refused", object_id: text_id }),
  );
}

export async function saveOwnRule(
  gateway: Gateway,
  actor: Actor,
  {
    session,
    ...taught
  }: {
    session: Session;
    mutation_id: string;
    marks: readonly Mark[];
    text_ids?: readonly string[] | undefined;
  },
): Promise<{ rule_id: string }> {
  return auditedRule(gateway, actor, {
    session,
    recorded: taught.text_ids ?? [],
    save: (inside, { merchant_id }) => saveReadingRule(inside, { merchant_id, ...taught }),
  });
}

/**
 * Saves a taught rule for a confirmed person. The rule's audit entry counts the texts that the rule records at once.
 */
export function auditedRule(
  gateway: Gateway,
  actor: Actor,
  {
    session,
    recorded,
    save,
  }: {
    session: Session;
    recorded: readonly string[];
    save(inside: Gateway, session: Session): Promise<{ rule_id: string }>;
  },
): Promise<{ rule_id: string }> {
  requireConfirmed(session);
  return audited(
    gateway,
    actor,
    (inside) => save(inside, session),
    ({ rule_id }) => ({
      merchant_id: session.merchant_id,
      action: "reading_rule.saved",
      object_id: rule_id,
      details: { recorded_texts: new Set(recorded).size },
    }),
  );
}

export async function switchOwnRule(
  gateway: Gateway,
  actor: Actor,
  { session, rule_id, is_on }: { session: Session; rule_id: string; is_on: boolean },
): Promise<void> {
  if (is_on) requireConfirmed(session);
  const { merchant_id } = session;
  await audited(
    gateway,
    actor,
    (inside) => switchReadingRule(inside, { merchant_id, rule_id, is_on }),
    () => ({
      merchant_id,
      action: "reading_rule.switched",
      object_id: rule_id,
      details: { is_on },
    }),
  );
}

export async function removeOwnRule(
  gateway: Gateway,
  actor: Actor,
  { session, rule_id }: { session: Session; rule_id: string },
): Promise<void> {
  const { merchant_id } = session;
  await audited(
    gateway,
    actor,
    (inside) => removeReadingRule(inside, { merchant_id, rule_id }),
    () => ({ merchant_id, action: "reading_rule.removed", object_id: rule_id }),
  );
}
