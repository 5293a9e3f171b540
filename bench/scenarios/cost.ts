import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { cpuSeconds, residentMegabytes, treeCpuSeconds } from "../cpu.ts";
import { nameOf, smallMachine, startTepat, transports } from "../systems/servers.ts";
import type { MeasuredServer } from "../systems/server-program.ts";
import type { Fixture } from "../fixture.ts";
import { runLoad } from "../http-load.ts";
import { preparePayments } from "../payments.ts";
import { table, whole } from "../report.ts";
import { createRequest, getRequest, inTurn, listRequest } from "../requests.ts";
import { median } from "../rounds.ts";
import type { Size } from "../size.ts";

/** A process from its start to its end. */
interface Cost {
  startMilliseconds: number;
  /** The resident megabytes at rest, after the load, and with idle connections. */
  memory: number[];
  /** The CPU of each kind of request. */
  cpu: { server: number; database: number }[];
}

/**
 * Measures the needs of a Tepat process: memory, start time, idle connections, and the CPU of each kind of request
 * in Tepat and PostgreSQL. The systems take turns in each round, with a new process each time.
 */
export async function measureCost(fixture: Fixture, size: Size): Promise<string> {
  const systems = [
    ...transports().map((transport) => ({
      name: nameOf(transport),
      start: () => startTepat(fixture, transport),
    })),
    { name: smallMachine.name, start: () => startTepat(fixture, "node", {}, smallMachine.flags) },
  ].map((system) => ({ ...system, costs: [] as Cost[] }));
  for (let round = 1; round <= size.rounds; round += 1) {
    for (const { name, start, costs } of systems) {
      costs.push(await costOf(fixture, size, start));
      console.error(`  round ${round}/${size.rounds}  ${name}`);
    }
  }
  const head = ["", "start", "at rest", "after the load", `${whole(size.idleConnections)} idle`];
  const rows = systems.map(({ name, costs }) => medianRow(name, costs));
  return table([...head, "create", "get", "list of 20"], rows);
}

function medianRow(name: string, costs: readonly Cost[]): string[] {
  const middle = (of: (cost: Cost) => number) => whole(median(costs.map(of)));
  const [first] = costs;
  return [
    name,
    `${middle(({ startMilliseconds }) => startMilliseconds)} ms`,
    ...(first?.memory ?? []).map((_, at) => `${middle(({ memory }) => memory[at] ?? NaN)} MB`),
    ...(first?.cpu ?? []).map((_, at) => {
      const own = middle(({ cpu }) => cpu[at]?.server ?? NaN);
      return `${own} + ${middle(({ cpu }) => cpu[at]?.database ?? NaN)} µs`;
    }),
  ];
}

async function costOf(
  fixture: Fixture,
  size: Size,
  start: () => Promise<MeasuredServer>,
): Promise<Cost> {
  const startedAt = performance.now();
  const server = await start();
  const startMilliseconds = performance.now() - startedAt;
  try {
    await wait(size.restSeconds * 1000);
    const atRest = residentMegabytes(server.pid);
    const cpu = await cpuOfRequests(fixture, server, size);
    const underLoad = residentMegabytes(server.pid);
    const withIdle = await withIdleConnections(server, size.idleConnections);
    return { startMilliseconds, memory: [atRest, underLoad, withIdle], cpu };
  } finally {
    await server.stop();
  }
}

async function cpuOfRequests(
  fixture: Fixture,
  { port, pid }: MeasuredServer,
  { creates, reads, lists, connections }: Size,
): Promise<{ server: number; database: number }[]> {
  const payments = await preparePayments(fixture, 20 * fixture.shops.length);
  const kinds: { count: number; requestAt: (index: number) => Buffer }[] = [
    {
      count: creates,
      requestAt: (index) =>
        createRequest(inTurn(fixture.shops, index), `COST-${pid}-${run}-${index}`, 10_000 + index),
    },
    {
      count: reads,
      requestAt: (index) => {
        const { shop, payment } = inTurn(payments, index);
        return getRequest(shop, payment.payment_code);
      },
    },
    { count: lists, requestAt: (index) => listRequest(inTurn(fixture.shops, index)) },
  ];
  const microseconds: { server: number; database: number }[] = [];
  let run = 0;
  for (const { count, requestAt } of kinds) {
    const requests = () => {
      run += 1;
      return Array.from({ length: count }, (_, index) => requestAt(index));
    };
    await runLoad({ port, requests: requests(), connections }); // warms up
    const [server, database] = [cpuSeconds(pid), treeCpuSeconds(fixture.pid)];
    await runLoad({ port, requests: requests(), connections });
    microseconds.push({
      server: ((cpuSeconds(pid) - server) / count) * 1e6,
      database: ((treeCpuSeconds(fixture.pid) - database) / count) * 1e6,
    });
  }
  return microseconds;
}

async function withIdleConnections({ port, pid }: MeasuredServer, count: number): Promise<number> {
  const sockets: Socket[] = [];
  try {
    while (sockets.length < count) {
      const socket = connect(port, "127.0.0.1");
      sockets.push(socket);
      await once(socket, "connect");
    }
    return residentMegabytes(pid);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
