import type { Registry } from "prom-client";
import { limits } from "../../contract/limits.ts";
import type { MachineFigures } from "../../domain/upkeep/machine-figures.ts";
import { registerOwnMetric } from "./own-metric.ts";

export interface MachineReaders {
  readMachineFigures(): Promise<MachineFigures>;
  /** Returns the time when PUBLIC_URL's certificate expires, or null if there is no certificate. */
  readCertificateEnd(): Promise<Date | null>;
}

/** Registers the gauges and returns a function that refreshes them at most once every few seconds. */
export function registerMachineGauges(
  registry: Registry,
  { readMachineFigures, readCertificateEnd }: MachineReaders,
): () => Promise<void> {
  let read: MachineFigures | null = null;
  let shownAt = -Infinity;
  const certificate = rereadInBackground(readCertificateEnd);
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    samples: (figures: MachineFigures) => { labels: Record<string, string>; value: number }[],
  ) =>
    registerOwnMetric(registry, {
      name,
      help,
      type: "gauge",
      labelNames,
      samples: () => (read ? samples(read) : []),
    });

  gauge(
    "tepat_disk_free_bytes",
    "Room on the disk of a folder: data (TEPAT_DATA_DIR), backups (BACKUP_DIR).",
    ["folder"],
    ({ disks }) => disks.map(({ folder, free_bytes: value }) => ({ labels: { folder }, value })),
  );
  gauge(
    "tepat_disk_size_bytes",
    "Size of the disk of a folder: data (TEPAT_DATA_DIR), backups (BACKUP_DIR).",
    ["folder"],
    ({ disks }) => disks.map(({ folder, size_bytes: value }) => ({ labels: { folder }, value })),
  );
  gauge(
    "tepat_backup_success_time_seconds",
    "When a backup step last succeeded, in seconds since 1970, or 0 if never: backup, copy (BACKUP_COPY_COMMAND), restore (the trial). Missing without BACKUP_DIR.",
    ["step"],
    ({ backups }) =>
      backups.map(({ step, succeeded_at }) => ({
        labels: { step },
        value: (succeeded_at?.getTime() ?? 0) / 1000,
      })),
  );
  gauge(
    "tepat_backup_ok",
    "1 if the last run of a backup step succeeded, 0 if not; missing for a step that has not run.",
    ["step"],
    ({ backups }) =>
      backups.flatMap(({ step, is_ok }) =>
        is_ok === null ? [] : [{ labels: { step }, value: is_ok ? 1 : 0 }],
      ),
  );
  registerOwnMetric(registry, {
    name: "tepat_certificate_end_time_seconds",
    help: "Time at which the certificate of PUBLIC_URL ends, in seconds since 1970; missing if this process cannot reach it. Read once an hour.",
    type: "gauge",
    labelNames: [],
    samples: () => {
      const end = certificate.value();
      return end ? [{ labels: {}, value: end.getTime() / 1000 }] : [];
    },
  });

  return async () => {
    certificate.refresh();
    if (performance.now() - shownAt < limits.deviceFiguresSeconds * 1000) return;
    shownAt = performance.now();
    read = await readMachineFigures().catch(() => null);
  };
}

/** Returns the last known value and reads it again in the background, so that no scrape waits for another server. */
function rereadInBackground(read: () => Promise<Date | null>) {
  let value: Date | null = null;
  let dueAt = -Infinity;
  return {
    value: () => value,
    refresh(): void {
      if (performance.now() < dueAt) return;
      dueAt = performance.now() + limits.certificateUnreadSeconds * 1000;
      read().then(
        (end) => {
          value = end;
          if (end) dueAt = performance.now() + limits.certificateReadSeconds * 1000;
        },
        () => (value = null),
      );
    },
  };
}
