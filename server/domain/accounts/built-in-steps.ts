import type { InstructionStep } from "../../contract/channels.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { selectBuiltInSteps, type BuiltInSteps } from "./channel-steps.sql.ts";

type Steps = ReadonlyMap<string, InstructionStep[]>;

/**
 * Returns the built-in steps of all channels, including `channel_ids`. Built-in steps were half of the data that a
 * list of payments fetched. Only a release adds or changes these steps, so a process reads them once. The steps of an
 * unknown channel are read separately: once for a channel of a newer release, and each time for a merchant's own
 * bank.
 */
export async function builtInSteps(
  { sql, builtInSteps: known }: Gateway,
  channel_ids: readonly string[],
): Promise<Steps> {
  const unknown = channel_ids.filter((channel_id) => !known.has(channel_id));
  if (unknown.length === 0) return known;
  // Concurrent callers each read the steps. Inside a transaction, waiting for another connection could last for ever.
  const rows = await selectBuiltInSteps(sql, { channel_ids: unknown, only: known.size > 0 });
  const own = rows.filter(({ is_own }) => is_own);
  for (const row of rows) if (!row.is_own) known.set(row.channel_id, row.channel_instructions);
  return own.length > 0 ? new Map([...known, ...own.map(asEntry)]) : known;
}

const asEntry = ({ channel_id, channel_instructions }: BuiltInSteps) =>
  [channel_id, channel_instructions] as const;
