import type { AdditionalStep, ChannelSteps } from "../../contract/dashboard/accounts.ts";
import { notFound } from "../../contract/errors.ts";
import type { Sql } from "../../db/client.ts";
import { audited, type Actor } from "../access/audit.ts";
import { isChannelOf } from "./channel-steps.sql.ts";
import { stepsInEnglish } from "./steps-in-english.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";

/** Returns a channel's steps in two parts: the steps of all merchants, and then this merchant's own steps. */
export async function readChannelSteps(
  { sql }: Gateway,
  channel: { merchant_id: string; channel_id: string; language?: "en" | "id" },
): Promise<ChannelSteps> {
  const [row] = await sql<(ChannelSteps & { channel_name: string })[]>`
    select
      channel.channel_id,
      channel.channel_name,
      channel.channel_instructions as built_in,
      coalesce(additions.steps, '[]') as additions
    from channels channel
    left join instruction_additions additions
      on additions.merchant_id = ${channel.merchant_id}
      and additions.channel_id = channel.channel_id
    where channel.channel_id = ${channel.channel_id}
      and ${isChannelOf(sql, channel.merchant_id, "channel")}
  `;
  if (!row) throw notFound("channel");
  const { channel_name, ...steps } = row;
  if (channel.language !== "en") return steps;
  const english = stepsInEnglish(steps.built_in, channel_name);
  return { ...steps, built_in: steps.built_in.map((step, at) => ({ ...step, ...english[at] })) };
}

/**
 * Changes a merchant's steps. Customers follow the steps when they pay, so the steps can redirect money, as an
 * account can.
 */
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

async function replaceAdditions(
  sql: Sql,
  change: { merchant_id: string; channel_id: string; additions: readonly AdditionalStep[] },
): Promise<void> {
  const { merchant_id, channel_id, additions } = change;
  if (additions.length === 0) {
    await sql`
      delete from instruction_additions
      where merchant_id = ${merchant_id}
        and channel_id = ${channel_id}
    `;
    return;
  }
  await sql`
    insert into instruction_additions (merchant_id, channel_id, steps)
    values (${merchant_id}, ${channel_id}, ${JSON.stringify(additions)}::text::json)
    on conflict (merchant_id, channel_id) do update
    set steps = excluded.steps
  `;
}
