import type { ListedApiKey } from "../../contract/dashboard/api-keys.ts";
import { notFound } from "../../contract/errors.ts";
import { createApiKey, createTestApiKey, revokeApiKey } from "../merchants/api-keys.ts";
import { audited, type Actor } from "./audit.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Session } from "./sessions.sql.ts";
import { requireConfirmed } from "./two-factor.ts";

/** Manages a merchant's own API keys in the dashboard. Other merchants' keys are unknown here. */

/** Creates a key. A key outlasts every session, so this operation needs a confirmed person. */
export async function createOwnApiKey(
  gateway: Gateway,
  actor: Actor,
  { session, label, is_test }: { session: Session; label: string; is_test: boolean },
): Promise<ListedApiKey & { api_key: string; webhook_secret: string | null }> {
  requireConfirmed(session);
  const { merchant_id } = session;
  return audited(
    gateway,
    actor,
    async (inside) =>
      is_test
        ? createTestApiKey(inside, merchant_id, label)
        : { ...(await createApiKey(inside.sql, merchant_id, label)), webhook_secret: null },
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
      throw notFound("API key");
    },
    () => ({ merchant_id, action: "api_key.revoked", object_id: key_id }),
  );
}
