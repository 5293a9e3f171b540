import type { Registry } from "prom-client";
import { deviceProblem } from "../../contract/devices.ts";
import { limits } from "../../contract/limits.ts";
import type { DeviceFigures } from "../../domain/sources/device-figures.ts";
import type { Figures } from "../../domain/upkeep/operating-figures.ts";
import { registerOwnMetric, type Sample } from "./own-metric.ts";

/** Readers of figures from the database. The figures are the same in every process. */
export interface DatabaseReaders {
  readDeviceFigures(): Promise<DeviceFigures>;
  readOperatingFigures(): Promise<Figures>;
}

interface DatabaseGauge<Read> {
  name: string;
  help: string;
  labelNames?: readonly string[];
  samples(figures: Read): readonly Sample[];
}

/**
 * Registers the gauges and returns a function that refreshes them. The function reads the database at most once every
 * few seconds, however many scrapes arrive. If the database does not respond, only `tepat_database_up` is shown,
 * because old numbers would look healthy.
 */
export function registerDatabaseGauges(
  registry: Registry,
  { readDeviceFigures, readOperatingFigures }: DatabaseReaders,
): () => Promise<void> {
  let read: { devices: DeviceFigures; figures: Figures } | null = null;
  let shownAt = -Infinity;
  registerOwnMetric(registry, {
    name: "tepat_database_up",
    help: "1 if the database responds; at 0, its other figures are missing.",
    type: "gauge",
    labelNames: [],
    samples: () => single(read ? 1 : 0),
  });
  for (const gauge of deviceGauges)
    register(registry, gauge, () => (read ? gauge.samples(read.devices) : []));
  for (const gauge of operatingGauges)
    register(registry, gauge, () => (read ? gauge.samples(read.figures) : []));

  return async () => {
    if (performance.now() - shownAt < limits.deviceFiguresSeconds * 1000) return;
    shownAt = performance.now();
    read = await Promise.all([readDeviceFigures(), readOperatingFigures()]).then(
      ([devices, figures]) => ({ devices, figures }),
      () => null,
    );
  };
}

function register(
  registry: Registry,
  { name, help, labelNames = [] }: Pick<DatabaseGauge<never>, "name" | "help" | "labelNames">,
  samples: () => readonly Sample[],
): void {
  registerOwnMetric(registry, { name, help, type: "gauge", labelNames, samples });
}

const single = (value: number): Sample[] => [{ labels: {}, value }];

/** The gauges count over all merchants, because one label per device would grow without bound. */
const deviceGauges: readonly DatabaseGauge<DeviceFigures>[] = [
  {
    name: "tepat_devices",
    help: "Devices, by status and health.",
    labelNames: ["status", "health"],
    samples: ({ devices }) => devices.map(({ count, ...labels }) => ({ labels, value: count })),
  },
  {
    name: "tepat_device_problems",
    help: "ACTIVE devices with a problem.",
    labelNames: ["problem"],
    samples: ({ problems }) =>
      deviceProblem.options.map((problem) => ({
        labels: { problem },
        value: problems[problem] ?? 0,
      })),
  },
  {
    name: "tepat_devices_watched",
    help: "ACTIVE devices that send heartbeats: heard, silent, or long_silent (for more than three days, so no longer expected).",
    labelNames: ["is"],
    samples: ({ watched }) =>
      Object.entries(watched).map(([is, value]) => ({ labels: { is }, value })),
  },
  {
    name: "tepat_merchant_silent_seconds",
    help: "Seconds since the last sign of life of merchants with only silent devices: the 50 most recent within three days.",
    labelNames: ["merchant"],
    samples: ({ silent_merchants }) =>
      silent_merchants.map(({ merchant_id, silent_seconds }) => ({
        labels: { merchant: merchant_id },
        value: silent_seconds,
      })),
  },
  {
    name: "tepat_device_queue_length",
    help: "Notifications waiting on ACTIVE devices.",
    samples: ({ queue_length }) => single(queue_length),
  },
  {
    name: "tepat_device_quietest_seconds",
    help: "Seconds since the last sign of life of the quietest ACTIVE device that sends heartbeats.",
    samples: ({ quietest_seconds }) => (quietest_seconds === null ? [] : single(quietest_seconds)),
  },
];

const operatingGauges: readonly DatabaseGauge<Figures>[] = [
  {
    name: "tepat_payments_pending",
    help: "PENDING payments, counted up to 10,000.",
    samples: ({ pending_payments }) => single(pending_payments),
  },
  {
    name: "tepat_unmatched_credits",
    help: "Incoming transfers of the last 24 hours that paid nothing, counted up to 10,000.",
    samples: ({ unmatched_credits }) => single(unmatched_credits),
  },
  {
    name: "tepat_unread_payments",
    help: "Unreadable notifications of the last hour that name the total of a PENDING payment, by bank and app; other for apps that the catalogue does not name.",
    labelNames: ["bank", "app"],
    samples: ({ unread_payments }) =>
      unread_payments.map(({ count, ...labels }) => ({ labels, value: count })),
  },
  {
    name: "tepat_webhook_deliveries",
    help: "Webhooks that are still owed, by status (PENDING, RETRYING), counted up to 10,000.",
    labelNames: ["status"],
    samples: ({ pending_deliveries, retrying_deliveries }) => [
      { labels: { status: "PENDING" }, value: pending_deliveries },
      { labels: { status: "RETRYING" }, value: retrying_deliveries },
    ],
  },
  {
    name: "tepat_webhook_oldest_owed_seconds",
    help: "Seconds since the oldest event whose webhook is still owed.",
    samples: ({ oldest_delivery_seconds }) => single(oldest_delivery_seconds),
  },
  {
    name: "tepat_job_lag_seconds",
    help: "Seconds by which recurring work is late, measured by its oldest overdue task.",
    labelNames: ["job"],
    samples: ({ job_lag_seconds }) =>
      Object.entries(job_lag_seconds).map(([job, value]) => ({ labels: { job }, value })),
  },
  {
    name: "tepat_database_connections",
    help: "Connections of all processes to the database, by application and state.",
    labelNames: ["application", "state"],
    samples: ({ connections }) =>
      connections.map(({ count, ...labels }) => ({ labels, value: count })),
  },
  {
    name: "tepat_database_connections_max",
    help: "Maximum number of connections to the database.",
    samples: ({ connections_max }) => single(connections_max),
  },
  {
    name: "tepat_database_lock_waits",
    help: "Connections that wait for a lock.",
    samples: ({ lock_waits }) => single(lock_waits),
  },
  {
    name: "tepat_database_round_trip_seconds",
    help: "Seconds to read these figures, including the wait for a connection of this process's pool.",
    samples: ({ round_trip_seconds }) => single(round_trip_seconds),
  },
  {
    name: "tepat_clock_difference_seconds",
    help: "Seconds between the clocks of this process and of the database.",
    samples: ({ clock_difference_seconds }) => single(clock_difference_seconds),
  },
  {
    name: "tepat_archive_age_seconds",
    help: "Seconds since PostgreSQL archived a segment of its WAL; missing if archive_mode is off.",
    samples: ({ archive }) => (archive ? single(archive.age_seconds) : []),
  },
  {
    name: "tepat_archive_failing",
    help: "1 if PostgreSQL's last attempt to archive its WAL failed; missing if archive_mode is off.",
    samples: ({ archive }) => (archive ? single(archive.is_failing ? 1 : 0) : []),
  },
  {
    name: "tepat_replicas",
    help: "Replicas that follow the database: sync (commits wait for them), async, or hidden (Tepat's database user cannot see them).",
    labelNames: ["kind"],
    samples: ({ replication: { replicas, hidden_count } }) => {
      const sync = replicas.filter(({ is_synchronous }) => is_synchronous).length;
      return [
        { labels: { kind: "sync" }, value: sync },
        { labels: { kind: "async" }, value: replicas.length - sync },
        { labels: { kind: "hidden" }, value: hidden_count },
      ];
    },
  },
  {
    name: "tepat_replication_behind_bytes",
    help: "Bytes of WAL that the slowest replica has not replayed.",
    samples: ({ replication: { replicas } }) =>
      single(Math.max(0, ...replicas.map(({ behind_bytes }) => behind_bytes))),
  },
  {
    name: "tepat_replication_kept_bytes",
    help: "Bytes of WAL that the database keeps for the largest unread slot.",
    samples: ({ replication: { idle_slots } }) =>
      single(Math.max(0, ...idle_slots.map(({ kept_bytes }) => kept_bytes))),
  },
  {
    name: "tepat_replication_waiting_commits",
    help: "Commits that wait for a replica at this moment.",
    samples: ({ replication: { waiting_commits } }) => single(waiting_commits),
  },
  {
    name: "tepat_migrations",
    help: "Migrations: applied to the database, or known to this release.",
    labelNames: ["is"],
    samples: ({ applied_migrations, known_migrations }) => [
      { labels: { is: "applied" }, value: applied_migrations },
      { labels: { is: "known" }, value: known_migrations },
    ],
  },
];
