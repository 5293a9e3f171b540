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
  /** Called when a notification waits to be sent. */
  onQueued: () => void;
}

/**
 * Lists what Android shows, again and again, and queues new notifications. Each look returns how many milliseconds to
 * wait until the next.
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
      // Without notification access every attempt opens Android's settings on the user's screen.
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
    // Android lists notifications by importance; they are queued by time.
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
 * The packages that the server named last. Before its first answer there are none, and then nothing is queued or marked
 * as seen.
 */
function watchedPackages(outbox: Outbox): string[] {
  return JSON.parse(noted(outbox, "packages") ?? "[]") as string[];
}
