import { expect, onTestFinished, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { DnsAway } from "../domain/mail/key-lookup.ts";
import { startDnsServer } from "../testing/dns-server.ts";
import { createKeyLookup } from "./dns-keys.ts";

async function dnsWith(records: Parameters<typeof startDnsServer>[0]) {
  const server = await startDnsServer(records);
  onTestFinished(server.close);
  return server;
}

const name = "s1._domainkey.ocbc.id";

test("a key is looked up once, and again after its lifetime", async () => {
  const server = await dnsWith({ [name]: [`v=DKIM1; p=${"A".repeat(300)}`] });
  let now = 0;
  const lookUpKey = createKeyLookup({ servers: [server.address], nowMilliseconds: () => now });
  for (let turn = 0; turn < 3; turn += 1) {
    expect(await lookUpKey(name)).toEqual([`v=DKIM1; p=${"A".repeat(300)}`]);
  }
  expect(server.questions()).toBe(1);
  now = limits.mailKeyTrustMinutes * 60_000;
  await lookUpKey(name);
  expect(server.questions()).toBe(2);
});

test("a name without a key is no failure, and is looked up each time", async () => {
  const server = await dnsWith({});
  const lookUpKey = createKeyLookup({ servers: [server.address] });
  expect(await lookUpKey(name)).toEqual([]);
  expect(await lookUpKey(name)).toEqual([]);
  expect(server.questions()).toBe(2);
});

test("a response with many records is cut after one above the limit", async () => {
  const many = Array.from({ length: limits.mailKeyRecords + 5 }, (_, index) => `x${index}`);
  const server = await dnsWith({ [name]: many });
  const lookUpKey = createKeyLookup({ servers: [server.address] });
  expect(await lookUpKey(name)).toHaveLength(limits.mailKeyRecords + 1);
});

test("a missing response is a failed lookup, not a missing key", async () => {
  const closed = await startDnsServer({});
  await closed.close();
  const lookUpKey = createKeyLookup({ servers: [closed.address] });
  await expect(lookUpKey(name)).rejects.toThrow(DnsAway);
});

test("a silent server is a failed lookup too", async () => {
  const server = await dnsWith("silent");
  const lookUpKey = createKeyLookup({ servers: [server.address], milliseconds: 300 });
  await expect(lookUpKey(name)).rejects.toThrow(DnsAway);
});

test("an impossible name has no key", async () => {
  const server = await dnsWith({});
  const lookUpKey = createKeyLookup({ servers: [server.address] });
  expect(await lookUpKey(`${"x".repeat(300)}.${name}`)).toEqual([]);
  expect(await lookUpKey(`${"x.".repeat(150)}${name}`)).toEqual([]);
});
