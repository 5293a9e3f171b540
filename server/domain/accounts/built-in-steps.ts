import type { InstructionStep } from "../../contract/channels.ts";
import type { Sql } from "../../db/client.ts";
import { selectBuiltInSteps } from "./channel-steps.sql.ts";

type Steps = ReadonlyMap<string, InstructionStep[]>;

const remembered = new WeakMap<Sql, Promise<Steps>>();

/**
 * Returns the built-in steps of all channels, including `channel_ids`. They were half of what a list of payments
 * fetched. Only a release adds or changes them, so a process reads them once, and again for a channel that it does not
 * know.
 */
export async function builtInSteps(sql: Sql, channel_ids: Iterable<string>): Promise<Steps> {
  const asked = remembered.get(sql);
  const known = asked && (await asked);
  return known && hasAll(known, channel_ids) ? known : ask(sql);
}

/** Callers that ask meanwhile share the answer. A failure is not remembered. */
function ask(sql: Sql): Promise<Steps> {
  const asked = selectBuiltInSteps(sql).then(
    (rows) => new Map(rows.map((row) => [row.channel_id, row.channel_instructions])),
  );
  remembered.set(sql, asked);
  asked.catch(() => remembered.get(sql) === asked && remembered.delete(sql));
  return asked;
}

function hasAll(steps: Steps, channel_ids: Iterable<string>): boolean {
  for (const channel_id of channel_ids) if (!steps.has(channel_id)) return false;
  return true;
}
