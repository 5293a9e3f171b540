import { randomUUID } from "node:crypto";
import { startTepat, transports } from "../systems/servers.ts";
import type { MeasuredServer } from "../systems/server-program.ts";
import { cpuSeconds, treeCpuSeconds } from "../cpu.ts";
import type { Fixture } from "../fixture.ts";
import { runLoad } from "../http-load.ts";
import { preparePayments } from "../payments.ts";
import { rounded, table, whole } from "../report.ts";
import { createRequest, getRequest, inTurn } from "../requests.ts";
import { median, runRounds } from "../rounds.ts";
import type { Size } from "../size.ts";

/**
 * Measures creates and reads with several API processes on one database. The connections are spread over the processes
 * in turn, as a load balancer does.
 */
export async function measureScale(fixture: Fixture, size: Size): Promise<string> {
  const payments = await preparePayments(fixture, 20 * fixture.shops.length);
  const servers: MeasuredServer[] = [];
  const [transport] = transports().toReversed();
  try {
    while (servers.length < Math.max(...size.processes)) {
      servers.push(await startTepat(fixture, transport ?? "node", { ROLE: "api" }));
    }
    const creates = await measure(fixture, servers, size, size.creates, () => {
      const run = randomUUID().slice(0, 8);
      return (index) =>
        createRequest(
          inTurn(fixture.shops, index),
          `SCALE-${run}-${index}`,
          10_000 + ((index * 7_919) % 5_000_000),
        );
    });
    const reads = await measure(fixture, servers, size, size.reads, () => (index) => {
      const { shop, payment } = inTurn(payments, index * 37);
      return getRequest(shop, payment.payment_code);
    });
    return `${servers[0]?.name ?? ""}.\n\nCreates:\n\n${creates}\n\nReads of one payment:\n\n${reads}`;
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** The CPU for one number of processes over all rounds, in µs for each request. */
interface Cost {
  api: number[];
  database: number[];
}

async function measure(
  fixture: Fixture,
  servers: readonly MeasuredServer[],
  { rounds, connections, processes }: Size,
  count: number,
  prepare: () => (index: number) => Buffer,
): Promise<string> {
  const costs = new Map<string, Cost>();
  const standings = await runRounds(
    processes.map((number) => ({
      name: `${number}`,
      async run() {
        const chosen = servers.slice(0, number);
        const requestAt = prepare();
        const requests = Array.from({ length: count }, (_, index) => requestAt(index));
        const before = cpuOf(fixture, chosen);
        const { statuses, seconds } = await runLoad({
          port: chosen.map(({ port }) => port),
          requests,
          connections,
        });
        const answered = (statuses[200] ?? 0) + (statuses[201] ?? 0);
        if (answered !== count) throw new Error(`refused: ${JSON.stringify(statuses)}`);
        const after = cpuOf(fixture, chosen);
        const cost = costs.get(`${number}`) ?? { api: [], database: [] };
        cost.api.push(((after.api - before.api) / count) * 1e6);
        cost.database.push(((after.database - before.database) / count) * 1e6);
        costs.set(`${number}`, cost);
        return count / seconds;
      },
    })),
    rounds,
  );
  const one = standings[0]?.rate ?? Number.NaN;
  return table(
    ["processes", "per second (median)", "of one process", "CPU, API", "CPU, PostgreSQL"],
    standings.map(({ name, rate }) => {
      const { api = [], database = [] } = costs.get(name) ?? {};
      return [
        name,
        whole(rate),
        `${(rate / one).toFixed(2)} ×`,
        rounded(median(api), "µs"),
        rounded(median(database), "µs"),
      ];
    }),
  );
}

function cpuOf(fixture: Fixture, servers: readonly MeasuredServer[]) {
  return {
    api: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    database: treeCpuSeconds(fixture.pid),
  };
}
