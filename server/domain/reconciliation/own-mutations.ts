import type {
  MutationDetail,
  OtherReport,
  OwnMutation,
} from "../../contract/dashboard/transfers.ts";
import type { MutationWithReason } from "../../contract/mutation-reasons.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { readMutation } from "../mutations/mutation-reasons.ts";
import {
  searchMutations,
  type FoundMutations,
  type MutationSearch,
} from "../mutations/mutation-search.ts";
import { readBankRecords } from "../statements/bank-records.ts";
import { selectOtherReport, type OtherReportRow } from "./other-report.sql.ts";

/** Transfers, each with the bank statement's record. */

export async function withBankRecords<M extends MutationWithReason>(
  gateway: Gateway,
  { merchant_id, mutations }: { merchant_id: string; mutations: readonly M[] },
): Promise<(M & OwnMutation)[]> {
  const mutation_ids = mutations.map(({ id }) => id);
  const records = await readBankRecords(gateway, { merchant_id, mutation_ids });
  return mutations.map((mutation) => ({
    ...mutation,
    bank_record: records.get(mutation.id) ?? null,
  }));
}

export async function searchOwnMutations(
  gateway: Gateway,
  options: MutationSearch,
): Promise<Omit<FoundMutations, "items"> & { items: OwnMutation[] }> {
  const { items, ...place } = await searchMutations(gateway, options);
  const { merchant_id } = options;
  return { ...place, items: await withBankRecords(gateway, { merchant_id, mutations: items }) };
}

export async function readOwnMutation(
  gateway: Gateway,
  name: { merchant_id: string; mutation_id: string },
): Promise<MutationDetail> {
  const mutation = await readMutation(gateway, name);
  const [[own], other] = await Promise.all([
    withBankRecords(gateway, { ...name, mutations: [mutation] }),
    selectOtherReport(gateway.sql, name),
  ]);
  return {
    ...(own as OwnMutation),
    other_report: other ? presentOther(gateway, other) : null,
  };
}

function presentOther(gateway: Gateway, other: OtherReportRow): OtherReport {
  const { app_name, posted_at } = other;
  // The package name if the phone gave no app name.
  const known = app_name === null ? null : gateway.notificationReader().appNameOf(app_name);
  return { ...other, app_name: known ?? app_name, posted_at: posted_at.toISOString() };
}
