import { randomUUIDv7 } from "node:crypto";
import type { CursorPage } from "../../contract/dashboard/cursor.ts";
import type {
  OpenDifference,
  ReconciledTransfer,
  RefundInput,
  SeenPayment,
  TransferCandidate,
} from "../../contract/dashboard/reconciliation.ts";
import type { AuditAction } from "../../contract/dashboard/audit.ts";
import type { RowRefusal } from "../../contract/dashboard/row-refusal.ts";
import { GatewayError, invalidFields } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { audited, type Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { requireConfirmed } from "../access/two-factor.ts";
import { readNumberCursor } from "../base/cursor.ts";
import { pageSize } from "../base/page-rows.ts";
import { refusalOfRow } from "../base/row-refusal.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  asSeen,
  refundPayment,
  reopenTransfer,
  sendRefund,
  separateTransfer,
  setTransferAside,
  settlePayment,
  tieTransfer,
  withdrawRefund,
} from "../mutations/ledgers.ts";
import type { RefundRequest, TieOutcome } from "../mutations/ledgers.sql.ts";
import { explainMutations } from "../mutations/mutation-reasons.ts";
import { findNearest, listNearMisses } from "../mutations/near-misses.ts";
import { asOwnMutations } from "./own-mutations.ts";
import { selectOtherReport } from "./other-report.sql.ts";
import { matchOwnPayment } from "../mutations/own-payments.ts";
import {
  selectCandidateMoney,
  selectClosedNumbers,
  selectDecisions,
  selectInTimeNumbers,
  selectOpenDifferences,
  selectOpenNumbers,
  upsertNote,
} from "./reconciliation.sql.ts";

/**
 * Lists the transfers that Tepat could not match automatically, and records the team's decisions about them, each
 * with its author.
 */

export async function listTransfers(
  gateway: Gateway,
  options: {
    merchant_id: string;
    state: "open" | "closed";
    cursor?: string | undefined;
    per_page: number;
  },
): Promise<CursorPage<ReconciledTransfer>> {
  const { merchant_id, state } = options;
  const limit = pageSize(options);
  const before = readNumberCursor(options.cursor);
  const asked = { merchant_id, before, limit };
  // Transfers that arrived in time never fill a page, because the last of the others marks the next page's beginning.
  const first =
    state === "open"
      ? await selectInTimeNumbers(gateway.sql, {
          merchant_id,
          limit: Math.min(limits.inTimeTransfersFirst, limit - 1),
        })
      : [];
  const shown = before === null ? first : [];
  const left = limit - shown.length;
  const others =
    state === "open"
      ? await selectOpenNumbers(gateway.sql, { ...asked, limit: left, except: first })
      : await selectClosedNumbers(gateway.sql, asked);
  const [inTime, newestFirst, decisions] = await Promise.all([
    explainMutations(gateway, { merchant_id, numbers: shown }),
    explainMutations(gateway, { merchant_id, numbers: others }),
    selectDecisions(gateway.sql, { merchant_id, numbers: [...shown, ...others] }),
  ]);
  const explained = [...inTime, ...newestFirst];
  const open = explained.filter(({ match_reason }) => match_reason === "no_such_total");
  const [mutations, nearest] = await Promise.all([
    asOwnMutations(gateway, { merchant_id, mutations: explained }),
    findNearest(gateway, { merchant_id, transfers: state === "open" ? open : [] }),
  ]);
  const decisionOf = new Map(decisions.map((row) => [row.mutation_id, row]));
  const items = mutations.flatMap((mutation) => {
    const found = decisionOf.get(mutation.id);
    if (!found) return [];
    const { mutation_id: _id, decided_at, ...decision } = found;
    return [
      {
        ...mutation,
        ...decision,
        decided_at: decided_at?.toISOString() ?? null,
        nearest_payment: nearest.get(mutation.id) ?? null,
      },
    ];
  });
  return { items, next_cursor: others.length < left ? null : String(others.at(-1)) };
}

/** Returns the invoices that a transfer resembles, each with its booked amount. */
export async function listTransferCandidates(
  gateway: Gateway,
  name: { merchant_id: string; mutation_id: string },
): Promise<TransferCandidate[]> {
  const near = await listNearMisses(gateway, name);
  const money = await selectCandidateMoney(gateway.sql, {
    merchant_id: name.merchant_id,
    codes: near.map(({ payment_code }) => payment_code),
  });
  const moneyOf = new Map(money.map((row) => [row.payment_code, row]));
  return near.map((each) => ({
    ...each,
    received: moneyOf.get(each.payment_code)?.received ?? 0,
    is_vouched_for: moneyOf.get(each.payment_code)?.is_vouched_for ?? false,
  }));
}

export async function listOpenDifferences(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
): Promise<OpenDifference[]> {
  const rows = await selectOpenDifferences(gateway.sql, {
    merchant_id,
    limit: limits.openDifferencesShown,
    at: gateway.now(),
  });
  return rows.map((row) => ({ ...row, payment_expired_at: row.payment_expired_at.toISOString() }));
}

export async function tieOwnTransfer(
  gateway: Gateway,
  actor: Actor,
  options: {
    session: Session;
    mutation_id: string;
    payment_code: string;
    outcome: TieOutcome | "settle";
    refund: RefundInput | null;
    seen?: SeenPayment;
  },
): Promise<void> {
  const { session, mutation_id, payment_code, outcome, seen } = options;
  if (outcome === "settle") {
    return matchOwnPayment(gateway, actor, { session, payment_code, mutation_id, seen });
  }
  if (outcome === "refund" && options.refund === null) {
    throw invalidFields({ refund: { code: "required", params: {} } });
  }
  requireConfirmed(session);
  const refund = outcome === "refund" ? requestOf(gateway, session, options.refund) : null;
  const { merchant_id } = session;
  await decide(gateway, actor, {
    change: (inside) => {
      const name = { merchant_id, payment_code };
      return asSeen(inside, { ...name, seen }, () =>
        tieTransfer(inside, { ...name, mutation_id, outcome, refund }),
      );
    },
    merchant_id,
    action: "transfer.tied",
    object_id: mutation_id,
    details: { payment_code, outcome, ...(refund && { refunded: refund.amount }) },
  });
}

export async function setOwnTransferAside(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; mutation_id: string; refund: RefundInput | null },
): Promise<void> {
  const { session, mutation_id } = options;
  requireConfirmed(session);
  const { merchant_id } = session;
  const refund = requestOf(gateway, session, options.refund);
  await decide(gateway, actor, {
    change: (inside) => setTransferAside(inside, { merchant_id, mutation_id, refund }),
    merchant_id,
    action: "transfer.set_aside",
    object_id: mutation_id,
    details: refund ? { refunded: refund.amount } : { not_ours: true },
  });
}

export async function reopenOwnTransfer(
  gateway: Gateway,
  actor: Actor,
  { session, mutation_id }: { session: Session; mutation_id: string },
): Promise<void> {
  requireConfirmed(session);
  const { merchant_id } = session;
  await decide(gateway, actor, {
    change: (inside) => reopenTransfer(inside, { merchant_id, mutation_id }),
    merchant_id,
    action: "transfer.reopened",
    object_id: mutation_id,
  });
}

/** Makes the same decision about each transfer, one after another. */
export async function decideOwnTransfers(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; mutation_ids: readonly string[]; decision: "not_ours" | "open" },
): Promise<{ mutation_id: string; refusal: RowRefusal }[]> {
  const { session, mutation_ids, decision } = options;
  requireConfirmed(session);
  const results = [];
  for (const mutation_id of mutation_ids) {
    const refusal = await refusalOfRow(() =>
      decision === "open"
        ? reopenOwnTransfer(gateway, actor, { session, mutation_id })
        : setOwnTransferAside(gateway, actor, { session, mutation_id, refund: null }),
    );
    results.push({ mutation_id, refusal });
  }
  return results;
}

export async function separateOwnTransfer(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; mutation_id: string; other_mutation_id: string },
): Promise<void> {
  const { session, ...names } = options;
  requireConfirmed(session);
  const { merchant_id } = session;
  const other = await selectOtherReport(gateway.sql, { merchant_id, ...names });
  await decide(gateway, actor, {
    change: (inside) => separateTransfer(inside, { merchant_id, ...names }),
    merchant_id,
    action: "transfer.separated",
    object_id: names.mutation_id,
    details: {
      other_mutation_id: names.other_mutation_id,
      payment_code: other?.payment_code ?? null,
    },
  });
}

export async function noteOwnTransfer(
  gateway: Gateway,
  actor: Actor,
  options: {
    merchant_id: string;
    mutation_id: string;
    note: string | null;
    assigned_to: string | null;
  },
): Promise<void> {
  const { merchant_id, mutation_id, assigned_to } = options;
  const note = options.note?.trim() || null;
  await audited(
    gateway,
    actor,
    async (inside) => {
      const at = gateway.now();
      if (await upsertNote(inside.sql, { ...options, note, at })) return;
      throw new GatewayError("not_found", {
        message: "Transfer or team member not found. Check mutation_id and the team member's id.",
      });
    },
    () => ({
      merchant_id,
      action: "transfer.noted",
      object_id: mutation_id,
      details: { note, assigned_to },
    }),
  );
}

export async function settleOwnPayment(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; payment_code: string; seen?: SeenPayment },
): Promise<void> {
  const { session, payment_code, seen } = options;
  if (!session.is_two_factor_enabled) throw new GatewayError("totp_not_enabled");
  requireConfirmed(session);
  const { merchant_id } = session;
  await decide(gateway, actor, {
    change: (inside) => {
      const name = { merchant_id, payment_code };
      return asSeen(inside, { ...name, seen }, () => settlePayment(inside, name));
    },
    merchant_id,
    action: "payment.settled",
    object_id: payment_code,
  });
}

export async function refundOwnPayment(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; payment_code: string; seen?: SeenPayment } & RefundInput,
): Promise<void> {
  const { session, payment_code, seen, ...input } = options;
  requireConfirmed(session);
  const { merchant_id } = session;
  const refund = requestOf(gateway, session, input);
  await decide(gateway, actor, {
    change: (inside) => {
      const name = { merchant_id, payment_code };
      return asSeen(inside, { ...name, seen }, () => refundPayment(inside, { ...name, refund }));
    },
    merchant_id,
    action: "payment.refunded",
    object_id: payment_code,
    details: { amount: refund.amount, recipient: refund.recipient },
  });
}

export async function sendOwnRefund(
  gateway: Gateway,
  actor: Actor,
  options: { session: Session; refund_id: string; refunded_at: string; recipient: string },
): Promise<void> {
  const { session, refund_id, recipient } = options;
  requireConfirmed(session);
  const { merchant_id } = session;
  const refunded_at = sendingTime(gateway, options);
  await audited(
    gateway,
    actor,
    (inside) =>
      sendRefund(inside, {
        merchant_id,
        refund_id,
        refunded_at,
        recipient,
        made_by: session.person.person_id,
      }),
    (subject) =>
      subject && {
        merchant_id,
        action: "refund.sent",
        object_id: refund_id,
        details: { ...subject },
      },
  );
}

export async function withdrawOwnRefund(
  gateway: Gateway,
  actor: Actor,
  { session, refund_id }: { session: Session; refund_id: string },
): Promise<void> {
  requireConfirmed(session);
  const { merchant_id } = session;
  await audited(
    gateway,
    actor,
    (inside) => withdrawRefund(inside, { merchant_id, refund_id }),
    (details) => ({
      merchant_id,
      action: "refund.withdrawn",
      object_id: refund_id,
      details: { ...details },
    }),
  );
}

function requestOf(gateway: Gateway, session: Session, input: RefundInput): RefundRequest;
function requestOf(
  gateway: Gateway,
  session: Session,
  input: RefundInput | null,
): RefundRequest | null;
function requestOf(
  gateway: Gateway,
  session: Session,
  input: RefundInput | null,
): RefundRequest | null {
  if (input === null) return null;
  return {
    ...input,
    refund_id: randomUUIDv7(),
    refunded_at: sendingTime(gateway, input),
    made_by: session.person.person_id,
  };
}

function sendingTime(gateway: Gateway, { refunded_at }: { refunded_at: string }): Date {
  const latest = (gateway.now()?.getTime() ?? Date.now()) + limits.refundAheadSeconds * 1000;
  if (Date.parse(refunded_at) > latest) {
    throw invalidFields({ refunded_at: { code: "in_the_future", params: {} } });
  }
  return new Date(refunded_at);
}

/** Makes a decision. Nothing is written about a repeated decision, so the audit log has each decision once. */
async function decide(
  gateway: Gateway,
  actor: Actor,
  options: {
    change(inside: Gateway): Promise<boolean>;
    merchant_id: string;
    action: AuditAction;
    object_id: string;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  const { change, ...entry } = options;
  try {
    await audited(
      gateway,
      actor,
      async (inside) => {
        if (!(await change(inside))) throw new DecidedBefore();
      },
      () => entry,
    );
  } catch (cause) {
    if (!(cause instanceof DecidedBefore)) throw cause;
  }
}

class DecidedBefore extends Error {
  override name = "DecidedBefore";
}
