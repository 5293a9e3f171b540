import type { InstructionStep } from "../../contract/channels.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectBuiltInSteps, type BuiltInSteps } from "./channel-steps.sql.ts";

type Steps = ReadonlyMap<string, InstructionStep[]>;

/**
 * Returns the built-in steps of all channels, including `channel_ids`. They were half of what a list of payments
 * fetched. Only a release adds or changes them, so a process reads them once, and again for a channel that it does not
 * know. The steps of a merchant's own bank are read each time.
 */
export async function builtInSteps(
  { sql, builtInSteps: known }: Gateway,
  channel_ids: readonly string[],
): Promise<Steps> {
  if (!channel_ids.every((channel_id) => known.has(channel_id))) {
    // Callers at the same time each read them: inside a transaction, waiting for another connection could wait for ever.
    const rows = await selectBuiltInSteps(sql, channel_ids);
    const own = rows.filter(({ is_own }) => is_own);
    for (const row of rows) if (!row.is_own) known.set(row.channel_id, row.channel_instructions);
    if (own.length > 0) return new Map([...known, ...own.map(asEntry)]);
  }
  return known;
}

const asEntry = ({ channel_id, channel_instructions }: BuiltInSteps) =>
  [channel_id, channel_instructions] as const;
