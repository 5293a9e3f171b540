import type { AuditAction, AuditEntry } from "../../base/generated/types.gen.ts";
import type { auditLogTexts } from "./audit-log-texts.ts";

type AuditTexts = Pick<(typeof auditLogTexts)["id"], "audit">;

/** `Budi revoked the phone Counter phone.` */
export function sentenceOf({ audit: texts }: AuditTexts, entry: AuditEntry): string {
  const who = entry.person_name ?? texts.actors[entry.actor];
  const object = objectOf(entry);
  const did = texts.actions[entry.action]
    .replace("{o}", () => object)
    .replaceAll(/ +/gu, " ")
    .trim();
  return `${who} ${did}.`;
}

/** The name at that time where the entry has it, else the present one, else the id. */
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
};
