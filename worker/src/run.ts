import { setTimeout as sleep } from "node:timers/promises";
import { createBell } from "./bell.ts";
import { requireConfig } from "./config.ts";
import { createRefresher } from "./device.ts";
import { UserFacingError } from "./user-facing-error.ts";
import { createHeart } from "./heartbeat.ts";
import { tryLock } from "./lock.ts";
import { log } from "./log.ts";
import { belongTo, noteRegistration, openOutbox } from "./outbox.sql.ts";
import { termuxPhone as phone } from "./phone.ts";
import { repeat } from "./repeat.ts";
import { outboxIn } from "./outbox-file.ts";
import { createSender } from "./sender.ts";
import { asDevice, readDevice, sendHeartbeat, sendReports, type Credential } from "./server.ts";
import { version } from "./version.ts";
import { createWatcher } from "./watcher.ts";

/**
 * Watches notifications, sends reports and sends heartbeats. Any signal can end the process. All important data is
 * always on the disk, so the process has no cleanup.
 */
export async function run(directory: string): Promise<never> {
  const { device_id, device_name, server_url, poll_seconds } = await requireConfig(directory);
  if (!tryLock(directory)) {
    throw new UserFacingError(
      "tepat-worker already runs on this phone. Stop it before you start it again.",
    );
  }
  const outbox = openOutbox(outboxIn(directory));
  noteRegistration(outbox, { device_id });
  const bell = createBell();
  const surroundings = { outbox, phone, sleep, log, now: () => new Date(), random: Math.random };
  // Read the configuration for each request, so that a new registration takes effect in the running
  // Worker.
  const credential = async (): Promise<Credential> => asDevice(await requireConfig(directory));

  log(`tepat-worker ${version}: "${device_name}" reports to ${server_url}`);
  const steps = [
    createRefresher({
      ...surroundings,
      read: async () => {
        // A phone that returned to its previous shop can have a queue, although no notification was
        // queued now.
        bell.ring();
        return readDevice(await credential());
      },
    }),
    createWatcher({
      ...surroundings,
      pollMilliseconds: poll_seconds * 1_000,
      onQueued: bell.ring,
    }),
    createSender({
      ...surroundings,
      bell,
      send: async (reports) => {
        const config = await requireConfig(directory);
        if (belongTo(outbox, config.device_id, reports)) {
          return sendReports(asDevice(config), reports);
        }
        return { kind: "later", reason: "The phone was registered elsewhere.", waitSeconds: 0 };
      },
    }),
    createHeart({
      ...surroundings,
      send: async (heartbeat) => sendHeartbeat(await credential(), heartbeat),
    }),
  ];
  return Promise.race(steps.map((step) => repeat(step, surroundings)));
}
