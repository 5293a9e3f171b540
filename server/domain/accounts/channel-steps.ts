import type { AdditionalStep, ChannelSteps } from "../../contract/dashboard/accounts.ts";
import { GatewayError } from "../../contract/errors.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Session } from "../access/sessions.sql.ts";
import { replaceAdditions, selectChannelSteps } from "./channel-steps.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";

/** A channel's instructions in two parts: those that every merchant has, and a merchant's own after them. */

export async function readChannelSteps(
  { sql }: Gateway,
  channel: { merchant_id: string; channel_id: string },
): Promise<ChannelSteps> {
  const row = await selectChannelSteps(sql, channel);
  if (!row) throw new GatewayError("not_found", { message: "channel not found" });
  return row;
}

/** Customers read them when they pay, so they can lead money elsewhere as an account can. */
export async function changeChannelSteps(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; channel_id: string; additions: readonly AdditionalStep[] },
): Promise<ChannelSteps> {
  const { session, channel_id, additions } = options;
  requireConfirmed(session);
  const { merchant_id } = session;
  const change = { merchant_id, channel_id, additions };
  await readChannelSteps(gateway, change);
  await audited(
    gateway,
    actor,
    ({ sql }) => replaceAdditions(sql, change),
    () => ({
      merchant_id,
      action: "instructions.changed",
      object_id: channel_id,
      details: { additions },
    }),
  );
  return readChannelSteps(gateway, change);
}
