import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { prepareRawInserts } from "../systems/raw-inserts.ts";
import { startTepat, transports } from "../systems/servers.ts";
import type { MeasuredServer } from "../systems/server-program.ts";
import type { Fixture } from "../fixture.ts";
import { runLoad, runPaced } from "../http-load.ts";
import { preparePayments } from "../payments.ts";
import { approvedDevices, transferReport, type Devices } from "../phones.ts";
import { percentile, runRounds, type MeasuredSystem, type Standing } from "../rounds.ts";
import type { Size } from "../size.ts";

/**
 * The delays from a phone's report to the merchant's server. The steps: recorded, matched, PAID, committed,
 * webhook received.
 */

export interface Delays {
  perSecond: number;
  seconds: number;
  reported: number;
  received: number;
  /** From the moment when the report was due to be sent to the webhook's arrival. */
  p50Milliseconds: number;
  p99Milliseconds: number;
  maxMilliseconds: number;
}

export async function measureDelays(fixture: Fixture, size: Size): Promise<Delays> {
  const receivedAt = new Map<string, number>();
  const receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    receivedAt.set(JSON.parse(body).data.payment_code, performance.now());
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;

  const server = await startTepat(fixture, "node");
  try {
    const warmUps = size.paysPerSecond * size.payWarmUpSeconds;
    const count = size.paysPerSecond * size.paySeconds;
    const payments = await preparePayments(fixture, warmUps + count, address);
    const devices = await approvedDevices(fixture);
    const requests = payments.map((prepared) => transferReport(devices, prepared));
    const load = { port: server.port, requests, connections: size.connections };
    const { dueAt, statuses } = await runPaced(load, size.paysPerSecond);
    if (statuses[200] !== requests.length)
      throw new Error(`reports were refused: ${JSON.stringify(statuses)}`);
    const giveUpAt = performance.now() + 30_000;
    while (receivedAt.size < requests.length && performance.now() < giveUpAt) await wait(10);
    const delays = payments.flatMap(({ payment }, index) => {
      const arrived = receivedAt.get(payment.payment_code);
      return arrived === undefined || index < warmUps ? [] : [arrived - (dueAt[index] as number)];
    });
    return {
      perSecond: size.paysPerSecond,
      seconds: size.paySeconds,
      reported: count,
      received: delays.length,
      p50Milliseconds: percentile(delays, 50),
      p99Milliseconds: percentile(delays, 99),
      maxMilliseconds: percentile(delays, 100),
    };
  } finally {
    await server.stop();
    receiver.close();
  }
}

/** Measures how many reported transfers pay their invoice in a second, in comparison with plain inserts of rows. */
export async function measureMatching(fixture: Fixture, size: Size): Promise<Standing[]> {
  const raw = await prepareRawInserts(fixture);
  const servers: MeasuredServer[] = [];
  try {
    for (const transport of transports()) servers.push(await startTepat(fixture, transport));
    const devices = await approvedDevices(fixture);
    const systems: MeasuredSystem[] = servers.map((server) => ({
      name: server.name,
      run: () => matchAll(fixture, server, devices, size),
    }));
    systems.push({ name: raw.name, run: () => raw.insert(size.matches) });
    return await runRounds(systems, size.rounds);
  } finally {
    await Promise.all([...servers.map((server) => server.stop()), raw.close()]);
  }
}

async function matchAll(
  fixture: Fixture,
  { name, port }: MeasuredServer,
  devices: Devices,
  { matches, connections }: Size,
): Promise<number> {
  const payments = await preparePayments(fixture, matches);
  const requests = payments.map((prepared) => transferReport(devices, prepared));
  const { statuses, seconds } = await runLoad({ port, requests, connections });
  const [found] = await fixture.sql<{ paid: number }[]>`
    select count(*) as paid
    from payments
    where payment_id = any(${payments.map(({ payment }) => payment.payment_id)}::uuid[])
      and payment_status = 'PAID'
  `;
  if (found?.paid !== matches) {
    throw new Error(`${name} paid ${found?.paid} of ${matches}: ${JSON.stringify(statuses)}`);
  }
  return matches / seconds;
}
