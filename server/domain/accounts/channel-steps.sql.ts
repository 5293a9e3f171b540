import type { InstructionStep } from "../../contract/channels.ts";
import type { Sql } from "../../db/client.ts";

/**
 * The steps of `channels channel` for the customers of the row's merchant if that merchant has added steps; otherwise
 * null, which means the built-in steps. The function is called only in the first case. PostgreSQL cannot inline it,
 * and a call costs more than reading a payment.
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

/** Whether the merchant can use the channel. A test mode can use its merchant's channels. */
export const isChannelOf = (
  sql: Sql,
  merchant_id: string,
  row: "channels" | "channel" = "channels",
) => sql`(
  ${sql(row)}.added_by is null
  or ${sql(row)}.added_by = ${merchant_id}
  or ${sql(row)}.added_by = (select test_of from merchants where merchants.merchant_id = ${merchant_id})
)`;

export interface BuiltInSteps {
  channel_id: string;
  channel_instructions: InstructionStep[];
  /** A merchant's own bank, whose steps change with its name. */
  is_own: boolean;
}

/** Selects the steps of the channels `channel_ids`, and, unless `only` is true, of every channel of a release. */
export function selectBuiltInSteps(
  sql: Sql,
  { channel_ids, only }: { channel_ids: readonly string[]; only: boolean },
): Promise<BuiltInSteps[]> {
  return sql<BuiltInSteps[]>`
    select channel_id, channel_instructions, added_by is not null as is_own
    from channels
    where ${only ? sql`false` : sql`added_by is null`}
      or channel_id = any(${[...new Set(channel_ids)]}::uuid[])
  `;
}
