import { insertAuditEntry } from "./audit.sql.ts";
import { clientNetwork } from "../base/client-network.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  deleteRefusedSignIn,
  upsertRefusedSignIn,
  takeUnreportedSignIns,
  type RefusedSignInReason,
} from "./refused-sign-ins.sql.ts";
import type { PersonName } from "./sessions.sql.ts";
import type { Client } from "./sessions.ts";
import { orderedId } from "../base/ordered-id.ts";

/**
 * Records a refused sign-in for the merchant's audit log. Each network causes at most two entries an hour: soon after
 * the first attempt, and at the end of the hour. A job writes the entries, so that a refusal takes the same time
 * whether the account exists or not.
 */
export function refuseSignIn(
  gateway: Gateway,
  attempt: {
    email: string;
    /** null: no person has this email address. */
    person: PersonName | null;
    reason: RefusedSignInReason;
    client: Client;
  },
): Promise<void> {
  const { email, person, reason, client } = attempt;
  const subject = subjectOf({ email, reason, client });
  const noted = {
    subject,
    merchant_id: person?.merchant_id ?? null,
    person_id: person?.person_id ?? null,
    reason,
    ...client,
  };
  return upsertRefusedSignIn(gateway.sql, { attempt: noted, at: gateway.now() });
}

/**
 * Takes back a refusal for a missing code. The page often asks for the second factor only after the first refusal, so
 * such a refusal was no stranger's.
 */
export function forgiveMissingCode(
  gateway: Gateway,
  attempt: { email: string; client: Client },
): Promise<void> {
  return deleteRefusedSignIn(gateway.sql, subjectOf({ ...attempt, reason: "code_missing" }));
}

const subjectOf = (attempt: { email: string; reason: RefusedSignInReason; client: Client }) =>
  JSON.stringify([attempt.email, clientNetwork(attempt.client.client_address), attempt.reason]);

export async function reportRefusedSignIns(gateway: Gateway): Promise<void> {
  const at = gateway.now();
  await gateway.sql.begin(async (tx) => {
    for (const refused of await takeUnreportedSignIns(tx, at)) {
      const { merchant_id, person_id, client_address, user_agent, reason, count } = refused;
      await insertAuditEntry(tx, {
        merchant_id,
        action: "session.refused",
        ...(person_id !== null && { object_id: person_id }),
        details: {
          reason,
          count,
          first_refused_at: refused.first_refused_at.toISOString(),
          last_refused_at: refused.last_refused_at.toISOString(),
        },
        actor: "stranger",
        session_id: null,
        person_id: null,
        client_address,
        user_agent,
        entry_id: orderedId(),
        at,
      });
    }
  });
}
