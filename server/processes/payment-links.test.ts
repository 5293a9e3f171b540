import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../contract/limits.ts";
import { listAccounts } from "../domain/accounts/accounts.ts";
import { createPayments } from "../domain/payments/payments.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  approvedDevice,
  paymentInput,
  paymentLink,
  shopWithAccount,
  testGateway,
  testSecret,
} from "../testing/fixtures.ts";
import { trials } from "../testing/run-size.ts";
import { startServerProcess, type ServerProcess } from "../testing/server-process.ts";

/** Runs simultaneous attacks on a payment link of a real server. */

const customers = trials({ some: 60, all: 60, more: 1_000 });
/** The invoices of the same amount that exist before: all customers but one find a free total. */
const earlier = limits.uniqueAmountMax + 1 - customers;
/** The number of times that a customer sends the form. */
const triesMost = 100;

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServerProcess({
    DATABASE_URL: database.url,
    TEPAT_SECRET: testSecret,
    // All customers of this test have one address, so its limits would take effect before those of
    // the totals.
    RATE_LIMIT_CHECKOUT: "1000000",
    LINK_UNPAID_PER_CLIENT: "1000000",
    LINK_UNPAID_PER_LINK: "1000000",
    LINK_UNPAID_PIECES_PER_CLIENT: "1000000",
    LINK_STOCK_PERCENT_PER_CLIENT: "100",
    LINK_TOTALS_PER_AMOUNT: String(limits.uniqueAmountMax),
  });
});
afterAll(async () => {
  await server.kill();
  await database.drop();
});

/** Sends a form like an impatient customer: again while the server is busy or fails, or when the connection breaks. */
async function buy(url: string, fields: Record<string, string>): Promise<[number, string]> {
  let last = "";
  for (let tries = 0; tries < triesMost; tries++) {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams(fields),
    }).catch((cause: unknown) => String(cause));
    if (typeof response === "string") {
      last = response;
      await wait(1_000);
      continue;
    }
    const text = await response.text();
    // The page advises the customer to send the form again. The test reads the reasons in the server's log.
    const isBusy =
      [500, 503].includes(response.status) || text.includes("Terlalu banyak permintaan");
    if (isBusy) {
      last = `${response.status} ${text}`;
      await wait(Number(response.headers.get("retry-after") ?? 1) * 1_000);
      continue;
    }
    return [response.status, response.headers.get("location") ?? text];
  }
  throw new Error(`No answer after ${triesMost} tries. The last: ${last}`);
}

/** The codes of a busy database: it ended a statement after its time limit (SQLSTATE), or took no connection. */
const busyCodes = new Set(["57014", "CONNECT_TIMEOUT", "CONNECTION_CLOSED"]);

/**
 * Returns the logged errors that a busy machine does not explain. A busy database is answered with 503, and a response
 * that has become overdue with 500.
 */
const unexpectedErrors = () =>
  server
    .output()
    .split("\n")
    .filter((line) => /^\{"level":[56]0/u.test(line))
    .map((line) => (JSON.parse(line) as { err?: { message?: string; code?: string } }).err)
    .filter((err) => !err?.message?.startsWith("no answer within "))
    .filter((err) => !busyCodes.has(err?.code ?? ""));

test(
  "customers of one amount get at most 999 invoices at once, and the others read the reason",
  { timeout: 600_000 },
  async () => {
    const gateway = testGateway(database.sql);
    const shop = await shopWithAccount(gateway);
    await approvedDevice(gateway, shop);
    const [account] = await listAccounts(gateway, shop.merchant_id);
    const outcomes = await createPayments(
      gateway,
      Array.from({ length: earlier }, () => ({
        merchant_id: shop.merchant_id,
        input: paymentInput(shop, { payment_amount: 25_000 }),
      })),
    );
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([]);
    const { slug } = await paymentLink(gateway, shop, { amounts: [25_000] });
    const url = `${server.url}/l/${slug}`;

    const opened = await Promise.all(
      Array.from({ length: customers }, async () => {
        const response = await fetch(url);
        await response.text();
        return response.status;
      }),
    );
    // On a machine that is busy with other tests, the server might ask some customers to wait.
    expect([200, 503]).toEqual(expect.arrayContaining([...new Set(opened)]));
    expect(opened).toContain(200);
    const salesOf = () => database.sql`select from sales where merchant_id = ${shop.merchant_id}`;
    expect(await salesOf()).toHaveLength(0);

    const answers = await Promise.all(
      Array.from({ length: customers }, () =>
        buy(url, { form_key: randomUUID(), channel_id: account?.channel_id ?? "", name: "Siti" }),
      ),
    );
    const led = answers.filter(([status]) => status === 303).map(([, location]) => location);
    const refused = answers.filter(([status]) => status !== 303);
    expect(led).toHaveLength(customers - 1);
    expect(new Set(led).size).toBe(led.length);
    expect(refused).toHaveLength(1);
    for (const [status, text] of refused) {
      expect(status).toBe(429);
      expect(text).toContain("Jumlah ini belum bisa dibayar sekarang");
      expect(text).toContain("Silakan kembali setelah");
    }

    const payments = await database.sql<{ payment_total: number }[]>`
    select payment_total from payments where merchant_id = ${shop.merchant_id}`;
    expect(payments).toHaveLength(limits.uniqueAmountMax);
    expect(new Set(payments.map(({ payment_total }) => payment_total)).size).toBe(
      limits.uniqueAmountMax,
    );
    // A refused form leaves nothing behind, not even a code.
    expect(await salesOf()).toHaveLength(customers - 1);
    expect(unexpectedErrors()).toEqual([]);
  },
);
