import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expirePayments } from "../../server/domain/payments/payments.ts";
import { testGateway } from "../../server/testing/fixtures.ts";
import { installAside } from "../../web-shared/testing/install-aside.ts";
import type { Counted } from "../systems/receiver.ts";
import { startServerProgram, type MeasuredServer } from "../systems/server-program.ts";
import { startTepat } from "../systems/servers.ts";
import { cpuSeconds, treeCpuSeconds } from "../cpu.ts";
import type { Fixture } from "../fixture.ts";
import { preparePayments } from "../payments.ts";
import { rateTable, table, whole } from "../report.ts";
import { median, runRounds, type MeasuredSystem } from "../rounds.ts";
import type { Size } from "../size.ts";

const graphileWorker = { name: "graphile-worker", version: "0.18.0" };

/** The microseconds of CPU for a webhook, in each round. */
interface Cpu {
  sender: number[];
  database: number[];
}

/**
 * Measures how fast a backlog of webhooks is sent to one receiver. The other systems are job queues on PostgreSQL,
 * each with 20 workers and undici. They sign nothing and record no attempts.
 */
export async function measureDeliver(fixture: Fixture, size: Size): Promise<string> {
  const receiver = await startServerProgram({
    name: "receiver",
    file: "receiver.ts",
    environment: {},
  });
  const cpuOf = new Map<string, Cpu>();
  const systems: MeasuredSystem[] = [];
  const add = (name: string, start: () => Promise<MeasuredServer>) => {
    const cpu: Cpu = { sender: [], database: [] };
    cpuOf.set(name, cpu);
    const { deliveries } = size;
    systems.push({ name, run: () => drain(fixture, receiver, { deliveries, start, cpu }) });
  };
  let bodyBytes = 0;
  const task = () => ({
    DATABASE_URL: fixture.url,
    RECEIVER: addressOf(receiver),
    DELIVERIES: String(size.deliveries),
    BODY_BYTES: String(bodyBytes),
  });
  add("Tepat", async () => {
    await owe(fixture, size.deliveries, addressOf(receiver));
    return startTepat(fixture, "node");
  });
  add("pg-boss, fetch and complete", async () => {
    ({ bytes: bodyBytes } = await ask(receiver, "counted"));
    return startServerProgram({ name: "pg-boss", file: "pg-boss-sender.ts", environment: task() });
  });
  const peer = await installAside(graphileWorker);
  if ("folder" in peer) {
    add("graphile-worker", () =>
      startServerProgram({
        name: "graphile-worker",
        file: "graphile-worker-sender.ts",
        environment: { ...task(), PACKAGES: path.join(peer.folder, "package.json") },
      }),
    );
  }
  try {
    const standings = await runRounds(systems, size.rounds);
    const rows = [...cpuOf].map(([name, { sender, database }]) => [
      name,
      `${whole(median(sender))} µs`,
      `${whole(median(database))} µs`,
    ]);
    const left = "obstacle" in peer ? `\n\n${peer.obstacle}` : "";
    return `${rateTable(standings)}\n\n${table(["CPU for a webhook", "sender", "PostgreSQL"], rows)}${left}`;
  } finally {
    await receiver.stop();
  }
}

const addressOf = ({ port }: MeasuredServer) => `http://127.0.0.1:${port}/webhook`;

async function ask(receiver: MeasuredServer, what: "hold" | "go" | "counted"): Promise<Counted> {
  const response = await fetch(`http://127.0.0.1:${receiver.port}/${what}`);
  return (await response.json()) as Counted;
}

/** Creates expired invoices, each with an unsent webhook. */
async function owe(fixture: Fixture, count: number, address: string): Promise<void> {
  const past = {
    now: () => new Date("2020-01-01T00:00:00Z"),
    payment_expired_at: "2020-01-01T01:00:00Z",
  };
  await preparePayments(fixture, count, address, past);
  await fixture.sql`update merchants set sends_expired_events = true`;
  const gateway = testGateway(fixture.sql);
  let left = count;
  while (left > 0) left -= await expirePayments(gateway, 1_000);
}

const giveUpMilliseconds = 120_000;

/**
 * Returns the webhooks that arrived per second once the sender was ready. Before that, the receiver does not respond,
 * so the work of a starting sender is not counted.
 */
async function drain(
  fixture: Fixture,
  receiver: MeasuredServer,
  options: { deliveries: number; start: () => Promise<MeasuredServer>; cpu: Cpu },
): Promise<number> {
  await ask(receiver, "hold");
  const sender = await options.start();
  try {
    const atReady = [cpuSeconds(sender.pid), treeCpuSeconds(fixture.pid)] as const;
    const { count: early } = await ask(receiver, "go");
    const giveUpAt = performance.now() + giveUpMilliseconds;
    let counted = await ask(receiver, "counted");
    while (counted.count < options.deliveries) {
      if (performance.now() > giveUpAt) {
        throw new Error(`${counted.count} of ${options.deliveries} webhooks arrived`);
      }
      await wait(50);
      counted = await ask(receiver, "counted");
    }
    const each = 1e6 / (counted.count - early);
    options.cpu.sender.push((cpuSeconds(sender.pid) - atReady[0]) * each);
    options.cpu.database.push((treeCpuSeconds(fixture.pid) - atReady[1]) * each);
    return ((counted.count - early) / counted.milliseconds) * 1_000;
  } finally {
    await sender.stop();
  }
}
