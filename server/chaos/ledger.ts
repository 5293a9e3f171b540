import type { TransferNotification } from "../testing/gateway-client.ts";

/** What clients were told, and may rely on for ever; and what they were told that cannot be. */
export interface Ledger {
  created: Map<string, { payment_id: string; payment_total: number }>;
  cancelled: Set<string>;
  /** By payment code: the mutation that paid it. */
  paid: Map<string, string>;
  /** By mutation id: what was reported. */
  recorded: Map<string, TransferNotification>;
  requests: number;
  /** Refused with `internal_error`, as is right while the database is away. */
  failed: number;
  /** Nobody answered, for the process was killed or told to stop. */
  unanswered: number;
  slowest_answer_ms: number;
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
  broken: [],
});
