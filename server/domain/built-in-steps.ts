import type { InstructionStep } from "../contract/channels.ts";
import type { Sql } from "../db/client.ts";
import { selectBuiltInSteps } from "./channel-steps.sql.ts";

type Steps = ReadonlyMap<string, InstructionStep[]>;

const remembered = new WeakMap<Sql, Steps>();

/**
 * The built-in steps of all channels, among them those of `channel_ids`. They were half of what a list of payments
 * fetched. A release alone adds or changes them, so a process asks once, and again for a channel that it does not know.
 */
export async function builtInSteps(sql: Sql, channel_ids: Iterable<string>): Promise<Steps> {
  const known = remembered.get(sql);
  if (known && hasAll(known, channel_ids)) return known;
  const rows = await selectBuiltInSteps(sql);
  const steps = new Map(rows.map((row) => [row.channel_id, row.channel_instructions]));
  remembered.set(sql, steps);
  return steps;
}

function hasAll(steps: Steps, channel_ids: Iterable<string>): boolean {
  for (const channel_id of channel_ids) if (!steps.has(channel_id)) return false;
  return true;
}
