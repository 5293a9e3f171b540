import { backoffMilliseconds } from "./backoff.ts";
import type { Bell } from "./bell.ts";
import { limits } from "./limits.ts";
import type { Log } from "./log.ts";
import { firstReports, queueLength, removeThrough, setAside, type Outbox } from "./outbox.sql.ts";
import type { Answer, NumberedReport, ReportOutcome } from "./server.ts";

interface Sender {
  outbox: Outbox;
  send: (reports: readonly NumberedReport[]) => Promise<Answer<ReportOutcome[]>>;
  /** Rung when something was queued. */
  bell: Bell;
  now: () => Date;
  random: () => number;
  log: Log;
}

/**
 * Empties the queue from its head, in order, one batch at a time. A batch is removed only when the server has
 * acknowledged it: a crash or a lost answer sends it again, and the server knows duplicates (decisions, section 3).
 * Each step answers the wait until the next.
 */
export function createSender({
  outbox,
  send,
  bell,
  now,
  random,
  log,
}: Sender): () => Promise<number> {
  let batchLength: number = limits.notificationsPerReport;
  let failures = 0;

  function acknowledged(sequence: number, outcomes: readonly ReportOutcome[]): number {
    removeThrough(outbox, sequence);
    log(`Reported ${outcomes.length}: ${tally(outcomes)}. ${queueLength(outbox)} waiting.`);
    failures = 0;
    batchLength = Math.min(batchLength * 2, limits.notificationsPerReport);
    return 0;
  }

  /** Which one it is, halving finds out; the others go on their way. */
  function refused(batch: readonly NumberedReport[], reason: string): number {
    batchLength = Math.max(Math.floor(batch.length / 2), 1);
    const [first] = batch;
    if (first && batch.length === 1) {
      const { sequence } = first;
      setAside(outbox, { sequence, reason, refused_at: now().toISOString() });
      log(`Set aside notification ${sequence}, which the server refuses: ${reason}`);
    }
    return 0;
  }

  function notNow(reason: string, milliseconds: number): number {
    failures += 1;
    if (failures === 1) log(`${queueLength(outbox)} waiting: ${reason}`);
    return Math.min(milliseconds, limits.backoffMostMilliseconds);
  }

  return async function step() {
    const batch = firstReports(outbox, batchLength);
    const last = batch.at(-1);
    if (!last) {
      await bell.heard();
      return 0;
    }
    const answer = await send(batch);
    switch (answer.kind) {
      case "ok":
        return acknowledged(last.sequence, answer.data);
      case "refused":
        return refused(batch, answer.reason);
      case "not_approved":
      case "unauthorized":
        return notNow(answer.reason, limits.approvalPollMilliseconds);
      case "later": {
        const wait = backoffMilliseconds(failures + 1, random);
        return notNow(answer.reason, Math.max(wait, answer.waitSeconds * 1_000));
      }
    }
  };
}

function tally(outcomes: readonly ReportOutcome[]): string {
  const counts = Map.groupBy(outcomes, ({ outcome }) => outcome);
  return [...counts].map(([outcome, { length }]) => `${length} ${outcome}`).join(", ");
}
