import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expirePayments } from "../../server/domain/payments/payments.ts";
import { testGateway } from "../../server/testing/fixtures.ts";
import { installAside } from "../../web-shared/testing/install-aside.ts";
import type { Counted } from "../contestants/receiver.ts";
import { startServerProgram, type MeasuredServer } from "../contestants/server-program.ts";
import { startTepat } from "../contestants/servers.ts";
import { cpuSeconds, treeCpuSeconds } from "../cpu.ts";
import type { Ground } from "../ground.ts";
import { preparePayments } from "../payments.ts";
import { rateTable, table, whole } from "../report.ts";
import { median, runRounds, type Contestant } from "../rounds.ts";
import type { Size } from "../size.ts";

const graphileWorker = { name: "graphile-worker", version: "0.18.0" };

/** The microseconds of CPU for a webhook, in each round. */
interface Cpu {
  sender: number[];
  database: number[];
}

/**
 * Measures how fast a backlog of webhooks is sent to one receiver. The other contestants are job queues on PostgreSQL,
 * each with 20 workers and undici; they sign nothing and keep no record of attempts.
 */
export async function measureDeliver(ground: Ground, size: Size): Promise<string> {
  const receiver = await startServerProgram({
    name: "receiver",
    file: "receiver.ts",
    environment: {},
  });
  const cpuOf = new Map<string, Cpu>();
  const contestants: Contestant[] = [];
  const add = (name: string, start: () => Promise<MeasuredServer>) => {
    const cpu: Cpu = { sender: [], database: [] };
    cpuOf.set(name, cpu);
    const { deliveries } = size;
    contestants.push({ name, run: () => drain(ground, receiver, { deliveries, start, cpu }) });
  };
  let bodyBytes = 0;
  const task = () => ({
    DATABASE_URL: ground.url,
    RECEIVER: addressOf(receiver),
    DELIVERIES: String(size.deliveries),
    BODY_BYTES: String(bodyBytes),
  });
  add("Tepat", async () => {
    await owe(ground, size.deliveries, addressOf(receiver));
    return startTepat(ground, "node");
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
    const standings = await runRounds(contestants, size.rounds);
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

/** Makes invoices that have expired, with a webhook each that nobody has sent. */
async function owe(ground: Ground, count: number, address: string): Promise<void> {
  const past = {
    now: () => new Date("2020-01-01T00:00:00Z"),
    payment_expired_at: "2020-01-01T01:00:00Z",
  };
  await preparePayments(ground, count, address, past);
  await ground.sql`update merchants set sends_expired_events = true`;
  const gateway = testGateway(ground.sql);
  let left = count;
  while (left > 0) left -= await expirePayments(gateway, 1_000);
}

const giveUpMilliseconds = 120_000;

/**
 * Returns how many arrived in a second once the sender was ready. The receiver answers nothing before, so what a sender
 * does while it starts is not counted.
 */
async function drain(
  ground: Ground,
  receiver: MeasuredServer,
  options: { deliveries: number; start: () => Promise<MeasuredServer>; cpu: Cpu },
): Promise<number> {
  await ask(receiver, "hold");
  const sender = await options.start();
  try {
    const atReady = [cpuSeconds(sender.pid), treeCpuSeconds(ground.pid)] as const;
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
    options.cpu.database.push((treeCpuSeconds(ground.pid) - atReady[1]) * each);
    return ((counted.count - early) / counted.milliseconds) * 1_000;
  } finally {
    await sender.stop();
  }
}
