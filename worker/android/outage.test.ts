import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomFrom } from "../../server/testing/random.ts";
import { trials } from "../../server/testing/run-size.ts";
import { createNetwork, type Network } from "../testing/network.ts";
import { openShop, type Shop } from "../testing/shop.ts";
import { findToolchain } from "./scripts/build.ts";
import { prepareTests, usualAndroid, type TestMachine } from "./test/run-tests.ts";

/**
 * Runs a real gateway, and the app's own classes in a separate process with a persistent disk. All kinds of failures
 * happen between the two. The test keeps the notifications that are shown, as Android does while the
 * app is not running.
 */

const { toolchain, missing } = findToolchain();
if (missing) console.log(`Skipped: ${missing}`);

const notificationCount = 1_000;
const turns = 20;
/**
 * The turns in which the process dies: alternately, it is killed or the phone restarts. Each time, a new JVM with
 * Android's framework starts, which takes seconds.
 */
const deaths = new Set(trials({ some: [5, 13], all: [5, 13], more: [3, 7, 11, 15] }));
const firstAmount = 100_001;

interface Notification {
  package_name: string;
  title: string;
  text: string;
  when: number;
}

describe.skipIf(!toolchain)("the Android app in an outage", () => {
  let home: string;
  let machine: TestMachine;
  let shop: Shop;
  let network: Network;
  let proxy: FailingProxy;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "tepat-outage-"));
    machine = await prepareTests(toolchain!, [usualAndroid]);
    shop = await openShop();
    proxy = await createFailingProxy(shop.url);
    network = await createNetwork(proxy.url);
  }, 600_000);

  afterAll(async () => {
    network?.close();
    proxy?.close();
    await shop?.close();
    for (const folder of [home, machine?.folder])
      await rm(folder, { recursive: true, force: true });
  });

  test("1,000 notifications arrive once and in order despite kill -9, restarts of the phone, network cuts and 5xx", async () => {
    const random = randomFrom("android outage");
    const counts = { kills: 0, reboots: 0, cuts: 0, silences: 0, failures: 0 };
    const shade: Notification[] = [
      { package_name: "com.whatsapp", title: "Ibu", text: "kata sandi rahasia", when: Date.now() },
    ];
    let phone = await begin(startPhone(machine), home);
    // Start each next process early. On a busy machine it takes seconds, and it uses the disk only when it begins.
    const later = [startPhone(machine)];
    await pair(phone, shop, network);
    await phone.tell({ do: "connect", shade });
    await until(async () => (await phone.tell({ do: "state" })).includes("com.bca"));

    let nextAmount = firstAmount;
    const firstTime = Date.now() - 60 * 60_000;
    const grow = async (count: number, isAlive: boolean) => {
      for (const end = nextAmount + count; nextAmount < end; nextAmount++) {
        const notification = transfer(nextAmount, firstTime + (nextAmount - firstAmount) * 1_000);
        shade.push(notification);
        // After the process died, a notification is only in the shade, where the next process finds it.
        if (isAlive) await phone.tell({ do: "show", notification }).catch(() => {});
      }
    };
    const share = notificationCount / turns;
    for (let turn = 0; turn < turns; turn++) {
      if (deaths.has(turn)) {
        const growing = grow(share / 2, true);
        await wait(random() * 100);
        await phone.kill();
        await growing;
        await grow(share / 2, false);
        phone = await begin(later.shift() as PhoneProcess, home);
        if (turn < Math.max(...deaths)) later.push(startPhone(machine));
        const isReboot = counts.kills > counts.reboots;
        if (isReboot) await phone.tell({ do: "boot" });
        await phone.tell({ do: "connect", shade });
        counts[isReboot ? "reboots" : "kills"] += 1;
        continue;
      }
      const accident = turn % 3;
      if (accident === 0) {
        network.cut();
        counts.cuts += 1;
      } else if (accident === 1) {
        network.loseAnswers();
        counts.silences += 1;
      } else {
        proxy.fail();
        counts.failures += 1;
      }
      await grow(share, true);
      await wait(random() * 700);
      network.mend();
      proxy.mend();
    }
    await until(async () => (await mutations(shop)).length >= notificationCount);
    await until(async () => (await phone.tell({ do: "state" })).includes("queue 0"));
    await phone.kill();

    const recorded = await mutations(shop);
    const tellings = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
    console.log(
      `${notificationCount} shown, ${recorded.length} recorded; ${tellings.join(", ")} (${network.lostAnswers()} responses lost, ${proxy.failed()} 5xx responses)`,
    );
    const amounts = recorded.map(({ amount_parsed }) => amount_parsed);
    expect(amounts).toEqual(Array.from({ length: notificationCount }, (_, i) => firstAmount + i));
    expect(counts.kills + counts.reboots).toBe(deaths.size);
    expect(network.lostAnswers()).toBeGreaterThan(0);
    expect(proxy.failed()).toBeGreaterThan(0);
  }, 900_000);
});

/** A notification with the words of BCA mobile for an incoming transfer. */
const transfer = (amount: number, when: number): Notification => ({
  package_name: "com.bca",
  title: "Catatan Finansial",
  text: `Pemasukan sebesar IDR ${amount.toLocaleString("en-US")}.00 dari SITI RAHAYU di kategori Transfer Rekening.`,
  when,
});

async function pair(phone: PhoneProcess, shop: Shop, network: Network): Promise<void> {
  const dashboard = await shop.dashboard();
  const offer = (await dashboard.post("/pairing", {})).data as { pairing_token: string };
  const link = `tepat://pair?server=${encodeURIComponent(network.url)}&code=${offer.pairing_token}`;
  expect(await phone.tell({ do: "pair", link })).toBe("paired OK");
  const [, device = ""] = (await phone.next()).split(" ");
  await shop.tepat("device approve", "--device", device);
}

async function begin(phone: PhoneProcess, disk: string): Promise<PhoneProcess> {
  expect(await phone.next()).toBe("ready");
  expect(await phone.tell({ do: "begin", disk })).toBe("begun");
  return phone;
}

interface PhoneProcess {
  /** Sends a command. Returns the app's output after the command. */
  tell(command: object): Promise<string>;
  next(): Promise<string>;
  kill(): Promise<void>;
}

function startPhone(machine: TestMachine): PhoneProcess {
  const child = machine.start("id.tepat.worker.OutagePhone", []);
  const problems: Buffer[] = [];
  child.stderr!.on("data", (chunk: Buffer) => problems.push(chunk));
  child.stdin!.on("error", () => {});
  const closed = once(child, "close");
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async () => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done)
        throw new Error(`The app's process has ended. ${Buffer.concat(problems).toString()}`);
      if (value.startsWith("> ")) return value.slice(2);
    }
  };
  return {
    next,
    tell(command) {
      child.stdin!.write(`${JSON.stringify(command)}\n`);
      return next();
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

interface FailingProxy {
  url: string;
  fail(): void;
  mend(): void;
  failed(): number;
  close(): void;
}

/**
 * Starts a proxy in front of the gateway that responds with its own 502, 503 and 500, as proxies
 * do.
 */
async function createFailingProxy(target: string): Promise<FailingProxy> {
  let isFailing = false;
  let failed = 0;
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (isFailing) {
        response.writeHead([502, 503, 500][failed % 3]!).end("<h1>Bad Gateway</h1>");
        failed += 1;
        return;
      }
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => /^x-|^content-type$/.test(name)),
      ) as Record<string, string>;
      const body = request.method === "GET" ? null : Buffer.concat(chunks);
      fetch(target + request.url, { method: request.method ?? "GET", headers, body })
        .then(async (answer) => {
          response.writeHead(answer.status, { "content-type": "application/json" });
          response.end(await answer.text());
        })
        .catch(() => response.destroy());
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: () => (isFailing = true),
    mend: () => (isFailing = false),
    failed: () => failed,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Waits for a condition, and gives up after two minutes. The test's assertion then names the missing
 * part.
 */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
  while (!(await isSo()) && Date.now() < giveUpAt) await wait(200);
}

/** Returns the mutations in the order in which they were recorded. */
async function mutations(shop: Shop): Promise<{ amount_parsed: number }[]> {
  const found: { amount_parsed: number }[] = [];
  for (let page = 1; ; page++) {
    const { data } = (await shop.get(`/gateway/mutations?per_page=100&page=${page}`)) as {
      data: { amount_parsed: number }[];
    };
    found.push(...data);
    if (data.length < 100) return found.toReversed();
  }
}
