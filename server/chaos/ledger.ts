import type { TransferNotification } from "../testing/gateway-client.ts";

/** The responses on which clients can rely, and the responses that contradict them. */
export interface Ledger {
  created: Map<string, { payment_id: string; payment_total: number }>;
  cancelled: Set<string>;
  /** The mutation that paid each payment, by payment code. */
  paid: Map<string, string>;
  /** The reported transfer, by mutation id. */
  recorded: Map<string, TransferNotification>;
  /** Accounts whose first payment was acknowledged. It used a day of their quota. */
  opened: Set<string>;
  /** The marks written to one server of a cluster, under any leader. */
  marks: Set<number>;
  requests: number;
  /** The number of `internal_error` responses, which are correct while the database is down. */
  failed: number;
  /** The number of requests without a response, because the process was killed or stopped. */
  unanswered: number;
  slowest_answer_ms: number;
  /** The number of requests without a response within the longest allowed time. */
  late: number;
  broken: string[];
}

export const newLedger = (): Ledger => ({
  created: new Map(),
  cancelled: new Set(),
  paid: new Map(),
  recorded: new Map(),
  opened: new Set(),
  marks: new Set(),
  requests: 0,
  failed: 0,
  unanswered: 0,
  slowest_answer_ms: 0,
  late: 0,
  broken: [],
});

/** Adds the acknowledged data of one ledger to another. */
export function addAcknowledged(to: Ledger, from: Ledger): void {
  for (const [code, told] of from.created) to.created.set(code, told);
  for (const [code, mutation_id] of from.paid) to.paid.set(code, mutation_id);
  for (const [id, notification] of from.recorded) to.recorded.set(id, notification);
  for (const code of from.cancelled) to.cancelled.add(code);
  for (const account of from.opened) to.opened.add(account);
  for (const mark of from.marks) to.marks.add(mark);
}
