import { Counter, Histogram, type Registry } from "prom-client";
import { replicaOutcomes, type ReplicaOutcome } from "../../db/replicas.ts";
import type { Notification, ReportOutcome } from "../../contract/worker.ts";
import { allAppLabels, appLabels } from "../../domain/banks/app-labels.ts";
import type { AttemptResult } from "../../domain/webhooks/webhook-schedule.ts";
import type { WebhookClient } from "../../domain/webhooks/webhooks.ts";
import type { LogOutcome } from "../../domain/merchants/request-log.ts";
import type { Services } from "../../procedures/services.ts";

/** Counts work other than requests, by wrapping the functions that do the work. */
export interface WorkCounters {
  services(services: Services): Services;
  webhooks(client: WebhookClient): WebhookClient;
  job<Job extends RunnableJob>(job: Job): Job;
  paymentsEnded(count: number): void;
  loggedRequests(outcome: LogOutcome, count: number): void;
  replicaRead(outcome: ReplicaOutcome): void;
}

interface RunnableJob {
  name: string;
  run: () => Promise<unknown>;
}

export function createWorkCounters(registry: Registry): WorkCounters {
  const registers = [registry];
  const ended = new Counter({
    name: "tepat_payments_ended_total",
    help: "Payments that this process has seen become PAID, EXPIRED or CANCELLED.",
    registers,
  });
  const notifications = new Counter({
    name: "tepat_notifications_total",
    help: "Notifications that devices reported: matched (paid an invoice), recorded (paid none), duplicate, ignored (no transfer); by bank and app, other for apps that the catalogue does not name.",
    labelNames: ["outcome", "bank", "app"],
    registers,
  });
  const matchDelay = new Histogram({
    name: "tepat_match_delay_seconds",
    help: "Seconds until a transfer's payment was PAID, from the bank's notification (posted) or the report to Tepat (received).",
    labelNames: ["since"],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
    registers,
  });
  const attempts = new Counter({
    name: "tepat_webhook_attempts_total",
    help: "Attempts to send a webhook, by result: success, class of HTTP status, or reason for no response.",
    labelNames: ["result"],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: "tepat_webhook_attempt_seconds",
    help: "Duration of attempts to send a webhook, in seconds.",
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers,
  });
  const runs = new Counter({
    name: "tepat_job_runs_total",
    help: "Runs of recurring work, by result: success or failure.",
    labelNames: ["job", "result"],
    registers,
  });
  const runSeconds = new Histogram({
    name: "tepat_job_run_seconds",
    help: "Duration of runs of recurring work, in seconds.",
    labelNames: ["job"],
    buckets: [0.01, 0.1, 1, 10, 60],
    registers,
  });
  const logged = new Counter({
    name: "tepat_logged_requests_total",
    help: "Requests of merchants' servers, by outcome in the request log: written, left_out (the merchant reached its limit for the minute), dropped (the queue was full, or the database refused them).",
    labelNames: ["outcome"],
    registers,
  });
  const replicaReads = new Counter({
    name: "tepat_replica_reads_total",
    help: "Reads that a replica can serve, by outcome: replica (it served the read), none (no replica was usable), behind (it did not catch up in time), failed (it was lost or cancelled the read). The leader served the last three.",
    labelNames: ["outcome"],
    registers,
  });
  // Each counter starts at 0. A counter that first appears with its first event hides that event from `rate()`.
  for (const outcome of ["matched", "recorded", "duplicate", "ignored"])
    for (const labels of allAppLabels) notifications.inc({ outcome, ...labels }, 0);
  for (const result of attemptResults) attempts.inc({ result }, 0);
  for (const outcome of ["written", "left_out", "dropped"]) logged.inc({ outcome }, 0);
  for (const outcome of replicaOutcomes) replicaReads.inc({ outcome }, 0);
  for (const since of ["posted", "received"]) matchDelay.zero({ since });

  return {
    services: (services) => ({
      ...services,
      async report(device, reported) {
        const receivedAt = Date.now();
        const outcomes = await services.report(device, reported);
        const at = Date.now();
        outcomes.forEach((each, index) => {
          const outcome = outcomeOf(each);
          const { package_name } = reported[index] as Notification;
          notifications.inc({ outcome, ...appLabels(package_name) });
          if (outcome !== "matched") return;
          const posted_at = Date.parse(reported[index]?.posted_at ?? "");
          // A phone's clock might be ahead of the server's.
          matchDelay.observe({ since: "posted" }, Math.max(0, at - posted_at) / 1000);
          matchDelay.observe({ since: "received" }, (at - receivedAt) / 1000);
        });
        return outcomes;
      },
    }),
    webhooks: (client) => ({
      async post(request) {
        const result = await client.post(request);
        attempts.inc({ result: resultOf(result) });
        attemptSeconds.observe(result.duration_ms / 1000);
        return result;
      },
    }),
    job: (job) => {
      runs.inc({ job: job.name, result: "success" }, 0);
      runs.inc({ job: job.name, result: "failure" }, 0);
      const run = async () => {
        const end = runSeconds.startTimer({ job: job.name });
        let result = "failure";
        try {
          await job.run();
          result = "success";
        } finally {
          end();
          runs.inc({ job: job.name, result });
        }
      };
      return { ...job, run };
    },
    paymentsEnded: (count) => ended.inc(count),
    loggedRequests: (outcome, count) => logged.inc({ outcome }, count),
    replicaRead: (outcome) => replicaReads.inc({ outcome }),
  };
}

const outcomeOf = ({ outcome, matched_payment_code }: ReportOutcome): string =>
  outcome === "recorded" && matched_payment_code !== null ? "matched" : outcome;

/** Frequent results start at 0. The other results appear with their first attempt. */
const attemptResults = [
  "success",
  "http_3xx",
  "http_4xx",
  "http_5xx",
  "timeout",
  "dns_error",
  "connection_refused",
  "connection_failed",
  "tls_error",
];

const resultOf = ({ outcome, error_code, http_status }: AttemptResult): string =>
  outcome === "success"
    ? outcome
    : (error_code ?? `http_${Math.floor((http_status ?? 0) / 100)}xx`);
