import type { AuditAction, AuditEntry } from "../../base/generated/types.gen.ts";
import { formatMoment } from "../../base/time.ts";
import { auditLogTexts as t } from "./audit-log-texts.ts";

/** Returns a sentence, for example `Budi revoked the phone Counter phone.` */
export function sentenceOf(entry: AuditEntry): string {
  const who = entry.person_name ?? t.audit.actors[entry.actor];
  const object = objectOf(entry);
  const did = (refusalOf(entry) ?? t.audit.actions[entry.action])
    .replace("{o}", () => object)
    .replaceAll(/ +/gu, " ")
    .trim();
  return `${who} ${did}.`;
}

/**
 * Returns the sentence for a refusal. Refusals are recorded some minutes later, so the sentence
 * gives the time of the first one.
 */
function refusalOf({ details }: AuditEntry): string | null {
  const { reason, first_refused_at } = details ?? {};
  if (typeof first_refused_at !== "string" || typeof reason !== "string") return null;
  const sentence = t.audit.refused[reason];
  return sentence ? `${sentence}, ${t.audit.firstAt(formatMoment(first_refused_at))}` : null;
}

/**
 * Returns the object's name at that time if the entry has it, otherwise the current name, otherwise
 * the id.
 */
function objectOf({ action, object_name, object_id, details }: AuditEntry): string {
  const then = namesThen[action]?.map((name) => details?.[name]) ?? [];
  const named = then.find((name) => typeof name === "string");
  return named ?? object_name ?? object_id ?? "";
}

const namesThen: Partial<Record<AuditAction, readonly string[]>> = {
  "person.invited": ["email"],
  "invitation.withdrawn": ["email"],
  "person.renamed": ["name"],
  "api_key.created": ["label", "key_prefix"],
  "transfer.tied": ["payment_code"],
  "statement.imported": ["file_name"],
  "statement.withdrawn": ["file_name"],
  "statement_rule.created": ["words"],
  "statement_rule.removed": ["words"],
  "statement_month.closed": ["month"],
  "statement_month.reopened": ["month"],
};
