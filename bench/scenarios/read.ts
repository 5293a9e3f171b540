import { startBareServer, startStockStack, startTepat, transports } from "../systems/servers.ts";
import type { MeasuredServer } from "../systems/server-program.ts";
import type { Fixture } from "../fixture.ts";
import { runLoad } from "../http-load.ts";
import { preparePayments } from "../payments.ts";
import { getRequest, inTurn, listRequest } from "../requests.ts";
import { runRounds, type Standing } from "../rounds.ts";
import type { Size } from "../size.ts";

/** Measures `GET` of one payment and of a page of 20, over 64 connections, for all merchants in turn. */
export async function measureRead(
  fixture: Fixture,
  size: Size,
): Promise<Record<"get" | "list", Standing[]>> {
  const payments = await preparePayments(fixture, 100 * fixture.shops.length);
  const servers: MeasuredServer[] = [];
  try {
    for (const transport of transports()) servers.push(await startTepat(fixture, transport));
    servers.push(await startStockStack(fixture));
    const measure = async (count: number, requestAt: (index: number) => Buffer) => {
      const bare = await startBareServer(
        await answerBytes(servers[0] as MeasuredServer, requestAt(0)),
      );
      try {
        return await runRounds(
          [...servers, bare].map((server) => ({
            name: server.name,
            run: () => read(server, requestAt, count, size.connections),
          })),
          size.rounds,
        );
      } finally {
        await bare.stop();
      }
    };
    return {
      get: await measure(size.reads, (index) => {
        const { shop, payment } = inTurn(payments, index * 37);
        return getRequest(shop, payment.payment_code);
      }),
      list: await measure(size.lists, (index) => listRequest(inTurn(fixture.shops, index))),
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function read(
  { name, port }: MeasuredServer,
  requestAt: (index: number) => Buffer,
  count: number,
  connections: number,
): Promise<number> {
  const requests = Array.from({ length: count }, (_, index) => requestAt(index));
  const { statuses, seconds } = await runLoad({ port, requests, connections });
  if (statuses[200] !== count) throw new Error(`${name} refused: ${JSON.stringify(statuses)}`);
  return count / seconds;
}

/** Returns the length of the response's body. The bare server sends the same length. */
async function answerBytes({ port }: MeasuredServer, request: Buffer): Promise<number> {
  const [head = ""] = request.toString().split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers = fields.map((field) => field.split(": ") as [string, string]);
  const answer = await fetch(`http://127.0.0.1:${port}${line.split(" ")[1]}`, {
    headers: headers.filter(([name]) => name !== "host"),
  });
  return (await answer.arrayBuffer()).byteLength;
}
