import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { cpuSeconds, residentMegabytes, treeCpuSeconds } from "../cpu.ts";
import { smallMachine, startTepat, transports } from "../contestants/servers.ts";
import type { MeasuredServer } from "../contestants/server-program.ts";
import type { Ground } from "../ground.ts";
import { runLoad } from "../http-load.ts";
import { preparePayments } from "../payments.ts";
import { table, whole } from "../report.ts";
import { createRequest, getRequest, inTurn, listRequest } from "../requests.ts";
import type { Size } from "../size.ts";

/**
 * Measures what a process of Tepat needs: memory, time to start, idle connections, and CPU for each kind of request,
 * its own and PostgreSQL's.
 */
export async function measureCost(ground: Ground, size: Size): Promise<string> {
  const rows: string[][] = [];
  const contestants: { name?: string; start(): Promise<MeasuredServer> }[] = [
    ...transports().map((transport) => ({ start: () => startTepat(ground, transport) })),
    { name: smallMachine.name, start: () => startTepat(ground, "node", {}, smallMachine.flags) },
  ];
  for (const { name, start } of contestants) {
    const startedAt = performance.now();
    const server = await start();
    const startMilliseconds = performance.now() - startedAt;
    try {
      const atRest = residentMegabytes(server.pid);
      const cpu = await cpuOfRequests(ground, server, size);
      const underLoad = residentMegabytes(server.pid);
      const withIdle = await withIdleConnections(server, size.idleConnections);
      rows.push([
        name ?? server.name,
        `${whole(startMilliseconds)} ms`,
        ...[atRest, underLoad, withIdle].map((megabytes) => `${whole(megabytes)} MB`),
        ...cpu.map(({ server: own, database }) => `${whole(own)} + ${whole(database)} µs`),
      ]);
    } finally {
      await server.stop();
    }
  }
  const head = ["", "start", "at rest", "after the load", `${whole(size.idleConnections)} idle`];
  return table([...head, "create", "get", "list of 20"], rows);
}

async function cpuOfRequests(
  ground: Ground,
  { port, pid }: MeasuredServer,
  { creates, reads, lists, connections }: Size,
): Promise<{ server: number; database: number }[]> {
  const payments = await preparePayments(ground, 20 * ground.shops.length);
  const kinds: { count: number; requestAt: (index: number) => Buffer }[] = [
    {
      count: creates,
      requestAt: (index) =>
        createRequest(inTurn(ground.shops, index), `COST-${pid}-${run}-${index}`, 10_000 + index),
    },
    {
      count: reads,
      requestAt: (index) => {
        const { shop, payment } = inTurn(payments, index);
        return getRequest(shop, payment.payment_code);
      },
    },
    { count: lists, requestAt: (index) => listRequest(inTurn(ground.shops, index)) },
  ];
  const microseconds: { server: number; database: number }[] = [];
  let run = 0;
  for (const { count, requestAt } of kinds) {
    const requests = () => {
      run += 1;
      return Array.from({ length: count }, (_, index) => requestAt(index));
    };
    await runLoad({ port, requests: requests(), connections }); // warms up
    const [server, database] = [cpuSeconds(pid), treeCpuSeconds(ground.pid)];
    await runLoad({ port, requests: requests(), connections });
    microseconds.push({
      server: ((cpuSeconds(pid) - server) / count) * 1e6,
      database: ((treeCpuSeconds(ground.pid) - database) / count) * 1e6,
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
