import type {
  MutationDetail,
  OtherReport,
  OwnMutation,
  TransferProof,
} from "../../contract/dashboard/transfers.ts";
import type { MutationWithReason } from "../../contract/mutation-reasons.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { readMutation } from "../mutations/mutation-reasons.ts";
import {
  readFoundPart,
  searchMutations,
  type FoundMutations,
  type MutationSearch,
  type SearchBound,
} from "../mutations/mutation-search.ts";
import { readBankRecords } from "../statements/bank-records.ts";
import { selectDecided } from "./own-mutations.sql.ts";
import { selectOtherReport, type OtherReportRow } from "./other-report.sql.ts";
import { selectProofs } from "./proofs.sql.ts";

/** Returns transfers, each with the bank statement's record and a person's decision. */

export async function asOwnMutations<M extends MutationWithReason>(
  gateway: Gateway,
  { merchant_id, mutations }: { merchant_id: string; mutations: readonly M[] },
): Promise<(M & OwnMutation)[]> {
  const mutation_ids = mutations.map(({ id }) => id);
  const [records, decisions] = await Promise.all([
    readBankRecords(gateway, { merchant_id, mutation_ids }),
    selectDecided(gateway.sql, { merchant_id, mutation_ids }),
  ]);
  const decisionOf = new Map(decisions.map((row) => [row.mutation_id, row]));
  return mutations.map((mutation) => {
    const decided = decisionOf.get(mutation.id);
    return {
      ...mutation,
      bank_record: records.get(mutation.id) ?? null,
      decision: decided?.decision ?? null,
      tied_payment_code: decided?.tied_payment_code ?? null,
      is_part_payment: decided?.is_part_payment ?? false,
    };
  });
}

export async function searchOwnMutations(
  gateway: Gateway,
  options: MutationSearch,
): Promise<Omit<FoundMutations, "items"> & { items: OwnMutation[] }> {
  return withDecisions(gateway, options, await searchMutations(gateway, options));
}

async function withDecisions(
  gateway: Gateway,
  { merchant_id }: MutationSearch,
  { items, ...place }: FoundMutations,
): Promise<Omit<FoundMutations, "items"> & { items: OwnMutation[] }> {
  return { ...place, items: await asOwnMutations(gateway, { merchant_id, mutations: items }) };
}

/** Reads a part of a table, which can be longer than a page. */
export const readOwnMutationsPart = async (
  gateway: Gateway,
  options: MutationSearch,
  bound?: SearchBound,
) => withDecisions(gateway, options, await readFoundPart(gateway, options, bound));

export async function readOwnMutation(
  gateway: Gateway,
  name: { merchant_id: string; mutation_id: string },
): Promise<MutationDetail> {
  const mutation = await readMutation(gateway, name);
  const [[own], other, proofs] = await Promise.all([
    asOwnMutations(gateway, { ...name, mutations: [mutation] }),
    selectOtherReport(gateway.sql, name),
    listProofs(gateway, name),
  ]);
  return {
    ...(own as OwnMutation),
    proofs,
    other_report: other ? presentOther(gateway, other) : null,
  };
}

/** Lists the sources' reports of the transfer, up to the number that a page shows. */
export async function listProofs(
  gateway: Gateway,
  name: { merchant_id: string; mutation_id: string },
): Promise<TransferProof[]> {
  const rows = await selectProofs(gateway.sql, name);
  return rows.map((row) => ({
    ...row,
    app_name: appNameOf(gateway, row),
    posted_at: row.posted_at?.toISOString() ?? null,
  }));
}

function presentOther(gateway: Gateway, other: OtherReportRow): OtherReport {
  return {
    ...other,
    app_name: appNameOf(gateway, other),
    posted_at: other.posted_at.toISOString(),
  };
}

/** Returns the app's name. A row has the package name if the phone gave no app name. */
function appNameOf(gateway: Gateway, { app_name }: { app_name: string | null }): string | null {
  if (app_name === null) return null;
  return gateway.notificationReader().appNameOf(app_name) ?? app_name;
}
