import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomFrom } from "../server/testing/random.ts";
import type { ShadeEntry } from "./src/shade.ts";
import { createFakePhone, jakartaTime, shadeEntry, transfer } from "./testing/fake-phone.ts";
import { createNetwork, type Network } from "./testing/network.ts";
import { openShop, type Shop } from "./testing/shop.ts";
import { startWorker, tepatWorker, type Installation } from "./testing/worker-process.ts";

/** A real server, a real Worker process, stand-ins for Termux's programs and a network that breaks. */

const notificationCount = 1_000;
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
}, 60_000);

afterAll(async () => {
  network?.close();
  await shop?.close();
  await rm(home, { recursive: true, force: true });
});

test("1,000 notifications through kill -9 and network cuts: none lost, none twice", async () => {
  await register();
  const random = randomFrom("outage");
  const counts = { kills: 0, cuts: 0, lossy: 0 };
  let worker = startWorker(installation);
  const output: string[] = [];
  const shown = showGrowing(random);
  while (shown.count() < notificationCount) {
    await wait(100 + random() * 500);
    const fate = random();
    if (fate < 0.4) {
      await worker.kill();
      output.push(worker.output());
      await wait(random() * 200);
      worker = startWorker(installation);
      counts.kills += 1;
    } else if (fate < 0.7) {
      network.cut();
      await wait(random() * 500);
      network.mend();
      counts.cuts += 1;
    } else {
      network.loseAnswers();
      await wait(random() * 800);
      network.mend();
      counts.lossy += 1;
    }
  }
  await shown.done;
  await untilQueueIsEmpty();
  await worker.kill();

  const mutations = await allMutations();
  const reported = [...output, worker.output()].join("").matchAll(/ Reported (\d+): (.*?)\. /g);
  const duplicates = [...reported]
    .map(([, , tally]) => Number(/(\d+) duplicate/.exec(tally ?? "")?.[1] ?? 0))
    .reduce((sum, count) => sum + count, 0);
  console.log(
    `${notificationCount} shown, ${mutations.length} recorded; ${counts.kills} kills, ${counts.cuts} cuts, ${counts.lossy} times without answers (${network.lostAnswers()} lost), ${duplicates} sent again and known`,
  );
  const amounts = mutations.map(({ amount_parsed }) => amount_parsed).toSorted((a, b) => a - b);
  expect(amounts).toEqual(Array.from({ length: notificationCount }, (_, i) => firstAmount + i));
  const times = mutations.map(({ posted_at }) => posted_at);
  expect(times).toEqual(times.toSorted());
  expect(network.lostAnswers()).toBeGreaterThan(0);
}, 90_000);

test("what other apps show is not written to the phone's disk", async () => {
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
  await shop.tepat("device", "approve", "--device", config.device_id);
}

/** A few more every now and then, in no order, among a stranger's message and Android's own summary. */
function showGrowing(random: () => number): { count(): number; done: Promise<void> } {
  const entries: ShadeEntry[] = [
    shadeEntry({ packageName: "com.whatsapp", title: "Ibu", content: strangersSecret }),
    transfer(99_999, { tag: "ranker_group", group: "ranker_group" }),
  ];
  let count = 0;
  const grow = async () => {
    while (count < notificationCount) {
      await wait(20 + random() * 300);
      const when = jakartaTime(new Date());
      const more = Math.min(Math.ceil(random() * 16), notificationCount - count);
      for (let added = 0; added < more; added++) {
        const place = Math.floor(random() * (entries.length + 1));
        entries.splice(place, 0, transfer(firstAmount + count, { when }));
        count += 1;
      }
      await installation.phone.show(entries);
    }
  };
  return { count: () => count, done: grow() };
}

async function untilQueueIsEmpty(): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  const isDone = async () => {
    const { output } = await tepatWorker(installation, ["status"]);
    return /^Waiting +0$/m.test(output) && (await mutationCount()) >= notificationCount;
  };
  while (Date.now() < giveUpAt && !(await isDone())) await wait(200);
}

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

/** In the order in which they were recorded. */
async function allMutations(): Promise<Mutation[]> {
  const mutations: Mutation[] = [];
  for (let page = 1; ; page++) {
    const { data } = await mutationPage(`per_page=100&page=${page}`);
    mutations.push(...data);
    if (data.length < 100) return mutations.toReversed();
  }
}
