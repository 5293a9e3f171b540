import { randomUUIDv7 } from "node:crypto";
import { notFound } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { StatementRule } from "../../contract/dashboard/books.ts";
import type { StatementRowView } from "../../contract/dashboard/statements.ts";
import { audited, type Actor } from "../access/audit.ts";
import { DomainError } from "../base/domain-error.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { requireChartKey } from "./chart.ts";
import { presentRow } from "./statement-months.sql.ts";
import {
  countFittingRows,
  countRules,
  deleteRule,
  explainByRule,
  holdRules,
  insertRule,
  selectFittingRows,
  selectRules,
  type RuleWords,
} from "./statement-rules.sql.ts";
import { auditedInTurn, takeTurn } from "./statement-turns.ts";

/** Rules that a person teaches once for rows with the same words, in all later months. */

export type NewRule = RuleWords & {
  meaning: StatementRule["meaning"];
  account_key?: string | undefined;
};

export const listStatementRules = (
  { sql }: Gateway,
  { merchant_id }: { merchant_id: string },
): Promise<StatementRule[]> => selectRules(sql, merchant_id);

/** Returns the rows that a rule would explain now. */
export async function tryStatementRule(
  { sql }: Gateway,
  {
    account_key = null,
    ...rule
  }: Omit<NewRule, "account_key"> & { account_key?: string | null | undefined },
): Promise<{ row_count: number; rows: StatementRowView[] }> {
  await requireChartKey(sql, { merchant_id: rule.merchant_id, account_key });
  const limit = limits.statementRulePreviewRows;
  return {
    row_count: await countFittingRows(sql, rule),
    rows: (await selectFittingRows(sql, { ...rule, limit })).map(presentRow),
  };
}

export async function createStatementRule(
  gateway: Gateway,
  actor: Actor,
  {
    account_key = null,
    ...rule
  }: Omit<NewRule, "account_key"> & { account_key?: string | null | undefined },
): Promise<{ rule_id: string; row_count: number }> {
  const { merchant_id, words, direction, meaning } = rule;
  const rule_id = randomUUIDv7();
  return auditedInTurn(
    gateway,
    actor,
    async ({ sql }) => {
      await requireChartKey(sql, { merchant_id, account_key });
      await holdRules(sql, merchant_id);
      // Imports in progress see no new rule, and months that are being closed must not change.
      await takeTurn(sql, { merchant_id }, "shared");
      const rules = limits.statementRulesPerMerchant;
      if ((await countRules(sql, merchant_id)) >= rules) {
        throw new DomainError({ code: "statement_rules_limit", params: { rules } });
      }
      const input = { ...rule, rule_id, account_key, at: gateway.now() };
      if (!(await insertRule(sql, input))) {
        throw new DomainError({ code: "statement_rule_exists", params: { words } });
      }
      return { rule_id, row_count: await explainByRule(sql, { ...rule, account_key }) };
    },
    ({ row_count }) => ({
      merchant_id,
      action: "statement_rule.created",
      object_id: rule_id,
      details: { words, direction, meaning, account_key, row_count },
    }),
  );
}

export async function deleteStatementRule(
  gateway: Gateway,
  actor: Actor,
  name: { merchant_id: string; rule_id: string },
): Promise<void> {
  await audited(
    gateway,
    actor,
    async ({ sql }) => {
      const words = await deleteRule(sql, name);
      if (words === undefined) throw notFound("rule");
      return words;
    },
    (words) => ({
      merchant_id: name.merchant_id,
      action: "statement_rule.removed",
      object_id: name.rule_id,
      details: { words },
    }),
  );
}
