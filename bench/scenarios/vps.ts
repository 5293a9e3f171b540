import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Payment } from "../../server/contract/payments.ts";
import { startEmbedded } from "../../server/db/embedded.ts";
import { migrate } from "../../server/db/migrate.ts";
import type { Shop } from "../../server/testing/fixtures.ts";
import { call } from "../../server/testing/gateway-client.ts";
import { randomSeed, seededRandom } from "../../server/testing/random.ts";
import { cpuSeconds, treeCpuSeconds } from "../cpu.ts";
import { fixtureOn, postmasterPid } from "../fixture.ts";
import { makeMemoryGroup, type MemoryGroup } from "../memory-group.ts";
import { approvedDevices, transferOf, type Devices } from "../phones.ts";
import { rounded, table, whole } from "../report.ts";
import { customer, deadline, inTurn } from "../requests.ts";
import { percentile } from "../rounds.ts";
import type { Size } from "../size.ts";
import { startSmallTepat } from "../systems/servers.ts";
import { fill } from "./growth.ts";

/**
 * Simulates the busiest part of a day on a small machine, second by second. The server and its PostgreSQL share
 * the machine's memory. Shops, customers, phones and the receiver of webhooks are outside.
 */

const machineMebibytes = 512;
/** The memory that Linux and the services of an empty Debian use. */
const systemMebibytes = 96;
const mebibyte = 2 ** 20;

/** The share of the day's invoices in each hour, of 100 invoices. */
const sharesOfHours = [1, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6, 5, 5, 5, 5, 6, 9, 9, 7, 5, 3];
const secondsOfHour = 3600;
const secondsOfMinute = 60;
/**
 * The number of times that an invoice's shop requests it within the seconds in which it is paid. The shop also
 * requests its list once.
 */
const looks = 3;
const paidShare = 0.85;
/** A call or a webhook that takes longer has failed. */
const patienceMilliseconds = 30_000;

export async function measureVps(size: Size): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const seed = randomSeed("the day's invoices");
  const random = seededRandom(seed);
  const dataDirectory = path.resolve(import.meta.dirname, "../../.cache/bench-vps");
  await rm(dataDirectory, { recursive: true, force: true });
  stack.defer(() => rm(dataDirectory, { recursive: true, force: true }));
  const { shops, devices } = await makeBooks(dataDirectory, size);

  const arrivals = new Map<string, () => void>();
  const receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    arrivals.get(JSON.parse(body).data.payment_code)?.();
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  stack.defer(() => void receiver.close());
  const webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`;

  const bytes = (machineMebibytes - systemMebibytes) * mebibyte;
  const group = makeMemoryGroup(bytes);
  stack.defer(() => group?.remove());
  const tepat = await startSmallTepat(dataDirectory, group);
  stack.defer(() => tepat.stop());
  const postgres = await postmasterPid(dataDirectory);

  const minutes = Array.from({ length: Math.ceil(size.vpsSeconds / secondsOfMinute) }, newMinute);
  const shop = {
    url: `http://127.0.0.1:${tepat.port}`,
    devices,
    webhook,
    arrivals,
    random,
    payWithinSeconds: size.vpsPayWithinSeconds,
  };
  const over = new AbortController();
  const startedAt = performance.now();
  const watching = watchMemory(group, minutes, startedAt, over.signal);
  const cpu = () => cpuSeconds(tepat.pid) + treeCpuSeconds(postgres);
  const before = cpu();
  const played = busiestSeconds(size, random).map(async (second, index) => {
    await wait(Math.max(0, startedAt + second * 1000 - performance.now()));
    const minute = minuteAt(minutes, startedAt);
    minute.invoices += 1;
    await playInvoice(shop, inTurn(shops, index), `DAY-${seed}-${index}`, minute);
  });
  await Promise.all(played);
  const used = (cpu() - before) / ((performance.now() - startedAt) / 1000);
  over.abort();
  await watching;
  const killed = group?.killed() ?? 0;
  if (killed > 0) throw new Error(`the system killed ${killed} processes for want of memory`);
  const bound = group
    ? `Server and PostgreSQL share ${machineMebibytes - systemMebibytes} MiB, ${machineMebibytes} less ${systemMebibytes} for the system.`
    : "The memory had no bound, because this process may not make a cgroup.";
  return `The busiest ${whole(size.vpsSeconds)} s of a day with ${whole(size.vpsInvoices)} invoices (seed ${seed}), after a day with as many. ${bound} They used ${whole(used * 100)} % of one core.

${minutesTable(minutes)}`;
}

/** Creates a cluster with shops, phones and the books of the day before, outside the group. */
async function makeBooks(
  dataDirectory: string,
  size: Size,
): Promise<{ shops: readonly Shop[]; devices: Devices }> {
  const database = await startEmbedded({ dataDirectory });
  try {
    await migrate(database.url);
    const pid = await postmasterPid(dataDirectory);
    const fixture = await fixtureOn(database.url, pid, size.merchants);
    try {
      const devices = await approvedDevices(fixture);
      await fill(fixture, size.vpsInvoices);
      return { shops: fixture.shops, devices };
    } finally {
      await fixture.close();
    }
  } finally {
    await database.stop();
  }
}

/** Draws the moment of each of a day's invoices. Returns those of the busiest part, in seconds from its start. */
function busiestSeconds(size: Size, random: () => number): number[] {
  const hours = sharesOfHours.flatMap((share, hour) => Array.from({ length: share }, () => hour));
  const moments = Array.from(
    { length: size.vpsInvoices },
    () => ((hours[Math.floor(random() * hours.length)] ?? 0) + random()) * secondsOfHour,
  ).toSorted((a, b) => a - b);
  let [first, most] = [0, 0];
  for (let from = 0, to = 0; from < moments.length; from += 1) {
    const end = (moments[from] as number) + size.vpsSeconds;
    while (to < moments.length && (moments[to] as number) < end) to += 1;
    if (to - from > most) [first, most] = [from, to - from];
  }
  return moments.slice(first, first + most).map((moment) => moment - (moments[first] as number));
}

interface Minute {
  invoices: number;
  /**
   * The milliseconds of each response, and from each phone's report to the webhook's arrival, by the
   * minute of the create.
   */
  answers: number[];
  webhooks: number[];
  heldMegabytes: number;
}

const newMinute = (): Minute => ({ invoices: 0, answers: [], webhooks: [], heldMegabytes: 0 });

function minuteAt(minutes: readonly Minute[], startedAt: number): Minute {
  const passed = Math.floor((performance.now() - startedAt) / (secondsOfMinute * 1000));
  return minutes[Math.min(passed, minutes.length - 1)] as Minute;
}

async function watchMemory(
  group: MemoryGroup | null,
  minutes: readonly Minute[],
  startedAt: number,
  until: AbortSignal,
): Promise<void> {
  if (!group) return;
  while (!until.aborted) {
    const minute = minuteAt(minutes, startedAt);
    minute.heldMegabytes = Math.max(minute.heldMegabytes, group.heldMegabytes());
    await wait(1000, undefined, { signal: until }).catch(() => {});
  }
}

interface Outside {
  url: string;
  devices: Devices;
  webhook: string;
  arrivals: Map<string, () => void>;
  random(): number;
  payWithinSeconds: number;
}

/**
 * Simulates an invoice with its customer: created, opened, requested, and usually paid and
 * announced.
 */
async function playInvoice(
  { url, devices, webhook, arrivals, random, payWithinSeconds }: Outside,
  { api_key, merchant_id, account_id }: Shop,
  payment_code: string,
  minute: Minute,
): Promise<void> {
  const soon = () => wait(random() * payWithinSeconds * 1000);
  const timed = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    const askedAt = performance.now();
    const answer = await ask();
    minute.answers.push(performance.now() - askedAt);
    return answer;
  };
  const request = (of: Partial<Parameters<typeof call>[0]> & { url: string }) =>
    timed(async () => {
      const answer = await call({ headers: { "x-api-key": api_key }, ...of });
      if (answer.status >= 300) throw new Error(`${of.url}: ${answer.status}`);
      return answer;
    });
  const { body } = await request({
    url: `${url}/gateway/payments`,
    body: {
      account_id,
      payment_code,
      payment_amount: 10_000 + 1_000 * Math.floor(random() * 500),
      payment_expired_at: deadline,
      payment_webhook_url: webhook,
      ...customer,
    },
  });
  const payment = body.data as Payment;
  const page = async () => {
    const answer = await fetch(url + new URL(payment.payment_checkout_url).pathname);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  };
  const look = async (path: string) => {
    await soon();
    await request({ url: `${url}/gateway/payments${path}`, method: "GET" });
  };
  const pay = async () => {
    if (random() >= paidShare) return;
    await soon();
    const arrived = new Promise<void>((resolve) => arrivals.set(payment_code, resolve));
    const reportedAt = performance.now();
    await request({
      url: `${url}/worker/mutations`,
      headers: { "x-device-token": devices.get(merchant_id) ?? "" },
      body: { notifications: [transferOf(payment)] },
    });
    await Promise.race([arrived, lost(payment_code)]);
    arrivals.delete(payment_code);
    minute.webhooks.push(performance.now() - reportedAt);
  };
  await Promise.all([
    timed(page),
    pay(),
    look("?per_page=20"),
    ...Array.from({ length: looks }, () => look(`/${payment_code}`)),
  ]);
}

async function lost(payment_code: string): Promise<never> {
  await wait(patienceMilliseconds, undefined, { ref: false });
  throw new Error(`no webhook about ${payment_code} after ${patienceMilliseconds / 1000} s`);
}

/**
 * Formats the sum of all minutes and the worst minute: the one with the longest response at the
 * 99th percentile.
 */
function minutesTable(minutes: readonly Minute[]): string {
  const slow = ({ answers }: Minute) => percentile(answers, 99);
  const [worst] = minutes.toSorted((a, b) => slow(b) - slow(a));
  const all: Minute = {
    invoices: minutes.reduce((sum, { invoices }) => sum + invoices, 0),
    answers: minutes.flatMap(({ answers }) => answers),
    webhooks: minutes.flatMap(({ webhooks }) => webhooks),
    heldMegabytes: Math.max(...minutes.map(({ heldMegabytes }) => heldMegabytes)),
  };
  const row = (name: string, { invoices, answers, webhooks, heldMegabytes }: Minute) => [
    name,
    whole(invoices),
    whole(answers.length),
    ...[50, 99, 100].map((at) => rounded(percentile(answers, at), "ms")),
    rounded(percentile(webhooks, 99), "ms"),
    heldMegabytes === 0 ? "" : `${whole(heldMegabytes)} MB`,
  ];
  return table(
    ["", "invoices", "answers", "p50", "p99", "longest", "webhook, p99", "memory"],
    [row("all", all), row("worst minute", worst ?? newMinute())],
  );
}
