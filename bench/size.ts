/** The size of the benchmark. */
export interface Size {
  /** Whether the run only shows that everything works. Its sections then run beside each other. */
  isSmoke: boolean;
  rounds: number;
  merchants: number;
  connections: number;
  /** Create requests of one system in one round. */
  creates: number;
  reads: number;
  lists: number;
  /** The pending payments of a dense pool, and the creates in that pool in one round. */
  densePending: number;
  denseCreates: number;
  /** Reported transfers of one system in one round. */
  matches: number;
  /** Webhooks in one system's backlog in one round. */
  deliveries: number;
  paysPerSecond: number;
  paySeconds: number;
  /** The seconds of the warm-up at the same rate, which are not counted. */
  payWarmUpSeconds: number;
  /** Emails of banks, one at a time, after a warm-up that is not counted. */
  mails: number;
  mailWarmUps: number;
  /** The numbers of payments at which growth is measured. */
  growth: readonly number[];
  /** Calls of each kind, one at a time, at each of these sizes. */
  growthCalls: number;
  /**
   * The payments of which a twelfth is archived, and the seconds of creates without the archive.
   */
  archive: number;
  archiveIdleSeconds: number;
  /**
   * The payments of a cluster whose replica is read, the repetitions of a dashboard's calls in a turn, and the
   * statements in a round.
   */
  replicaPayments: number;
  replicaMixes: number;
  replicaStatements: number;
  /** The seconds of rest after the start, before the memory is read. */
  restSeconds: number;
  idleConnections: number;
  /**
   * The invoices of one day on a small machine, and also of the day before; the simulated seconds of the day, and the
   * seconds within which an invoice is paid.
   */
  vpsInvoices: number;
  vpsSeconds: number;
  vpsPayWithinSeconds: number;
  /** The merchants that are spread over cells, and the buckets of the small ones. */
  cellMerchants: number;
  cellBuckets: number;
  /** The numbers of processes that share the work in the measurements of scale. */
  processes: readonly number[];
  /** Event streams that are open at the same time. */
  streams: number;
}

export const fullSize: Size = {
  isSmoke: false,
  rounds: 5,
  merchants: 100,
  connections: 64,
  creates: 10_000,
  reads: 15_000,
  lists: 4_000,
  densePending: 100_000,
  denseCreates: 6_000,
  matches: 6_000,
  deliveries: 20_000,
  paysPerSecond: 500,
  paySeconds: 60,
  payWarmUpSeconds: 5,
  mails: 200,
  mailWarmUps: 10,
  growth: [100_000, 1_000_000],
  growthCalls: 200,
  archive: 200_000,
  archiveIdleSeconds: 10,
  replicaPayments: 100_000,
  replicaMixes: 6,
  replicaStatements: 1_000,
  restSeconds: 15,
  idleConnections: 10_000,
  vpsInvoices: 100_000,
  vpsSeconds: 600,
  vpsPayWithinSeconds: 20,
  cellMerchants: 1_000_000,
  cellBuckets: 65_536,
  processes: [1, 2, 4],
  streams: 10_000,
};

/** Checks in under a minute that everything still works. The numbers mean nothing. */
export const smokeSize: Size = {
  isSmoke: true,
  rounds: 1,
  merchants: 4,
  connections: 16,
  creates: 400,
  reads: 400,
  lists: 400,
  densePending: 2_000,
  denseCreates: 60,
  matches: 200,
  deliveries: 200,
  paysPerSecond: 100,
  paySeconds: 2,
  payWarmUpSeconds: 1,
  mails: 5,
  mailWarmUps: 1,
  growth: [1_000, 5_000],
  growthCalls: 1,
  archive: 8_000,
  archiveIdleSeconds: 1,
  replicaPayments: 4_000,
  replicaMixes: 1,
  replicaStatements: 20,
  restSeconds: 1,
  idleConnections: 100,
  vpsInvoices: 6_000,
  vpsSeconds: 5,
  vpsPayWithinSeconds: 2,
  cellMerchants: 20_000,
  cellBuckets: 2_048,
  processes: [1, 2],
  streams: 250,
};

/**
 * Returns the same size with another number of payments for the sections `archive` and `growth`. 0 changes
 * nothing.
 */
export function sizeWith(size: Size, payments: number): Size {
  if (payments === 0) return size;
  return { ...size, archive: payments, growth: [payments / 10, payments] };
}
