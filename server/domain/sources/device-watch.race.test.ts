import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ListedDevice } from "../../contract/devices.ts";
import { limits } from "../../contract/limits.ts";
import { connect, type Sql } from "../../db/client.ts";
import {
  createTestDatabase,
  statementMilliseconds,
  type TestDatabase,
} from "../../testing/database.ts";
import {
  approvedPhone,
  shopWithAccount,
  testGateway,
  transferNotification,
  type Shop,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { randomFrom } from "../../testing/random.ts";
import { findSilentDevices, recordHeartbeat, recordReport } from "./device-watch.ts";
import { findDevicesByTokens, listDevices, type CallingDevice } from "./devices.ts";
import { changeMerchant } from "../merchants/merchants.ts";
import { selectDeliveries } from "../webhooks/webhooks.sql.ts";

/** Races with real concurrency between two clients, as between two server processes for one device. */

let database: TestDatabase;
let otherSql: Sql;
let gateways: [TestGateway, TestGateway];
let shop: Shop;
let token: string;

beforeAll(async () => {
  database = await createTestDatabase();
  otherSql = connect(database.url, { statementMilliseconds });
  gateways = [testGateway(database.sql), testGateway(otherSql)];
});
afterAll(async () => {
  await otherSql.end();
  await database.drop();
});
beforeEach(async () => {
  const [gateway] = gateways;
  shop = await shopWithAccount(gateway);
  await changeMerchant(gateway, shop.merchant_id, {
    webhook_url: "https://shop.example/hook",
    sends_device_events: true,
  });
  ({ device_token: token } = await approvedPhone(gateway, shop));
});

const calling = async (gateway: TestGateway) =>
  (await findDevicesByTokens(gateway.sql, [token]))[0] as CallingDevice;

async function shown(): Promise<ListedDevice> {
  const { items } = await listDevices(gateways[0], { ...shop, page: 1, per_page: 1 });
  return items[0] as ListedDevice;
}

async function beat(gateway: TestGateway): Promise<void> {
  await recordHeartbeat(gateway, await calling(gateway), {
    battery: null,
    queue_length: null,
    app_version: null,
    last_notification_at: null,
    listener_error: null,
  });
}

async function report(gateway: TestGateway, sequences: readonly number[]): Promise<void> {
  const notifications = sequences.map((sequence) => ({ ...transferNotification(1), sequence }));
  await recordReport(gateway, await calling(gateway), notifications, []);
}

/** Returns the events in the order of the decisions. Each event is the opposite of the one before. */
async function eventTypes(): Promise<string[]> {
  const deliveries = await selectDeliveries(database.sql, { ...shop, limit: 1000 });
  return deliveries.map(({ event_type }) => event_type).toReversed();
}

test("parallel reports of one device leave exactly the undelivered numbers missing", async () => {
  const random = randomFrom("parallel reports");
  // The number of ranges never exceeds the limit.
  const highest = 2 * limits.missingSequenceRanges;
  const came = new Set([1, highest]);
  for (let sequence = 2; sequence < highest; sequence += 1) if (random() < 0.7) came.add(sequence);
  await report(gateways[0], [1]);

  const again = [...came].filter(() => random() < 0.2);
  const shuffled = [...came, ...again]
    .map((sequence) => ({ sequence, order: random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ sequence }) => sequence);
  const batches: number[][] = [];
  while (shuffled.length > 0) batches.push(shuffled.splice(0, 1 + Math.floor(random() * 20)));
  await Promise.all(
    batches.map((batch, index) => report(gateways[index % 2] as TestGateway, batch)),
  );

  const { missing_sequences, last_sequence } = await shown();
  const missing = missing_sequences.flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
  const expected = Array.from({ length: highest }, (_, index) => index + 1).filter(
    (sequence) => !came.has(sequence),
  );
  expect(last_sequence).toBe(highest);
  expect(missing).toEqual(expected);
});

test("many parallel jobs find a silent device offline once, and many heartbeats bring it back once", async () => {
  await beat(gateways[0]);
  for (let round = 0; round < 10; round += 1) {
    for (const gateway of gateways)
      gateway.setClock(new Date(Date.now() + (2 * round + 1) * 300_000));
    const found = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        findSilentDevices(gateways[index % 2] as TestGateway),
      ),
    );
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(1);
    for (const gateway of gateways)
      gateway.setClock(new Date(Date.now() + (2 * round + 2) * 300_000));
    await Promise.all([...gateways, ...gateways, ...gateways].map(beat));
    await Promise.all([beat(gateways[0]), report(gateways[1], [round])]);
  }
  for (const gateway of gateways) gateway.setClock(null);
  const types = await eventTypes();
  expect(types).toEqual(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? "device.offline" : "device.online",
    ),
  );
});

test("parallel heartbeats and jobs end with an online device, with events in pairs", async () => {
  const random = randomFrom("heartbeats against the job");
  const [first, second] = gateways;
  const base = Date.now();
  first.setClock(new Date(base));
  await beat(first);
  for (let round = 1; round <= 40; round += 1) {
    // The device was silent for too long, and the first of the two to run decides.
    for (const gateway of gateways) gateway.setClock(new Date(base + round * 300_000));
    const work = [
      () => beat(first),
      () => beat(second),
      () => findSilentDevices(first),
      () => findSilentDevices(second),
    ];
    const shuffled = work
      .map((run) => ({ run, order: random() }))
      .toSorted((one, other) => one.order - other.order);
    await Promise.all(shuffled.map(({ run }) => run()));
    expect((await shown()).offline_since).toBeNull();
  }
  for (const gateway of gateways) gateway.setClock(null);
  const types = await eventTypes();
  const count = (type: string) => types.filter((each) => each === type).length;
  expect(count("device.online")).toBe(count("device.offline"));
});
