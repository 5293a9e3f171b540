/** The size of the benchmark. */
export interface Size {
  rounds: number;
  merchants: number;
  connections: number;
  /** Create requests of one system in one round. */
  creates: number;
  reads: number;
  lists: number;
  /** Pending payments of a dense pool, and creates in it in one round. */
  densePending: number;
  denseCreates: number;
  /** Reported transfers of one system in one round. */
  matches: number;
  /** Webhooks of one system's backlog in one round. */
  deliveries: number;
  paysPerSecond: number;
  paySeconds: number;
  /** The warm-up at the same rate, which is not counted. */
  payWarmUpSeconds: number;
  /** Emails of banks, one at a time, after some that are not counted. */
  mails: number;
  mailWarmUps: number;
  /** How many payments exist when growth is measured. */
  growth: readonly number[];
  /** Calls of each kind, one at a time, at each of these sizes. */
  growthCalls: number;
  /** Payments of which a twelfth is archived, and seconds of creates beside nothing else. */
  archive: number;
  archiveIdleSeconds: number;
  /** Payments of a cluster whose replica is read, how often a dashboard's calls are made in a turn, and statements in a round. */
  replicaPayments: number;
  replicaMixes: number;
  replicaStatements: number;
  /** How long a started process rests before its memory is read. */
  restSeconds: number;
  idleConnections: number;
  /** Invoices of one day on a small machine, as many before it, and the seconds of it that are played. */
  vpsInvoices: number;
  vpsSeconds: number;
  /** How many processes share the work in each measurement of scale. */
  processes: readonly number[];
  /** Event streams that are open at the same time. */
  streams: number;
}

export const fullSize: Size = {
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
  processes: [1, 2, 4],
  streams: 10_000,
};

/** Checks that everything still works, in under a minute. The numbers mean nothing. */
export const smokeSize: Size = {
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
  growthCalls: 10,
  archive: 8_000,
  archiveIdleSeconds: 1,
  replicaPayments: 4_000,
  replicaMixes: 1,
  replicaStatements: 20,
  restSeconds: 1,
  idleConnections: 100,
  vpsInvoices: 20_000,
  vpsSeconds: 5,
  processes: [1, 2],
  streams: 250,
};

/** The same size with another number of payments for the sections `archive` and `growth`. 0 changes nothing. */
export function sizeWith(size: Size, payments: number): Size {
  if (payments === 0) return size;
  return { ...size, archive: payments, growth: [payments / 10, payments] };
}
