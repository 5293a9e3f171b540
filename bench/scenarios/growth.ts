import { randomUUID } from "node:crypto";
import openapi from "../../openapi/openapi.json" with { type: "json" };
import internal from "../../openapi/internal.json" with { type: "json" };
import type { Payment } from "../../server/contract/payments.ts";
import { rematchMutations } from "../../server/domain/mutations/matching.ts";
import { expirePayments } from "../../server/domain/payments/payments.ts";
import { createSecretBox } from "../../server/domain/security/secrets.ts";
import { visitor } from "../../server/testing/dashboard.ts";
import { paymentLink, testGateway, type Shop } from "../../server/testing/fixtures.ts";
import { fillBooks } from "../books.ts";
import { startTepat } from "../systems/servers.ts";
import { cpuSeconds } from "../cpu.ts";
import { prepareFixture, secret, type Fixture } from "../fixture.ts";
import { preparePayments } from "../payments.ts";
import { approvedDevices, transferOf, type Devices } from "../phones.ts";
import { table, whole } from "../report.ts";
import { customer, deadline, inTurn } from "../requests.ts";
import { median } from "../rounds.ts";
import type { Size } from "../size.ts";

/**
 * The largest accepted cost of a call with the most payments, as a multiple of its cost with the
 * fewest.
 */
const bound = 1.25;
/**
 * The interval between two payments of a merchant. A request for some days therefore covers the same number of
 * payments at each size.
 */
const secondsPerPayment = 60;
/** The number of shops with payments. Each has the same number, and further shops have none. */
export const shopsFilled = 10;
/**
 * The time for which an unpaid invoice is PENDING. It ends afterwards, so a merchant has the same number of
 * pending invoices at each size.
 */
const pendingDays = 60;

/** The CPU of one call in µs. */
interface Cost {
  server: number;
  postgres: number;
}

/** Measures the same calls, one at a time, with few payments and with many. The sizes take turns within each round. */
export async function measureGrowth(fixture: Fixture, size: Size): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const books: Books[] = [];
  for (const [index, count] of size.growth.entries()) {
    console.error(`  ${whole(count)} payments`);
    const own =
      index === 0
        ? fixture
        : stack.adopt(await prepareFixture(size, `growth-${index}`), (other) => other.close());
    books.push(await openBooks(own, count, stack));
  }
  const unmeasured = new Set<string>();
  const costs = await measureCalls(books, size, unmeasured);
  const rows = [...costs].map(([name, values]) => {
    const [before, after] = [values[0], values.at(-1)].map(
      (cost) => (cost?.server ?? 0) + (cost?.postgres ?? 0),
    ) as [number, number];
    const growth = after / before;
    const cells = values.map(({ server, postgres }) => `${whole(server)} + ${whole(postgres)} µs`);
    const shown = `${growth.toFixed(2)} ×`;
    return { growth, cells: [name, ...cells, `**${shown}**`] };
  });
  const storage = await Promise.all(books.map(bytesPerPayment));
  const tooMuch = rows.filter(({ growth }) => growth > bound);
  return `${table(
    ["CPU of server + PostgreSQL", ...size.growth.map(whole), "growth"],
    [
      ...tooMuch.map(({ cells }) => cells),
      ["bytes for a payment and all about it", ...storage.map(whole), ""],
    ],
  )}

${tooMuch.length} of ${rows.length} calls grow by more than ${bound} ×. \
Not measured, because the server did not respond with 200 at one of the sizes: ${[...unmeasured].toSorted().join(", ")}.`;
}

/** The measured size: its database and a server. */
interface Books {
  fixture: Fixture;
  pid: number;
  origin: string;
  asked: readonly Asked[];
  devices: Devices;
}

async function openBooks(of: Fixture, count: number, stack: AsyncDisposableStack): Promise<Books> {
  const fixture = { ...of, shops: of.shops.slice(0, shopsFilled) };
  const devices = await approvedDevices(fixture);
  await fill(fixture, count);
  const { sql, shops } = fixture;
  const gateway = { ...testGateway(sql), secrets: createSecretBox(secret) };
  const asked: Asked[] = [];
  for (const shop of shops) {
    const { token } = await visitor(gateway, shop);
    const headers = {
      cookie: `tepat_session=${token}`,
      "sec-fetch-site": "same-origin",
      "x-api-key": shop.api_key,
      "x-device-token": devices.get(shop.merchant_id) ?? "",
    };
    asked.push({ shop, headers, known: await knownOf(fixture, shop) });
  }
  const server = stack.adopt(await startTepat(fixture, "node", { ROLE: "api" }), (each) =>
    each.stop(),
  );
  return { fixture, pid: server.pid, origin: `http://127.0.0.1:${server.port}`, asked, devices };
}

/** Every read operation of the API and of the dashboard: its name and its path. */
const reads = [openapi, internal].flatMap(({ paths }) =>
  Object.entries(paths as Record<string, { get?: { operationId: string } }>).flatMap(
    ([path, { get }]) => (get === undefined ? [] : [{ name: get.operationId, path }]),
  ),
);

/**
 * Returns further variants of an operation with query parameters. Each variant finds the same number of
 * rows at each size.
 */
function variantsOf(name: string, { newest, unmatched }: Known): Record<string, string> {
  const day = `created_from=${encodeURIComponent(new Date(Date.now() - 43_200_000).toISOString())}`;
  const lastPage = `page=${Math.ceil(newest / 20)}&per_page=20`;
  const variants: Record<string, Record<string, string>> = {
    listPayments: {
      "first page": "per_page=20",
      "last page": lastPage,
      "of one state": "payment_status=EXPIRED",
    },
    listMutations: { "first page": "per_page=20", "last page": lastPage },
    listMutationReasons: {
      "first page": "per_page=20",
      "of one reason": "match_reason=no_such_total",
      "last page of one reason": `match_reason=no_such_total&page=${Math.ceil(unmatched / 20)}`,
    },
    searchPayments: {
      "first page": "",
      "oldest first": "oldest_first=true",
      "of one state": "payment_status=EXPIRED",
      "a code": `search=GROWN-${newest}`,
      "a name": "search=budi",
      "an unknown name": "search=zulkarnaen",
      "an amount": "search=150500",
      "of half a day": day,
      "ended in this century": "ended_from=2001-01-01T00%3A00%3A00Z",
      unpaid: "is_unpaid=true",
    },
    searchMutations: {
      "first page": "per_page=20",
      unmatched: "state=unmatched",
      "unmatched, oldest first": "state=unmatched&oldest_first=true",
      "a name": "search=budi",
      "an unknown name": "search=zulkarnaen",
      "an amount": "search=150500",
    },
    getPaymentTotals: {
      all: "",
      "of one state": "payment_status=EXPIRED",
      "of half a day": day,
      "an unknown name": "search=zulkarnaen",
      unpaid: "is_unpaid=true",
    },
    getMutationTotals: { all: "", unmatched: "state=unmatched" },
    exportPayments: { "of half a day": day },
    getOverview: { "30 days": "days=30" },
    exportOverview: { "30 days": "days=30" },
    listTransfers: { open: "state=open", closed: "state=closed" },
    listDeliveries: {
      "first page": "",
      failed: "delivery_status=FAILED",
      "oldest first": "oldest_first=true",
    },
  };
  return variants[name] ?? { "": "" };
}

/** Ids of one merchant for the paths, by the names of their parameters. */
interface Known {
  ids: Readonly<Record<string, string | null>>;
  /** The number of the newest payment, and the number of transfers that paid nothing. */
  newest: number;
  unmatched: number;
}

interface Asked {
  shop: Shop;
  known: Known;
  headers: Record<string, string>;
}

/** A call of one size. `index` differs for each call. */
type Call = (index: number) => Promise<unknown>;

async function measureCalls(
  books: readonly Books[],
  size: Size,
  unmeasured: Set<string>,
): Promise<Map<string, Cost[]>> {
  const costs = new Map<string, Cost[]>();
  const measure = async (name: string, callOf: (own: Books) => Call | Promise<Call>) => {
    const calls = await Promise.all(books.map(async (own) => callOf(own)));
    costs.set(name, await costsOf(books, size.growthCalls, calls));
  };
  for (const { name, path } of reads) {
    const variants = Object.keys(variantsOf(name, knownTo(books[0])));
    for (const variant of variants) {
      const callOf = (own: Books) => {
        const query = variantsOf(name, knownTo(own))[variant] ?? "";
        return (index: number) => {
          const { known, headers } = inTurn(own.asked, index);
          const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
            encodeURIComponent(known.ids[parameter] ?? "-"),
          );
          return ask(own, query === "" ? filled : `${filled}?${query}`, { headers });
        };
      };
      const statuses = await Promise.all(books.map((own) => callOf(own)(0)));
      if (statuses.some((status) => status !== 200)) {
        unmeasured.add(name);
      } else await measure(variant === "" ? name : `${name}, ${variant}`, callOf);
    }
  }
  const calls = warmUp(size.growthCalls) + size.growthCalls + measuredRounds;
  await measure("createPayment", (own) => (index) => {
    const shop = inTurn(own.fixture.shops, index);
    return send(own, "POST", "/gateway/payments", keyOf(shop), {
      account_id: shop.account_id,
      payment_code: randomUUID(),
      payment_amount: 10_000 + index,
      payment_expired_at: deadline,
      ...customer,
    });
  });
  const report = (own: Books, shop: Shop, payment: Payment) => {
    const headers = { "x-device-token": own.devices.get(shop.merchant_id) ?? "" };
    const body = { notifications: [transferOf(payment)] };
    return send(own, "POST", "/worker/mutations", headers, body);
  };
  await measure("reportMutations, a transfer that pays", async (own) => {
    const paid = await preparePayments(own.fixture, calls);
    return (index) => {
      const { shop, payment } = inTurn(paid, index);
      return report(own, shop, payment);
    };
  });
  await measure("reportMutations, a transfer of no payment", async (own) => {
    const [like] = await preparePayments(own.fixture, 1);
    return (index) => {
      const other = { ...(like?.payment as Payment), payment_total: 7_000_000_000 + index };
      return report(own, inTurn(own.fixture.shops, index), other);
    };
  });
  await measure("cancelPayment", async (own) => {
    const cancelled = await preparePayments(own.fixture, calls);
    return (index) => {
      const { shop, payment } = inTurn(cancelled, index);
      return send(own, "DELETE", `/gateway/payments/${payment.payment_code}`, keyOf(shop));
    };
  });
  await measure("createInvoice", (own) => (index) => {
    const { headers, shop } = inTurn(own.asked, index);
    return send(own, "POST", "/dashboard/api/invoices", headers, {
      form_key: randomUUID(),
      account_id: shop.account_id,
      payment_amount: 3_000_000_000 + index,
      customer_name: "Siti",
      deadline_seconds: 3600,
    });
  });
  await measure("expiry sweep, nothing due", ({ fixture }) => {
    const gateway = testGateway(fixture.sql);
    return () => expirePayments(gateway, 500);
  });
  await measure("rematch sweep, nothing to match", ({ fixture }) => {
    const gateway = testGateway(fixture.sql);
    return () => rematchMutations(gateway);
  });
  return costs;
}

const knownTo = (books: Books | undefined): Known => inTurn(books?.asked ?? [], 0).known;
const keyOf = ({ api_key }: Shop) => ({ "x-api-key": api_key });

async function ask({ origin }: Books, path: string, init: RequestInit): Promise<number> {
  const answer = await fetch(origin + path, init);
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) console.error(`  ${path}: ${answer.status} ${bytes.toString("utf8", 0, 200)}`);
  return answer.status;
}

async function send(own: Books, method: string, path: string, headers: object, body?: object) {
  const status = await ask(own, path, {
    method,
    headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
}

const warmUp = (calls: number): number => Math.ceil(calls / 4);
const measuredRounds = 5;

/**
 * Returns the median over the rounds of a call's CPU for each size, in the server and in PostgreSQL's
 * connections.
 */
async function costsOf(
  books: readonly Books[],
  count: number,
  calls: readonly Call[],
): Promise<Cost[]> {
  const perRound = Math.ceil(count / measuredRounds);
  const measured = books.map((own, place) => ({
    own,
    call: calls[place] as Call,
    made: 0,
    rounds: [] as Cost[],
  }));
  for (const each of measured) {
    while (each.made < warmUp(count)) await each.call(each.made++);
  }
  for (let round = 0; round < measuredRounds; round += 1) {
    for (const each of measured) {
      const used = await meterOf(each.own);
      for (const until = each.made + perRound; each.made < until;) await each.call(each.made++);
      const { server, postgres } = used();
      each.rounds.push({ server: server / perRound, postgres: postgres / perRound });
    }
  }
  return measured.map(({ rounds }) => ({
    server: median(rounds.map(({ server }) => server)),
    postgres: median(rounds.map(({ postgres }) => postgres)),
  }));
}

/** Returns a function that returns the CPU used since now, in µs. */
async function meterOf({ fixture, pid }: Books): Promise<() => Cost> {
  const backends = await fixture.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()
  `;
  const read = () => ({
    server: cpuSeconds(pid) * 1e6,
    postgres: backends.reduce((sum, backend) => sum + cpuIfThere(backend.pid), 0) * 1e6,
  });
  const before = read();
  return () => {
    const after = read();
    return { server: after.server - before.server, postgres: after.postgres - before.postgres };
  };
}

function cpuIfThere(pid: number): number {
  try {
    return cpuSeconds(pid);
  } catch {
    return 0; // the connection was closed
  }
}

/** Fills the books with this number of payments. The newest payment is created now. */
export async function fill(fixture: Fixture, count: number): Promise<void> {
  const { sql, shops } = fixture;
  const ends_at = new Date();
  const seconds = (count / shops.length) * secondsPerPayment;
  const begins_at = new Date(ends_at.getTime() - seconds * 1000);
  const pending_from = new Date(ends_at.getTime() - pendingDays * 86_400_000);
  await fillBooks(fixture, { count, begins_at, ends_at, pending_from });
  await sql`
    insert into payment_days (merchant_id, day, account_id, paid_count, paid_total, expired_count)
    select
      merchant_id, (payment_updated_at at time zone 'Asia/Jakarta')::date, account_id,
      count(*) filter (where payment_status = 'PAID'),
      coalesce(sum(payment_total) filter (where payment_status = 'PAID'), 0),
      count(*) filter (where payment_status = 'EXPIRED')
    from payments
    where released_at is not null
    group by 1, 2, 3
  `;
  // Every tenth payment belongs to a manual invoice or to a sale at the counter.
  await sql`
    insert into sales (
      merchant_id, sale_number, sale_id, source, payment_code, form_key, payment_amount, customer_name, deadline_seconds,
      account_id, payment_number, created_at
    )
    select
      merchant_id, payment_number / 10, gen_random_uuid(), case when payment_number % 20 = 0 then 'invoice' else 'counter' end,
      payment_code, gen_random_uuid(), payment_amount, customer_name, 3600, account_id, payment_number, created_at
    from payments
    where payment_number % 10 = 0
  `;
  const gateway = testGateway(sql);
  for (const shop of shops) await paymentLink(gateway, shop);
  await sql`vacuum analyze`;
}

export async function knownOf({ sql }: Fixture, { merchant_id, account_id }: Shop): Promise<Known> {
  const [row] = await sql<[Record<string, string | null>]>`
    select
      (
        select payment_code from payments
        where merchant_id = ${merchant_id} and payment_status = 'PENDING'
        order by payment_number desc limit 1
      ) as payment_code,
      (
        select payment_id::text from payments
        where merchant_id = ${merchant_id} order by payment_number desc limit 1
      ) as payment_id,
      (
        select mutation_id::text from mutations
        where merchant_id = ${merchant_id} and matched_payment_number is null and decision is null
        order by mutation_number desc limit 1
      ) as mutation_id,
      (select delivery_id from webhook_deliveries where merchant_id = ${merchant_id} limit 1) as delivery_id,
      (select delivery_id from webhook_deliveries where merchant_id = ${merchant_id} limit 1) as event_id,
      (select link_id::text from payment_links where merchant_id = ${merchant_id} limit 1) as link_id,
      (select sale_id::text from sales where merchant_id = ${merchant_id} order by sale_number desc limit 1) as sale_id,
      (select channel_id::text from accounts where merchant_id = ${merchant_id} and account_id = ${account_id}) as channel_id,
      (select payment_count from payment_counters where merchant_id = ${merchant_id})::text as newest,
      (
        select count(*) from mutations where merchant_id = ${merchant_id} and matched_payment_number is null
      )::text as unmatched
  `;
  const { newest, unmatched, ...ids } = row;
  const month = new Date().toISOString().slice(0, 7);
  return {
    ids: { ...ids, merchant_id, account_id, month },
    newest: Number(newest),
    unmatched: Number(unmatched),
  };
}

async function bytesPerPayment({ fixture: { sql } }: Books): Promise<number> {
  const [row] = await sql<[{ bytes: number }]>`
    select
      sum(pg_total_relation_size(name::regclass))::float8 / (select count(*) from payments) as bytes
    from unnest(array['payments', 'mutations', 'webhook_deliveries', 'webhook_attempts']) name
  `;
  return row.bytes;
}
