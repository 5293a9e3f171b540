import type { StatementRule } from "../../contract/dashboard/books.ts";
import type { Sql, Tx } from "../../db/client.ts";
import { hasClosedCorrection, isInClosedMonth } from "./statement-closings.sql.ts";
import { rowColumns, rowTables, type StatementRowViewRow } from "./statement-months.sql.ts";

export interface RuleWords {
  merchant_id: string;
  direction: "CREDIT" | "DEBIT";
  words: string;
}

export function selectRules(sql: Sql | Tx, merchant_id: string): Promise<StatementRule[]> {
  return sql<StatementRule[]>`
    select rule_id, direction, words, meaning, account_key
    from statement_rules
    where merchant_id = ${merchant_id}
    order by created_at, rule_id
  `;
}

/** Takes the merchant's turn for rules, so that the limit of their number holds. */
export async function holdRules(tx: Sql | Tx, merchant_id: string): Promise<void> {
  await tx`
    select from merchants
    where merchant_id = ${merchant_id}
    for no key update
  `;
}

export async function countRules(sql: Sql | Tx, merchant_id: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from statement_rules
    where merchant_id = ${merchant_id}
  `;
  return row?.count ?? 0;
}

/** Returns false if there is a rule for these words. */
export async function insertRule(
  tx: Sql | Tx,
  input: RuleWords & {
    rule_id: string;
    meaning: string;
    account_key: string | null;
    at: Date | null;
  },
): Promise<boolean> {
  const result = await tx`
    insert into statement_rules (merchant_id, rule_id, direction, words, meaning, account_key, created_at)
    values (
      ${input.merchant_id}, ${input.rule_id}, ${input.direction}, ${input.words}, ${input.meaning}, ${input.account_key},
      coalesce(${input.at}::timestamptz, now())
    )
    on conflict (merchant_id, direction, upper(words)) do nothing
  `;
  return result.count === 1;
}

/** Returns the rule's words, or undefined if there is no such rule. */
export async function deleteRule(
  tx: Sql | Tx,
  { merchant_id, rule_id }: { merchant_id: string; rule_id: string },
): Promise<string | undefined> {
  const [row] = await tx<{ words: string }[]>`
    delete from statement_rules
    where merchant_id = ${merchant_id}
      and rule_id = ${rule_id}
    returning words
  `;
  return row?.words;
}

/** Rows `booked` that only the bank's words explain. A debit that proved a refund keeps its meaning. */
const mayBeExplained = (sql: Sql | Tx) => sql`
  booked.meaning in ('missed', 'fee', 'tax', 'own_transfer', 'interest', 'outgoing', 'other')
  and booked.explained_at is null
  and not ${isInClosedMonth(sql)}
  and not ${hasClosedCorrection(sql)}
`;

const fits = (sql: Sql | Tx, { merchant_id, direction, words }: RuleWords) => sql`
  booked.merchant_id = ${merchant_id}
  and booked.direction = ${direction}
  and position(upper(${words}) in upper(booked.description)) > 0
  and ${mayBeExplained(sql)}
`;

export async function countFittingRows(sql: Sql | Tx, rule: RuleWords): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) as count from statement_rows booked
    where ${fits(sql, rule)}
  `;
  return row?.count ?? 0;
}

export function selectFittingRows(
  sql: Sql | Tx,
  rule: RuleWords & { limit: number },
): Promise<StatementRowViewRow[]> {
  return sql<StatementRowViewRow[]>`
    select ${rowColumns(sql)}
    from statement_rows booked
    ${rowTables(sql)}
    where ${fits(sql, rule)}
    order by booked.day desc, booked.row_id
    limit ${rule.limit}
  `;
}

/** Returns the number of rows that the rule has explained. */
export async function explainByRule(
  tx: Sql | Tx,
  rule: RuleWords & { meaning: string; account_key: string | null },
): Promise<number> {
  const result = await tx`
    update statement_rows booked
    set hint = ${rule.meaning},
      meaning = ${rule.meaning},
      account_key = ${rule.account_key}
    where ${fits(tx, rule)}
  `;
  return result.count;
}

/** Lets the rules explain the words of an import's rows, before transfers are searched for. */
export async function hintByRules(
  tx: Sql | Tx,
  {
    merchant_id,
    account_id,
    import_id,
  }: { merchant_id: string; account_id: string; import_id: string },
): Promise<void> {
  // The rules are materialized. A plan that was made while the merchant had few rules would otherwise read them all
  // for each row.
  await tx`
    with said as materialized (
      select distinct on (taught.row_id) taught.row_id, rule.meaning, rule.account_key
      from statement_rows taught
      join statement_rules rule
        on rule.merchant_id = taught.merchant_id
        and rule.direction = taught.direction
        and position(upper(rule.words) in upper(taught.description)) > 0
      where taught.merchant_id = ${merchant_id}
        and taught.account_id = ${account_id}
        and taught.import_id = ${import_id}
      order by taught.row_id, rule.created_at, rule.rule_id
    )
    update statement_rows booked
    set hint = said.meaning,
      account_key = said.account_key,
      meaning = case when booked.direction = 'DEBIT' then said.meaning else booked.meaning end
    from said
    where booked.merchant_id = ${merchant_id}
      and booked.row_id = said.row_id
  `;
}
