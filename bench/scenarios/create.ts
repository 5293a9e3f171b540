import { randomUUID } from "node:crypto";
import { prepareRawInserts } from "../systems/raw-inserts.ts";
import { startStockStack, startTepat, transports } from "../systems/servers.ts";
import type { MeasuredServer } from "../systems/server-program.ts";
import type { Fixture } from "../fixture.ts";
import { runLoad } from "../http-load.ts";
import { createRequest, inTurn } from "../requests.ts";
import { runRounds, type MeasuredSystem, type Standing } from "../rounds.ts";
import type { Size } from "../size.ts";

/** Measures `POST /gateway/payments` with all its work, over 64 connections, for all merchants in turn. */

type Amounts = "spread" | "same";

export async function measureCreate(
  fixture: Fixture,
  size: Size,
): Promise<Record<Amounts, Standing[]>> {
  const raw = await prepareRawInserts(fixture);
  const servers: MeasuredServer[] = [];
  try {
    for (const transport of transports()) servers.push(await startTepat(fixture, transport));
    servers.push(await startStockStack(fixture));
    const standings = async (amounts: Amounts) => {
      const systems: MeasuredSystem[] = servers.map((server) => ({
        name: server.name,
        run: (round) => create(fixture, server, amounts, round, size),
      }));
      systems.push({ name: raw.name, run: () => raw.insert(size.creates) });
      return runRounds(systems, size.rounds);
    };
    return { spread: await standings("spread"), same: await standings("same") };
  } finally {
    await Promise.all([...servers.map((server) => server.stop()), raw.close()]);
  }
}

/**
 * For one amount, 999 totals are free in each merchant's pool, so each round of each server has its own amount.
 */
let sameAmount = 1_000_000;

async function create(
  { shops }: Fixture,
  { port, name }: MeasuredServer,
  amounts: Amounts,
  round: number,
  size: Size,
): Promise<number> {
  sameAmount += 10_000;
  const run = `${round}-${randomUUID().slice(0, 8)}`;
  const requests = Array.from({ length: size.creates }, (_, index) =>
    createRequest(
      inTurn(shops, index),
      `INV-${run}-${index}`,
      amounts === "same" ? sameAmount : 10_000 + ((index * 7_919) % 5_000_000),
    ),
  );
  const result = await runLoad({ port, requests, connections: size.connections });
  const created = (result.statuses[201] ?? 0) + (result.statuses[200] ?? 0);
  if (created !== requests.length) {
    throw new Error(`${name} refused creates: ${JSON.stringify(result.statuses)}`);
  }
  return created / result.seconds;
}
