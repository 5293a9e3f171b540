import { backoffMilliseconds } from "./backoff.ts";
import { reasonOf } from "./user-facing-error.ts";
import { instantOf } from "./local-time.ts";
import type { Log } from "./log.ts";
import {
  forgetTimelessExcept,
  isSeen,
  note,
  noted,
  queueUnseen,
  type Outbox,
  type SeenNotification,
} from "./outbox.sql.ts";
import { withoutOneTimeCodes } from "./one-time-code.ts";
import type { Phone } from "./phone.ts";
import { identityOf, isGroupSummary, toReport, type ShadeEntry } from "./shade.ts";

interface Watcher {
  outbox: Outbox;
  phone: Pick<Phone, "listShade" | "timeZone">;
  pollMilliseconds: number;
  now: () => Date;
  random: () => number;
  log: Log;
  /** Called when a notification is ready to be sent. */
  onQueued: () => void;
}

/**
 * Creates the step that reads the shown notifications and queues the new ones. The step returns the wait until the
 * next run, in milliseconds.
 */
export function createWatcher(watcher: Watcher): () => Promise<number> {
  const { outbox, phone, log } = watcher;
  let failures = 0;
  return async function look() {
    let shade: ShadeEntry[];
    try {
      shade = await phone.listShade();
    } catch (error) {
      failures += 1;
      const reason = reasonOf(error).toWellFormed().replaceAll("\0", "");
      if (noted(outbox, "listener_error") !== reason) {
        note(outbox, "listener_error", reason);
        log(`Notifications cannot be read: ${reason}`);
      }
      // Without notification access, every attempt opens Android's settings on the person's screen.
      return Math.max(watcher.pollMilliseconds, backoffMilliseconds(failures, watcher.random));
    }
    failures = 0;
    if (noted(outbox, "listener_error") !== null) {
      note(outbox, "listener_error", null);
      log("Notifications can be read again.");
    }
    await queueNew(watcher, shade);
    return watcher.pollMilliseconds;
  };
}

async function queueNew(watcher: Watcher, shade: readonly ShadeEntry[]): Promise<void> {
  const { outbox, phone, now } = watcher;
  const watched = new Set(watchedPackages(outbox).map((name) => name.toLowerCase()));
  const shown = shade
    .filter((entry) => watched.has(entry.packageName.toLowerCase()))
    .filter((entry) => !isGroupSummary(entry, shade))
    .map((entry) => ({ entry, identity: identityOf(entry) }));
  forgetTimelessExcept(
    outbox,
    shown.map(({ identity }) => identity),
  );
  const unseen = shown.filter(({ identity }) => !isSeen(outbox, identity));
  if (unseen.length === 0) return;

  const timeZone = await phone.timeZone();
  const notifications = unseen
    .flatMap(
      ({ entry, identity }) =>
        toSeen(entry, identity, instantOf(entry.when, timeZone), now()) ?? [],
    )
    // Android lists notifications by importance. They are queued by time.
    .toSorted(
      (one, other) => Date.parse(one.report.posted_at) - Date.parse(other.report.posted_at),
    );
  if (queueUnseen(outbox, notifications) === 0) return;
  note(outbox, "last_notification_at", now().toISOString());
  watcher.onQueued();
}

function toSeen(
  entry: ShadeEntry,
  identity: string,
  postedAt: Date | null,
  now: Date,
): SeenNotification | null {
  const report = withoutOneTimeCodes(toReport(entry, postedAt ?? now));
  return report && { identity, has_own_time: postedAt !== null, report };
}

/**
 * Returns the packages that the server sent last. Before its first response there are none, so the Worker queues
 * nothing and marks nothing as seen.
 */
function watchedPackages(outbox: Outbox): string[] {
  return JSON.parse(noted(outbox, "packages") ?? "[]") as string[];
}
