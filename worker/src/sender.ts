import { backoffMilliseconds } from "./backoff.ts";
import type { Bell } from "./bell.ts";
import { limits } from "./limits.ts";
import type { Log } from "./log.ts";
import {
  firstReports,
  postpone,
  queueLength,
  removeAcknowledged,
  setAside,
  type Outbox,
} from "./outbox.sql.ts";
import type { Answer, NumberedReport, ReportOutcome } from "./server.ts";

interface Sender {
  outbox: Outbox;
  send: (reports: readonly NumberedReport[]) => Promise<Answer<ReportOutcome[]>>;
  /** Rings when a new notification is in the queue. */
  bell: Bell;
  now: () => Date;
  random: () => number;
  log: Log;
}

/**
 * Creates the step that sends the queue from its head, in order, one batch at a time. A batch is removed only after
 * the server has acknowledged it. After a crash or a lost response, the batch is sent again, and the server
 * recognises duplicates. The step returns the wait until the next run, in milliseconds.
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

  function acknowledged(
    batch: readonly NumberedReport[],
    outcomes: readonly ReportOutcome[],
  ): number {
    removeAcknowledged(
      outbox,
      batch.map(({ sequence }) => sequence),
    );
    log(`Reported ${outcomes.length}: ${tally(outcomes)}. ${queueLength(outbox)} waiting.`);
    failures = 0;
    batchLength = Math.min(batchLength * 2, limits.notificationsPerReport);
    return 0;
  }

  /** Finds the refused notification by halving the batch. The others are sent. */
  function refused(batch: readonly NumberedReport[], reason: string): number {
    const alone = halve(batch);
    if (alone) {
      const { sequence } = alone;
      setAside(outbox, { sequence, reason, refused_at: now().toISOString() });
      log(`Set aside notification ${sequence}, which the server refuses: ${reason}`);
    }
    return 0;
  }

  /**
   * Sends a notification after the others if the server fails because of it. The notification is repeated until the
   * server is fixed.
   */
  function failed(batch: readonly NumberedReport[]): void {
    if (failures < limits.failuresBeforeDetour) return;
    const alone = halve(batch);
    if (alone) postpone(outbox, alone.sequence);
  }

  /** Makes the next batch smaller. Returns the notification if this batch had only one. */
  function halve(batch: readonly NumberedReport[]): NumberedReport | undefined {
    batchLength = Math.max(Math.floor(batch.length / 2), 1);
    return batch.length === 1 ? batch[0] : undefined;
  }

  function notNow(reason: string): void {
    failures += 1;
    if (failures === 1) log(`${queueLength(outbox)} waiting: ${reason}`);
  }

  function backoff(waitSeconds: number): number {
    const wait = Math.max(backoffMilliseconds(failures, random), waitSeconds * 1_000);
    return Math.min(wait, limits.backoffMostMilliseconds);
  }

  return async function step() {
    const batch = firstReports(outbox, batchLength);
    if (batch.length === 0) {
      await bell.heard();
      return 0;
    }
    const answer = await send(batch);
    switch (answer.kind) {
      case "ok":
        return acknowledged(batch, answer.data);
      case "refused":
        return refused(batch, answer.reason);
      case "not_approved":
      case "unauthorized":
        notNow(answer.reason);
        return limits.approvalPollMilliseconds;
      case "failed":
        failed(batch);
        notNow(answer.reason);
        return backoff(answer.waitSeconds);
      case "later":
        notNow(answer.reason);
        return backoff(answer.waitSeconds);
    }
  };
}

/** Returns a short text about the outcome of a reported notification. */
export function resultOf({ outcome, matched_payment_code }: ReportOutcome): string {
  if (matched_payment_code) return `matched ${matched_payment_code}`;
  return outcome === "ignored" ? "not read" : "unmatched";
}

function tally(outcomes: readonly ReportOutcome[]): string {
  const counts = Map.groupBy(outcomes, resultOf);
  return [...counts].map(([result, { length }]) => `${length} ${result}`).join(", ");
}
