import { setTimeout as wait } from "node:timers/promises";
import type { Sql } from "../../db/client.ts";
import { wasCancelled } from "../../db/constraints.ts";
import { adviceOn } from "./invariant-advice.ts";
import { invariants, type Invariant } from "./invariants.sql.ts";

interface InvariantSettings {
  quotaTimeZone: string;
}

const rules = Object.entries(invariants) as [keyof typeof invariants, Invariant][];

/** Returns the broken rules, with an example of each. */
export async function findBrokenInvariants(
  sql: Sql,
  settings: InvariantSettings,
): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, select] of rules) {
    const [example] = await select(sql, settings);
    if (example) broken.push(`${rule}: ${JSON.stringify(example)}`);
  }
  return broken;
}

/**
 * Checks a running gateway: one rule after another, on one core, without locks that others wait for. Each rule has a
 * time limit, and a pause as long as the rule took. Throws the broken rules and their fixes.
 */
export async function describeInvariants(
  sql: Sql,
  settings: InvariantSettings,
  { statement_milliseconds }: { statement_milliseconds: number },
): Promise<string> {
  const broken: string[] = [];
  const unexamined: string[] = [];
  for (const [rule, select] of rules) {
    const began = performance.now();
    try {
      const [example] = await sql.begin("read only", async (tx) => {
        await tx`select
          set_config('statement_timeout', ${String(statement_milliseconds)}, true),
          set_config('max_parallel_workers_per_gather', '0', true)`;
        return select(tx, settings);
      });
      if (example) broken.push(`${rule}, but see ${JSON.stringify(example)}: ${adviceOn[rule]}`);
    } catch (cause) {
      if (!wasCancelled(cause)) throw cause;
      unexamined.push(rule);
    }
    await wait(Math.min(performance.now() - began, pauseMillisecondsMax));
  }
  if (broken.length > 0) throw new Error(broken.join("; "));
  if (unexamined.length === 0) return `${rules.length} hold`;
  return `${rules.length - unexamined.length} hold, ${unexamined.length} would take more than ${statement_milliseconds / 1000} s each. To check them, run npx tepat doctor --thorough at a quiet hour or on a restored backup`;
}

const pauseMillisecondsMax = 1000;
