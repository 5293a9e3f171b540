import { expect, test } from "vitest";
import type { DeviceFigures } from "../../domain/sources/device-figures.ts";
import type { MachineFigures } from "../../domain/upkeep/machine-figures.ts";
import type { Figures } from "../../domain/upkeep/operating-figures.ts";
import { createMetrics, type MetricsSources } from "./metrics.ts";

const figures: DeviceFigures = {
  devices: [
    { status: "ACTIVE", health: "ok", count: 2 },
    { status: "PENDING", health: "none", count: 1 },
  ],
  problems: { hidden_texts: 1 },
  queue_length: 12,
  quietest_seconds: 31.5,
  watched: { heard: 9, silent: 2, long_silent: 40 },
  silent_merchants: [{ merchant_id: "m1", silent_seconds: 130 }],
};

const operating: Figures = {
  pending_payments: 3,
  unmatched_credits: 2,
  pending_deliveries: 5,
  retrying_deliveries: 4,
  oldest_delivery_seconds: 61.5,
  job_lag_seconds: { "expire-payments": 7 },
  connections: [{ application: "tepat server", state: "idle", count: 20 }],
  connections_max: 100,
  lock_waits: 1,
  applied_migrations: 19,
  round_trip_seconds: 0.002,
  known_migrations: 20,
  unread_payments: [{ bank: "BCA", app: "BCA mobile", count: 3 }],
  archive: { age_seconds: 61, is_failing: true },
  clock_difference_seconds: 0.5,
  replication: {
    is_leader: true,
    waits_for_replicas: true,
    waiting_commits: 6,
    replicas: [
      { name: "db-2", is_synchronous: true, behind_bytes: 7 },
      { name: "db-3", is_synchronous: false, behind_bytes: 700 },
    ],
    hidden_count: 0,
    idle_slots: [{ name: "db_4", kept_bytes: 1234 }],
  },
};

const machine: MachineFigures = {
  disks: [{ folder: "data", free_bytes: 10, size_bytes: 100 }],
  backups: [
    { step: "backup", is_ok: false, succeeded_at: new Date(1_000_000) },
    { step: "restore", is_ok: null, succeeded_at: null },
  ],
};

const sources = (
  readDeviceFigures: () => Promise<DeviceFigures>,
  readOperatingFigures: () => Promise<Figures> = async () => operating,
): MetricsSources => ({
  readDeviceFigures,
  readOperatingFigures,
  countEventStreams: () => 3,
  listReplicas: () => [],
  readMachineFigures: async () => machine,
  readCertificateEnd: async () => new Date(2_000_000),
});

const noDatabase = () => Promise.reject(new Error("no database"));

test("open event streams are counted, also without a database", async () => {
  const metrics = createMetrics(sources(noDatabase, noDatabase));
  expect(await metrics.render()).toContain("tepat_event_streams 3");
});

test("replicas are listed with their lag and their number of reads", async () => {
  const metrics = createMetrics({
    ...sources(noDatabase, noDatabase),
    listReplicas: () => [
      { name: "db-2:5432", is_read: true, lag_seconds: 0.004, problem: null },
      { name: "db-3:5432", is_read: false, lag_seconds: 31, problem: "it is behind" },
    ],
  });
  metrics.count.replicaRead("replica");
  metrics.count.replicaRead("replica");
  metrics.count.replicaRead("failed");
  const text = await metrics.render();
  for (const line of [
    'tepat_replica_lag_seconds{replica="db-2:5432"} 0.004',
    'tepat_replica_lag_seconds{replica="db-3:5432"} 31',
    'tepat_replica_is_read{replica="db-2:5432"} 1',
    'tepat_replica_is_read{replica="db-3:5432"} 0',
    'tepat_replica_reads_total{outcome="replica"} 2',
    'tepat_replica_reads_total{outcome="failed"} 1',
    'tepat_replica_reads_total{outcome="behind"} 0',
  ])
    expect(text).toContain(`${line}\n`);
});

test("figures read from the database are listed", async () => {
  const text = await createMetrics(sources(async () => figures)).render();
  for (const line of [
    "tepat_database_up 1",
    "tepat_payments_pending 3",
    "tepat_unmatched_credits 2",
    'tepat_webhook_deliveries{status="RETRYING"} 4',
    "tepat_webhook_oldest_owed_seconds 61.5",
    'tepat_job_lag_seconds{job="expire-payments"} 7',
    'tepat_database_connections{application="tepat server",state="idle"} 20',
    "tepat_database_lock_waits 1",
    'tepat_migrations{is="applied"} 19',
    'tepat_migrations{is="known"} 20',
    'tepat_unread_payments{bank="BCA",app="BCA mobile"} 3',
    "tepat_archive_age_seconds 61",
    "tepat_archive_failing 1",
    "tepat_clock_difference_seconds 0.5",
    'tepat_replicas{kind="sync"} 1',
    'tepat_replicas{kind="async"} 1',
    "tepat_replication_behind_bytes 700",
    "tepat_replication_kept_bytes 1234",
    "tepat_replication_waiting_commits 6",
  ])
    expect(text).toContain(`${line}\n`);
});

test("figures of the machine are listed, also without a database", async () => {
  const metrics = createMetrics(sources(noDatabase, noDatabase));
  await metrics.render();
  const text = await metrics.render();
  for (const line of [
    'tepat_disk_free_bytes{folder="data"} 10',
    'tepat_disk_size_bytes{folder="data"} 100',
    'tepat_backup_success_time_seconds{step="backup"} 1000',
    'tepat_backup_success_time_seconds{step="restore"} 0',
    'tepat_backup_ok{step="backup"} 0',
    "tepat_certificate_end_time_seconds 2000",
  ])
    expect(text).toContain(`${line}\n`);
  expect(text).not.toContain('tepat_backup_ok{step="restore"}');
});

test("without an archive of PostgreSQL's log, the archive's figures are absent", async () => {
  const text = await createMetrics(
    sources(
      async () => figures,
      async () => ({ ...operating, archive: null }),
    ),
  ).render();
  expect(text).not.toMatch(/^tepat_archive_/m);
});

test("devices are counted, with every possible problem", async () => {
  const text = await createMetrics(sources(async () => figures)).render();
  expect(text).toContain('tepat_devices{status="ACTIVE",health="ok"} 2');
  expect(text).toContain('tepat_devices{status="PENDING",health="none"} 1');
  expect(text).toContain('tepat_device_problems{problem="hidden_texts"} 1');
  expect(text).toContain('tepat_device_problems{problem="sequence_gap"} 0');
  expect(text).toContain("tepat_device_queue_length 12");
  expect(text).toContain("tepat_device_quietest_seconds 31.5");
  expect(text).toContain('tepat_devices_watched{is="silent"} 2');
  expect(text).toContain('tepat_merchant_silent_seconds{merchant="m1"} 130');
});

test("devices are read once for any number of requests in a moment", async () => {
  let reads = 0;
  const metrics = createMetrics(
    sources(async () => {
      reads += 1;
      return figures;
    }),
  );
  await Promise.all([metrics.render(), metrics.render(), metrics.render()]);
  expect(await metrics.render()).toContain("tepat_device_queue_length 12");
  expect(reads).toBe(1);
});

test.each([
  ["the devices", noDatabase, async () => operating],
  ["the work", async () => figures, noDatabase],
])(
  "when %s cannot be read, the process's own figures are shown, and no figure from the database",
  async (_, readDevices, readWork) => {
    const metrics = createMetrics(sources(readDevices, readWork));
    metrics.observe("listAccounts", 500, 0.01);
    const text = await metrics.render();
    expect(text).toContain(
      'tepat_http_request_seconds_count{operation="listAccounts",status="500"} 1',
    );
    expect(text).toContain("tepat_database_up 0\n");
    expect(text).not.toMatch(/^tepat_(device|job_lag|webhook_deliver|database_conn)/m);
  },
);

test("without a device that sends heartbeats, no longest silence is shown", async () => {
  const text = await createMetrics(
    sources(async () => ({ ...figures, quietest_seconds: null })),
  ).render();
  expect(text).not.toMatch(/^tepat_device_quietest_seconds/m);
});
