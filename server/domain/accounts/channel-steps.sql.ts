import type { InstructionStep } from "../../contract/channels.ts";
import type { Sql } from "../../db/client.ts";

/**
 * The steps of `channels channel` for the customers of the row's merchant, if that merchant added some; otherwise null,
 * which means the built-in steps. The function is called only then: PostgreSQL cannot inline it, and a call costs more
 * than reading a payment.
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
