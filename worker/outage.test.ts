import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "../server/testing/random.ts";
import type { ShadeEntry } from "./src/shade.ts";
import { status } from "./src/status.ts";
import { createFakePhone, jakartaTime, shadeEntry, transfer } from "./testing/fake-phone.ts";
import { createNetwork, type Network } from "./testing/network.ts";
import { openShop, type Shop } from "./testing/shop.ts";
import { startWorker, tepatWorker, type Installation } from "./testing/worker-process.ts";

/** Runs a real server and a real Worker process, with fake Termux programs and a network that fails. */

const notificationCount = 1_000;
const turns = 25;
const firstAmount = 100_001;
const strangersSecret = "kata sandi rahasia";

let home: string;
let shop: Shop;
let network: Network;
let installation: Installation;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "tepat-worker-"));
  shop = await openShop();
  network = await createNetwork(shop.url);
  installation = {
    directory: join(home, "worker"),
    phone: await createFakePhone(join(home, "phone")),
  };
});

afterAll(async () => {
  network?.close();
  await shop?.close();
  await rm(home, { recursive: true, force: true });
});

test("1,000 notifications arrive once despite kill -9 and network cuts", async () => {
  await register();
  const random = randomFrom("outage");
  const counts = { kills: 0, cuts: 0, silences: 0 };
  let worker = startWorker(installation);
  const shade = growingShade(random);
  const accidents = [
    async () => {
      await worker.kill();
      worker = startWorker(installation);
      counts.kills += 1;
    },
    async () => {
      network.cut();
      await wait(random() * 500);
      counts.cuts += 1;
    },
    async () => {
      const before = network.lostAnswers();
      network.loseAnswers();
      await until(() => network.lostAnswers() > before);
      counts.silences += 1;
    },
  ];
  await until(() => worker.output().includes("Watching com.bca"));
  for (let turn = 0; turn < turns; turn++) {
    // On a busy machine, a Worker needs seconds to start. Killing it before that would prove nothing.
    await until(() => worker.output() !== "");
    await shade.grow(notificationCount / turns / 2);
    await wait(random() * 300);
    const choice = turn < accidents.length ? turn : Math.floor(random() * accidents.length);
    await Promise.all([accidents[choice]?.(), shade.grow(notificationCount / turns / 2)]);
    network.mend();
  }
  await until(async () => (await mutationCount()) >= notificationCount);
  await until(isQueueEmpty);
  await worker.kill();

  const mutations = await allMutations();
  console.log(
    `${notificationCount} shown, ${mutations.length} recorded; ${counts.kills} kills, ${counts.cuts} cuts, ${counts.silences} silences (${network.lostAnswers()} answers lost, so that their notifications were sent again)`,
  );
  const amounts = mutations.map(({ amount_parsed }) => amount_parsed).toSorted((a, b) => a - b);
  expect(amounts).toEqual(Array.from({ length: notificationCount }, (_, i) => firstAmount + i));
  const times = mutations.map(({ posted_at }) => posted_at);
  expect(times).toEqual(times.toSorted());
  // The server had recorded the reports before these responses were lost.
  expect(network.lostAnswers()).toBeGreaterThan(0);
});

test("other apps' notifications are not written to the phone's disk", async () => {
  const files = await readdir(installation.directory);
  expect(files).toContain("outbox.db");
  for (const file of files) {
    expect(await readFile(join(installation.directory, file), "latin1")).not.toContain(
      strangersSecret,
    );
  }
});

async function register(): Promise<void> {
  const { code, output } = await tepatWorker(
    installation,
    ["register", "--server", network.url, "--key", "-", "--name", "Counter phone"],
    `${shop.api_key}\n`,
  );
  expect(code, output).toBe(0);
  const file = join(installation.directory, "config.json");
  const config = JSON.parse(await readFile(file, "utf8")) as { device_id: string };
  await writeFile(file, JSON.stringify({ ...config, poll_seconds: 0.05 }));
  await shop.tepat("device approve", "--device", config.device_id);
}

/**
 * Returns a list of notifications that grows by a few at a time, in random order. It contains a message of another app
 * and Android's own summary.
 */
function growingShade(random: () => number) {
  const entries: ShadeEntry[] = [
    shadeEntry({ packageName: "com.whatsapp", title: "Ibu", content: strangersSecret }),
    transfer(99_999, { tag: "ranker_group", group: "ranker_group" }),
  ];
  let nextAmount = firstAmount;
  return {
    async grow(count: number): Promise<void> {
      const end = nextAmount + count;
      while (nextAmount < end) {
        const when = jakartaTime(new Date());
        const few = Math.min(Math.ceil(random() * 16), end - nextAmount);
        for (let added = 0; added < few; added++) {
          const place = Math.floor(random() * (entries.length + 1));
          entries.splice(place, 0, transfer(nextAmount, { when }));
          nextAmount += 1;
        }
        await installation.phone.show(entries);
        await wait(random() * 200);
      }
    },
  };
}

/**
 * Waits for a condition, and gives up after some time. The following assertion then names the
 * missing part.
 */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  while (!(await isSo()) && Date.now() < giveUpAt) await wait(20);
}

const isQueueEmpty = async () => /^Waiting +0$/m.test(await status(installation.directory));

interface Mutation {
  amount_parsed: number;
  posted_at: string;
}

const mutationPage = async (query: string) =>
  (await shop.get(`/gateway/mutations?${query}`)) as {
    data: Mutation[];
    pagination: { total: number };
  };

const mutationCount = async () => (await mutationPage("per_page=1")).pagination.total;

/** Lists the mutations in the order in which they were recorded. */
async function allMutations(): Promise<Mutation[]> {
  const mutations: Mutation[] = [];
  for (let page = 1; ; page++) {
    const { data } = await mutationPage(`per_page=100&page=${page}`);
    mutations.push(...data);
    if (data.length < 100) return mutations.toReversed();
  }
}
