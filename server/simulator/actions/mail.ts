import { randomUUID } from "node:crypto";
import { recordReports } from "../../domain/mutations/mutations.ts";
import type { RecordedRow } from "../../domain/mutations/mutations.sql.ts";
import { mailReport } from "../../testing/fixtures.ts";
import type { Action } from "../action.ts";
import { clockToleranceMilliseconds } from "../matching.ts";
import { expectSame, shopAt, type ModelTransfer } from "../model.ts";
import { record } from "./record.ts";

/** The bank's email about a transfer. */
export interface Mail {
  transfer: ModelTransfer;
  posted_at: number;
  /** What the bank has signed: the same if the mailbox is read again. */
  identity: string;
}

/** A mailbox is read: its emails can be hours old, in any order, and be read again. */
export function readMails(wish: {
  shop: number;
  merchant_id: string;
  device_id: string;
  mails: readonly Mail[];
}): Action<(RecordedRow | undefined)[]> {
  const { merchant_id, device_id, mails } = wish;
  return {
    kind: "read emails",
    details: mails.map(({ transfer, posted_at }) => ({ ...transfer, posted_at })),
    perform: async (gateway) => {
      const mutations = mails.flatMap(({ transfer: { amount }, posted_at, identity }) => {
        const report = mailReport(
          { merchant_id, device_id },
          { amount, posted_at: new Date(posted_at) },
        );
        return report.mutations.map((told) => ({
          ...told,
          mutation_id: randomUUID(),
          identity,
          wording: identity.slice(0, 16),
        }));
      });
      const [rows = []] = await recordReports(gateway, [{ merchant_id, device_id, mutations }]);
      return mails.map((_, index) => rows[index]);
    },
    follow(model, outcome, { at }) {
      const shop = shopAt(model, wish.shop);
      const tellings = mails.map(({ transfer, posted_at, identity }, index) => ({
        name: `${device_id}|${identity}`,
        mutation: {
          mutation_id: outcome[index]?.mutation_id ?? "none",
          device_id,
          kind: "mailbox" as const,
          transfer,
          package_name: "com.bca",
          pool: transfer.pool,
          amount: transfer.amount,
          is_credit: true,
          wording: identity,
          posted_at,
          created_at: at,
          window_ends_at: Math.min(posted_at, at) + clockToleranceMilliseconds,
          paid: null,
          decision: null,
        },
      }));
      const isNew = record(shop, tellings, at);
      tellings.forEach(({ name }, index) => {
        const mutation_id = shop.recorded.get(name) as string;
        expectSame(`what became of email ${index + 1}`, outcome[index], {
          is_new: isNew.has(index),
          mutation_id,
          matched_payment_code: shop.mutations.get(mutation_id)?.paid ?? null,
        });
      });
    },
  };
}
