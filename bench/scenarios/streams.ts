import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { limits } from "../../server/contract/limits.ts";
import { startTepat, transports } from "../systems/servers.ts";
import { cpuSeconds, residentMegabytes } from "../cpu.ts";
import type { Fixture } from "../fixture.ts";
import { runLoad } from "../http-load.ts";
import { preparePayments } from "../payments.ts";
import { approvedDevices, transferReport } from "../phones.ts";
import { rounded, table, whole } from "../report.ts";
import { inTurn } from "../requests.ts";
import type { Size } from "../size.ts";

const watchedPayments = 100;
const quietSeconds = 5;

/**
 * Measures event streams of the checkout page on one process: their cost, and the time until all streams of a payment
 * are notified.
 */
export async function measureStreams(fixture: Fixture, size: Size): Promise<string> {
  const devices = await approvedDevices(fixture);
  const rows: string[][] = [];
  for (const transport of transports()) {
    const payments = await preparePayments(fixture, Math.min(watchedPayments, size.streams));
    const server = await startTepat(fixture, transport);
    const sockets: Socket[] = [];
    try {
      const before = residentMegabytes(server.pid);
      while (sockets.length < size.streams) {
        const { payment } = inTurn(payments, sockets.length);
        sockets.push(await openStream(server.port, payment.payment_id, sockets.length));
      }
      const open = residentMegabytes(server.pid);
      const busyBefore = cpuSeconds(server.pid);
      await new Promise((resolve) => setTimeout(resolve, quietSeconds * 1000));
      const busy = (cpuSeconds(server.pid) - busyBefore) / quietSeconds;

      const watchers = sockets.filter((_, index) => index % payments.length === 0);
      const startedAt = performance.now();
      const told = Promise.all(watchers.map((socket) => nextText(socket, '"PAID"')));
      const report = transferReport(devices, inTurn(payments, 0));
      await runLoad({ port: server.port, requests: [report], connections: 1 });
      await told;
      rows.push([
        server.name,
        `${whole(before)} to ${whole(open)} MB`,
        `${(((open - before) * 1000) / size.streams).toFixed(1)} kB`,
        `${(busy * 100).toFixed(1)} %`,
        `${watchers.length} in ${rounded(performance.now() - startedAt, "ms")}`,
      ]);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.stop();
    }
  }
  const streams = `${whole(size.streams)} streams`;
  return table([streams, "memory", "each", "CPU while quiet", "notified of a payment"], rows);
}

/**
 * Opens a stream. When one address of this machine has as many streams as allowed, the next address is
 * used.
 */
async function openStream(port: number, payment_id: string, index: number): Promise<Socket> {
  const localAddress = `127.0.1.${1 + Math.floor(index / limits.streamsPerAddress)}`;
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  await once(socket, "connect");
  const heard = nextText(socket, "event: status");
  socket.write(`GET /checkout/${payment_id}/events HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await heard;
  return socket;
}

function nextText(socket: Socket, expected: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const hear = (bytes: Buffer) => {
      text += bytes.toString("latin1");
      if (!text.includes(expected)) return;
      socket.off("data", hear).off("close", refuse);
      resolve();
    };
    const refuse = () => reject(new Error(`the stream ended after: ${text}`));
    socket.on("data", hear).on("close", refuse);
  });
}
