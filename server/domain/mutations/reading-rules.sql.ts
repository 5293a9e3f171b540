import { limits } from "../../contract/limits.ts";
import type { Notification } from "../../contract/worker.ts";
import type { Sql } from "../../db/client.ts";
import { transactionTime } from "../base/clock.sql.ts";
import { holdMerchant } from "../merchants/merchants.sql.ts";
import { taughtPrefix, type TaughtRule } from "../notifications/taught-rules.ts";

/** The text that a rule was made from. */
export interface RuleSample {
  title: string | null;
  text: string;
  amount: number;
}

export interface ReadingRuleRow extends TaughtRule {
  is_on: boolean;
  sample: RuleSample;
  created_at: Date;
  hits: number;
  last_hit_at: Date | null;
}

/** Selects the rules that a merchant's texts are read with. */
export function selectTaughtRules(sql: Sql, merchant_id: string): Promise<TaughtRule[]> {
  return sql<TaughtRule[]>`
    select rule_id, package_name, title, template
    from reading_rules
    where merchant_id = ${merchant_id}
      and is_on
    order by rule_id
  `;
}

/** The same for many merchants. */
export async function selectTaughtOfMerchants(
  sql: Sql,
  merchant_ids: readonly string[],
): Promise<Map<string, TaughtRule[]>> {
  const rows = await sql<(TaughtRule & { merchant_id: string })[]>`
    select merchant_id, rule_id, package_name, title, template
    from reading_rules
    where merchant_id = any(${[...new Set(merchant_ids)]}::uuid[])
      and is_on
    order by merchant_id, rule_id
  `;
  return Map.groupBy(rows, ({ merchant_id }) => merchant_id);
}

/** Selects all rules with what they have read, the newest first. */
export function selectReadingRules(sql: Sql, merchant_id: string): Promise<ReadingRuleRow[]> {
  return sql<ReadingRuleRow[]>`
    select
      rule.rule_id, rule.package_name, rule.title, rule.template, rule.is_on, rule.sample, rule.created_at,
      read.hits, read.last_hit_at
    from reading_rules rule
    cross join lateral (
      select count(*) as hits, max(mutation.created_at) as last_hit_at
      from mutations mutation
      where mutation.merchant_id = rule.merchant_id
        and mutation.rule = ${`${taughtPrefix}.`} || rule.rule_id
        and mutation.rule like 'taught.%'
    ) read
    where rule.merchant_id = ${merchant_id}
    order by rule.created_at desc, rule.rule_id
  `;
}

/** Returns false if there is no room for another rule. The same template again is no second rule. */
export async function insertReadingRule(
  sql: Sql,
  rule: TaughtRule & { merchant_id: string; sample: RuleSample; at: Date | null },
): Promise<{ rule_id: string } | null> {
  return sql.begin(async (tx) => {
    await holdMerchant(tx, rule.merchant_id);
    const [known] = await tx<{ rule_id: string }[]>`
      update reading_rules
      set is_on = true
      where merchant_id = ${rule.merchant_id}
        and package_name = ${rule.package_name}
        and title is not distinct from ${rule.title}
        and template = ${rule.template}
      returning rule_id
    `;
    if (known !== undefined) return known;
    const [made] = await tx<{ rule_id: string }[]>`
      insert into reading_rules (merchant_id, rule_id, package_name, title, template, sample, created_at)
      select
        ${rule.merchant_id}, ${rule.rule_id}, ${rule.package_name}, ${rule.title}, ${rule.template},
        ${JSON.stringify(rule.sample)}::text::json, ${transactionTime(tx, rule.at)}
      where (
        select count(*) from reading_rules where merchant_id = ${rule.merchant_id}
      ) < ${limits.readingRulesPerMerchant}
      returning rule_id
    `;
    return made ?? null;
  });
}

export async function updateReadingRule(
  sql: Sql,
  { merchant_id, rule_id, is_on }: { merchant_id: string; rule_id: string; is_on: boolean },
): Promise<boolean> {
  const result = await sql`
    update reading_rules set is_on = ${is_on} where merchant_id = ${merchant_id} and rule_id = ${rule_id}
  `;
  return result.count === 1;
}

export async function deleteReadingRule(
  sql: Sql,
  { merchant_id, rule_id }: { merchant_id: string; rule_id: string },
): Promise<boolean> {
  const result = await sql`
    delete from reading_rules where merchant_id = ${merchant_id} and rule_id = ${rule_id}
  `;
  return result.count === 1;
}

/** A text that became a transfer because a person confirmed it; null for any other transfer. */
export async function selectConfirmedText(
  sql: Sql,
  { merchant_id, mutation_id, rule }: { merchant_id: string; mutation_id: string; rule: string },
): Promise<ConfirmedText | null> {
  const [row] = await sql<ConfirmedText[]>`
    select package_name, title, body, amount_parsed as amount
    from mutations
    where merchant_id = ${merchant_id}
      and mutation_id = ${mutation_id}
      and mutations.rule = ${rule}
  `;
  return row ?? null;
}

export interface ConfirmedText {
  package_name: string;
  title: string | null;
  body: string | null;
  amount: number;
}

/** Selects the kept texts of an app, those that a person has refused among them. */
export function selectKeptTexts(
  sql: Sql,
  { merchant_id, package_name }: { merchant_id: string; package_name: string },
): Promise<{ notification: Notification; is_refused: boolean }[]> {
  return sql`
    select notification, refused_at is not null as is_refused
    from unread_notifications
    where merchant_id = ${merchant_id}
      and lower(notification->>'package_name') = ${package_name}
    order by received_at desc, identity
  `;
}
