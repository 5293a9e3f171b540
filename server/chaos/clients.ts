import { setTimeout as wait } from "node:timers/promises";
import { limits } from "../contract/limits.ts";
import { transferNotification, type Shop } from "../testing/fixtures.ts";
import {
  cancel,
  create,
  readPayment,
  report,
  type Answer,
  type TransferNotification,
} from "../testing/gateway-client.ts";
import type { Ledger } from "./ledger.ts";
import type { Reachable } from "./supervisor.ts";

/**
 * Simulates merchants' servers and phones. They repeat requests without a response, as the SDK and the
 * Worker do, and compare every response with all earlier ones.
 */

export interface Scenery {
  servers: readonly Reachable[];
  shop: Shop;
  device_token: string;
  webhook_url: string;
  /**
   * The number of different amounts (default 20). A long run needs more, because the totals of an amount run
   * out.
   */
  amounts?: number;
}

const amountsDefault = 20;
const pauseMilliseconds = { min: 5, max: 40 };
/** Extra time on top of the gateway's own limits, because the faults keep the machine busy. */
export const graceMilliseconds = 2_000;

export async function runClient(
  scenery: Scenery,
  ledger: Ledger,
  { name, random, until }: { name: string; random: () => number; until: AbortSignal },
): Promise<void> {
  const pending: string[] = [];
  const unsureCreates: string[] = [];
  const unsureReports: TransferNotification[] = [];
  let number = 0;
  const pick = <One>(from: readonly One[]): One | undefined =>
    from[Math.floor(random() * from.length)];
  const anyServer = () =>
    pick(scenery.servers.filter(({ answersRequests }) => answersRequests)) as Reachable;
  const ask = (what: string, request: (url: string) => Promise<Answer>) =>
    askAndJudge(anyServer(), ledger, what, request);

  async function createOne(payment_code: string, isRepeated: boolean): Promise<void> {
    const outcome = await createInvoice(
      anyServer(),
      scenery.shop,
      {
        payment_code,
        payment_amount: 10_000 * (1 + Math.floor(random() * (scenery.amounts ?? amountsDefault))),
        payment_webhook_url: scenery.webhook_url,
      },
      { ledger, isRepeated },
    );
    if (outcome === "unknown") unsureCreates.push(payment_code);
    if (outcome === "created") pending.push(payment_code);
  }

  async function reportOne(notification: TransferNotification): Promise<void> {
    const answer = await ask("report", (url) => report(url, scenery.device_token, [notification]));
    if (!answer) {
      unsureReports.push(notification);
      return;
    }
    const outcome = answer.body.data?.[0];
    if (answer.status !== 200 || !["recorded", "duplicate"].includes(outcome?.outcome)) {
      ledger.broken.push(`report: ${JSON.stringify(answer)}`);
      return;
    }
    ledger.recorded.set(outcome.mutation_id, notification);
    const code: string | null = outcome.matched_payment_code;
    if (code !== null) ledger.paid.set(code, outcome.mutation_id);
  }

  async function payOne(payment_code: string): Promise<void> {
    const total = ledger.created.get(payment_code)?.payment_total ?? 0;
    await reportOne(transferNotification(total));
  }

  async function cancelOne(payment_code: string): Promise<void> {
    const answer = await ask("cancel", (url) => cancel(url, scenery.shop, payment_code));
    if (answer?.status === 200) ledger.cancelled.add(payment_code);
    else if (answer) ledger.broken.push(`cancel ${payment_code}: ${JSON.stringify(answer)}`);
  }

  async function readOne(payment_code: string): Promise<void> {
    const wasPaid = ledger.paid.has(payment_code);
    const wasCancelled = ledger.cancelled.has(payment_code);
    const answer = await ask("read", (url) => readPayment(url, scenery.shop, payment_code));
    if (!answer) return;
    const { payment_total, payment_status } = answer.body.data ?? {};
    const isRight =
      payment_total === ledger.created.get(payment_code)?.payment_total &&
      (!wasPaid || payment_status === "PAID") &&
      (!wasCancelled || payment_status === "CANCELLED");
    if (!isRight) ledger.broken.push(`read ${payment_code}: ${JSON.stringify(answer)}`);
  }

  async function one(): Promise<void> {
    const kind = random();
    const unsureCreate = unsureCreates.shift();
    if (unsureCreate !== undefined) return createOne(unsureCreate, true);
    const unsureReport = unsureReports.shift();
    if (unsureReport) return reportOne(unsureReport);
    if (kind < 0.4 || pending.length === 0) return createOne(`${name}-${number++}`, false);
    if (kind < 0.75) return payOne(pending.shift() as string);
    if (kind < 0.8) return cancelOne(pending.shift() as string);
    const again = kind < 0.85 && pick([...ledger.recorded.values()].slice(-50));
    return again ? reportOne(again) : readOne(pick([...ledger.created.keys()].slice(-200)) ?? "");
  }

  while (!until.aborted) {
    await one();
    const { min, max } = pauseMilliseconds;
    await wait(min + random() * (max - min));
  }
}

/** Creates an invoice, and records an acknowledged one in `created`, by default the ledger's. */
export async function createInvoice(
  server: Reachable,
  shop: Shop,
  fields: { payment_code: string; payment_amount?: number; payment_webhook_url?: string },
  {
    ledger,
    created = ledger.created,
    isRepeated = false,
  }: { ledger: Ledger; created?: Ledger["created"]; isRepeated?: boolean },
): Promise<"created" | "unknown" | "refused"> {
  const answer = await askAndJudge(server, ledger, "create", (url) => create(url, shop, fields));
  if (!answer) return "unknown";
  if (answer.status === 201) {
    const { payment_id, payment_total } = answer.body.data;
    created.set(fields.payment_code, { payment_id, payment_total });
    return "created";
  }
  if (!isRepeated || answer.body.code !== "payment_code_conflict") {
    ledger.broken.push(`create ${fields.payment_code}: ${JSON.stringify(answer)}`);
  }
  return "refused";
}

/**
 * Sends a request and checks the response. Returns undefined if the outcome is unknown. Every response must arrive in
 * time and follow the contract. A load balancer can respond in the same form that no process is available.
 */
async function askAndJudge(
  server: Reachable,
  ledger: Ledger,
  what: string,
  request: (url: string) => Promise<Answer>,
): Promise<Answer | undefined> {
  const { generation, isUp } = server;
  const startedAt = performance.now();
  ledger.requests += 1;
  try {
    const answer = await request(server.url);
    const milliseconds = performance.now() - startedAt;
    ledger.slowest_answer_ms = Math.max(ledger.slowest_answer_ms, milliseconds);
    if (milliseconds > limits.answerMilliseconds) ledger.late += 1;
    if (milliseconds > limits.answerMilliseconds + graceMilliseconds) {
      ledger.broken.push(`${what} was answered after ${Math.round(milliseconds)} ms`);
    }
    if (answer.status < 500) return answer;
    if (answer.body.code !== "internal_error") ledger.broken.push(JSON.stringify(answer.body));
    ledger.failed += 1;
  } catch (cause) {
    // A server that was neither killed nor stopped must respond to every request.
    if (isUp && server.isUp && server.generation === generation) {
      ledger.broken.push(`${what} at ${server.name} got no answer: ${String(cause)}`);
    }
    ledger.unanswered += 1;
    if (performance.now() - startedAt > limits.answerMilliseconds) ledger.late += 1;
    await wait(50);
  }
  return undefined;
}
