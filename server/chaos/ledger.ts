import type { TransferNotification } from "../testing/gateway-client.ts";

/** What clients were told and may rely on, and answers that contradict it. */
export interface Ledger {
  created: Map<string, { payment_id: string; payment_total: number }>;
  cancelled: Set<string>;
  /** The mutation that paid each payment, by payment code. */
  paid: Map<string, string>;
  /** The reported transfer, by mutation id. */
  recorded: Map<string, TransferNotification>;
  requests: number;
  /** Requests that got `internal_error`, which is right while the database is away. */
  failed: number;
  /** Requests that nobody answered, because the process was killed or told to stop. */
  unanswered: number;
  slowest_answer_ms: number;
  /** Requests that had no answer when the time was up in which every request is answered. */
  late: number;
  broken: string[];
}

export const newLedger = (): Ledger => ({
  created: new Map(),
  cancelled: new Set(),
  paid: new Map(),
  recorded: new Map(),
  requests: 0,
  failed: 0,
  unanswered: 0,
  slowest_answer_ms: 0,
  late: 0,
  broken: [],
});
