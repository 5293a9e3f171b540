import type { Sql } from "../db/client.ts";

/**
 * The steps of `channels channel` for the customers of the merchant whom that row names. The function is called for
 * merchants with additions of their own only: PostgreSQL cannot inline it, and a call costs more than reading a payment.
 */
export const channelSteps = (sql: Sql, row: "payment" | "outcome") => sql`
  case
    when exists (
      select from instruction_additions additions
      where additions.merchant_id = ${sql(`${row}.merchant_id`)}
        and additions.channel_id = channel.channel_id
    ) then channel_steps(${sql(`${row}.merchant_id`)}, channel.channel_id, channel.channel_instructions)
    else channel.channel_instructions
  end
`;
