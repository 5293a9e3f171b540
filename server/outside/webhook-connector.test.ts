import { createSocket } from "node:dgram";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AttemptFailure } from "./attempt-failure.ts";
import { resolveInDns } from "./dns-addresses.ts";
import { createWebhookConnector, type ResolveName } from "./webhook-connector.ts";

/** A listener on loopback that must not be reached unless a test says so. */
let connections: number;
let port: number;
const listener = createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeEach(async () => {
  connections = 0;
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  port = (listener.address() as AddressInfo).port;
});
afterEach(() => new Promise((resolve) => listener.close(resolve)));

/** Returns the error of one connection to the listener, or undefined if the connection succeeds. */
function failureOf(
  hostname: string,
  options: { allowPrivate?: boolean; resolveName?: ResolveName },
): Promise<Error | undefined> {
  const connect = createWebhookConnector({
    allowPrivate: false,
    connectMilliseconds: 200,
    ...options,
  });
  return new Promise((resolve) => {
    connect(
      { hostname, protocol: "http:", port: String(port) },
      (error: Error | null, socket: Socket | null) => {
        socket?.destroy();
        resolve(error ?? undefined);
      },
    );
  });
}

const notAllowed = new AttemptFailure("destination_not_allowed");

test("a name that resolves to loopback is connected if private targets are allowed", async () => {
  const resolveName = async (): Promise<string[]> => ["127.0.0.1"];
  expect(await failureOf("hooks.example", { allowPrivate: true, resolveName })).toBeUndefined();
  await expect.poll(() => connections).toBe(1);
});

test("a name that resolves to loopback is refused before a connection", async () => {
  const resolveName = async (): Promise<string[]> => ["127.0.0.1"];
  expect(await failureOf("hooks.example", { resolveName })).toEqual(notAllowed);
  expect(connections).toBe(0);
});

test("a literal loopback address, which has no lookup, is refused after the handshake", async () => {
  const resolveName = vi.fn<ResolveName>();
  expect(await failureOf("127.0.0.1", { resolveName })).toEqual(notAllowed);
  expect(resolveName).not.toHaveBeenCalled();
});

// Fault D3. 3ffe::/16 was returned to the registry in 2006, so its addresses are public in form and unused.
test("a name that changes from public to loopback is looked up once per attempt and never reaches loopback", async () => {
  const answers = [["3ffe::1"], ["127.0.0.1"], ["127.0.0.1"]];
  const resolveName = vi.fn<ResolveName>(async () => answers.shift()!);
  const first = await failureOf("hooks.example", { resolveName });
  expect(first).toBeInstanceOf(AttemptFailure);
  expect(first).not.toEqual(notAllowed);
  expect(resolveName).toHaveBeenCalledTimes(1);

  expect(await failureOf("hooks.example", { resolveName })).toEqual(notAllowed);
  expect(resolveName).toHaveBeenCalledTimes(2);
  expect(connections).toBe(0);
});

const typeA = 1;
const typeAaaa = 28;
const noSuchName = 3;

/**
 * A name server (RFC 1035) that knows one name. `records` holds its addresses by record type, or the response code of
 * a refusal.
 */
async function nameServer(records: Record<number, Buffer[]> | number) {
  const server = createSocket("udp4");
  server.on("message", (query, sender) => {
    const endOfQuestion = query.indexOf(0, 12) + 5;
    const question = query.subarray(12, endOfQuestion);
    const type = question.readUInt16BE(question.length - 4);
    const addresses = typeof records === "number" ? [] : (records[type] ?? []);
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (typeof records === "number" ? records : 0), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(addresses.length, 6);
    const answers = addresses.map((address) => {
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length]);
      return Buffer.concat([record, address]);
    });
    server.send(Buffer.concat([head, question, ...answers]), sender.port);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const v4 = [Buffer.from([8, 8, 8, 8]), Buffer.from([10, 0, 0, 1])];
const v6 = [Buffer.from("20014860486000000000000000008888", "hex")];

test.each([
  [
    "of both families",
    { [typeA]: v4, [typeAaaa]: v6 },
    ["8.8.8.8", "10.0.0.1", "2001:4860:4860::8888"],
  ],
  ["of IPv4 alone", { [typeA]: v4 }, ["8.8.8.8", "10.0.0.1"]],
  ["of IPv6 alone", { [typeAaaa]: v6 }, ["2001:4860:4860::8888"]],
])("the lookup returns every address %s", async (_, records, addresses) => {
  const server = await nameServer(records);
  expect(await resolveInDns("hooks.example", [server.address])).toEqual(addresses);
  server.close();
});

test.each([
  ["does not exist", noSuchName, "ENOTFOUND"],
  ["has no address", {}, "ENODATA"],
])("a name that %s is an error", async (_, records, code) => {
  const server = await nameServer(records);
  await expect(resolveInDns("hooks.example", [server.address])).rejects.toMatchObject({ code });
  server.close();
});
