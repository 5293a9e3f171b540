import type { ListedApiKey } from "../../contract/dashboard/api-keys.ts";
import { GatewayError } from "../../contract/errors.ts";
import { createApiKey, revokeApiKey } from "../merchants/api-keys.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";

/** What a merchant does with its own API keys in the dashboard. Another merchant's keys are unknown here. */

/** A key outlasts every session, so this needs a confirmed person. */
export async function createOwnApiKey(
  gateway: Gateway,
  actor: Actor,
  { session, label }: { session: Session; label: string },
): Promise<ListedApiKey & { api_key: string }> {
  requireConfirmed(session);
  const { merchant_id } = session;
  return audited(
    gateway,
    actor,
    ({ sql }) => createApiKey(sql, merchant_id, label),
    ({ key_id, key_prefix }) => ({
      merchant_id,
      action: "api_key.created",
      object_id: key_id,
      details: { label, key_prefix },
    }),
  );
}

export async function revokeOwnApiKey(
  gateway: Gateway,
  actor: Actor,
  { merchant_id, key_id }: { merchant_id: string; key_id: string },
): Promise<void> {
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      if (await revokeApiKey(sql, key_id, merchant_id)) return;
      throw new GatewayError("not_found", { message: "API key not found" });
    },
    () => ({ merchant_id, action: "api_key.revoked", object_id: key_id }),
  );
}
