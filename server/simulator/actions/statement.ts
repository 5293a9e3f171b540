import { operatorCli } from "../../domain/access/audit.ts";
import { importStatement } from "../../domain/statements/statement-import.ts";
import { recordMissedRow } from "../../domain/statements/statement-rows.ts";
import { bankFormats, sourceOf } from "../../testing/bank-files.ts";
import type { Action } from "../action.ts";
import { missedRows } from "../comparison.sql.ts";
import { clockToleranceMilliseconds } from "../matching.ts";
import { expectSame, localDay, shopAt, type ModelTransfer } from "../model.ts";
import { record } from "./record.ts";

/** The bank's rows of an account, from its first day on. */
export interface Statement {
  shop: number;
  merchant_id: string;
  account_id: string;
  first_day: string;
  last_day: string;
  transfers: readonly ModelTransfer[];
}

const bca = bankFormats.find(({ layout }) => layout === "bca_individual");

/**
 * Imports a statement and records the money that no other source has reported, as a person would. Two transfers of
 * one amount a moment apart are left out, because it is not known which of them was missed.
 */
export function importAndRecord(
  wish: Statement,
): Action<{ transfer_id: string; mutation_id: string }[]> {
  const { merchant_id, account_id, transfers, first_day, last_day } = wish;
  const canBeRecorded = ({ is_twin, at }: ModelTransfer) =>
    // From 21:00 on, the bank might book it on the next day, which this statement does not have.
    !is_twin && localDay(at + 3 * 3_600_000) <= last_day;
  return {
    kind: "import a statement",
    details: { first_day, last_day, rows: transfers.length },
    async perform(gateway) {
      if (!bca) throw new Error("there is no statement of BCA");
      const { account_number } = bca;
      const content = bca.write({
        account_number,
        first_day,
        last_day,
        rows: transfers.map(({ transfer_id, amount, at }) => ({
          day: localDay(at),
          time: "00:00:00",
          description: `TRSF E-BANKING CR ${transfer_id}`,
          sen: amount * 100,
        })),
      });
      await importStatement(gateway, operatorCli, {
        merchant_id,
        account_id,
        source: sourceOf(content),
        mapping: null,
      });
      const recorded = [];
      for (const { row_id, description } of await missedRows(gateway.sql, merchant_id)) {
        const transfer = transfers.find(({ transfer_id }) => description.includes(transfer_id));
        if (!transfer || !canBeRecorded(transfer)) continue;
        const session = { merchant_id, is_two_factor_enabled: true, confirmed_until: new Date(0) };
        const { mutation_id } = await recordMissedRow(gateway, operatorCli, {
          session: session as unknown as Parameters<typeof recordMissedRow>[2]["session"],
          row_id,
        });
        recorded.push({ transfer_id: transfer.transfer_id, mutation_id });
      }
      return recorded;
    },
    follow(model, outcome, { at }) {
      const shop = shopAt(model, wish.shop);
      const told = new Set(
        [...shop.mutations.values()].map(({ transfer }) => transfer?.transfer_id),
      );
      const missed = transfers.filter(
        (transfer) => canBeRecorded(transfer) && !told.has(transfer.transfer_id),
      );
      expectSame(
        "the money that a person records from a statement",
        outcome.map(({ transfer_id }) => transfer_id).toSorted(),
        missed.map(({ transfer_id }) => transfer_id).toSorted(),
      );
      for (const { transfer_id, mutation_id } of outcome) {
        const transfer = missed.find((one) => one.transfer_id === transfer_id) as ModelTransfer;
        // A row without a time counts from the first moment of its day.
        const posted_at = Date.parse(`${localDay(transfer.at)}T00:00:00+07:00`);
        const mutation = {
          mutation_id,
          device_id: "statement",
          kind: "statement" as const,
          transfer,
          package_name: "com.bca",
          pool: transfer.pool,
          amount: transfer.amount,
          is_credit: true,
          wording: mutation_id,
          posted_at,
          created_at: at,
          window_ends_at: posted_at + clockToleranceMilliseconds,
          paid: null,
          decision: null,
        };
        record(shop, [{ name: `statement|${transfer_id}`, mutation }], at);
      }
    },
  };
}
