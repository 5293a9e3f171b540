import type { AdditionalStep, ChannelSteps } from "../../contract/dashboard/accounts.ts";
import type { ChannelInstructions, InstructionStep } from "../../contract/channels.ts";
import type { Sql } from "../../db/client.ts";

/**
 * The steps of `channels channel` for the customers of the merchant whom that row names, where the merchant added some;
 * else null: they are the built-in ones then. The function is called no more often than that: PostgreSQL cannot inline
 * it, and a call costs more than reading a payment.
 */
export const ownSteps = (sql: Sql, row: "payment" | "outcome") => sql`
  case
    when ${hasOwnSteps(sql, row)}
      then channel_steps(${sql(`${row}.merchant_id`)}, channel.channel_id, channel.channel_instructions)
  end
`;

export const hasOwnSteps = (sql: Sql, row: "payment" | "outcome") => sql`
  exists (
    select from instruction_additions additions
    where additions.merchant_id = ${sql(`${row}.merchant_id`)}
      and additions.channel_id = channel.channel_id
  )
`;

export function selectBuiltInSteps(
  sql: Sql,
): Promise<{ channel_id: string; channel_instructions: InstructionStep[] }[]> {
  return sql`select channel_id, channel_instructions from channels`;
}

export async function selectChannelSteps(
  sql: Sql,
  channel: { merchant_id: string; channel_id: string },
): Promise<ChannelSteps | undefined> {
  const [row] = await sql<ChannelSteps[]>`
    select
      channel.channel_id,
      channel.channel_instructions as built_in,
      coalesce(additions.steps, '[]') as additions
    from channels channel
    left join instruction_additions additions
      on additions.merchant_id = ${channel.merchant_id}
      and additions.channel_id = channel.channel_id
    where channel.channel_id = ${channel.channel_id}
  `;
  return row;
}

export async function replaceAdditions(
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

export async function selectChannelInstructions(
  sql: Sql,
  { merchant_id, channel_id }: { merchant_id: string; channel_id: string },
): Promise<ChannelInstructions | undefined> {
  const [row] = await sql<ChannelInstructions[]>`
    select channel_id, channel_steps(${merchant_id}, channel_id, channel_instructions) as instructions
    from channels
    where channel_id = ${channel_id}
  `;
  return row;
}
