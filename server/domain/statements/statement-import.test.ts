import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { asSql, connect } from "../../db/client.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { bankFormats, sourceOf, type BankRow } from "../../testing/bank-files.ts";
import { addQrisAccount, at } from "../../testing/bank-month.ts";
import {
  addAccount,
  approvedDevice,
  shopWithAccount,
  testGateway,
  transferNotification,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { operatorCli } from "../access/audit.ts";
import { reportNotifications } from "../mutations/mutations.ts";
import { setTransferAside, withdrawRefund } from "../mutations/ledgers.ts";
import { importStatement } from "./statement-import.ts";
import { judgeDays } from "./statement-imports.sql.ts";

/** Tests the findings of an import, against statements whose truth is known. */

let database: TestDatabase;
let gateway: TestGateway;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
});
afterAll(() => database.drop());

interface Found {
  description: string;
  meaning: string;
  mutations: string[];
  fee_sen: number | null;
}

const foundRows = (merchant_id: string) => database.sql<Found[]>`
  select booked.description, booked.meaning, booked.fee_sen,
    array(
      select mutation.mutation_id
      from statement_ties tie
      join mutations mutation using (merchant_id, mutation_number)
      where tie.merchant_id = booked.merchant_id
        and tie.row_id = booked.row_id
    ) as mutations
  from statement_rows booked
  where merchant_id = ${merchant_id}
  order by day, file_row
`;

const unsupported = async (merchant_id: string) =>
  new Set(
    (
      await database.sql<{ mutation_id: string }[]>`
        select mutation_id
        from unsupported_mutations
        join mutations using (merchant_id, mutation_number)
        where merchant_id = ${merchant_id}
      `
    ).map(({ mutation_id }) => mutation_id),
  );

const bca = bankFormats[0] as (typeof bankFormats)[number];

async function shopWithPhone() {
  const { channel, account_number } = bca;
  const shop = await shopWithAccount(gateway, { channel, account_number });
  const device = await approvedDevice(gateway, shop);
  const tell = async (day: string, second: number, amount: number, given = {}) => {
    const [outcome] = await reportNotifications(gateway, device, [
      transferNotification(amount, { posted_at: at(day, second), ...given }),
    ]);
    return outcome?.mutation_id ?? "";
  };
  const read = (rows: BankRow[], first_day = "2020-09-01", last_day = "2020-09-30") =>
    importStatement(gateway, operatorCli, {
      merchant_id: shop.merchant_id,
      account_id: shop.account_id,
      source: sourceOf(bca.write({ account_number, rows, first_day, last_day })),
      mapping: null,
    });
  const meanings = async () => (await foundRows(shop.merchant_id)).map(({ meaning }) => meaning);
  return { shop, tell, read, meanings };
}

const row = (day: string, amount: number, description = "TRSF E-BANKING CR"): BankRow => ({
  day,
  time: "10:00:00",
  description,
  sen: amount * 100,
});

test("overlapping files store each row once, and equal rows keep their number", async () => {
  gateway.setClock("2020-10-03T05:00:00Z");
  const { shop, read } = await shopWithPhone();
  const twins = [row("2020-09-10", 50_123), row("2020-09-10", 50_123)];
  const first = await read([...twins, row("2020-09-11", 7000)], "2020-09-01", "2020-09-15");
  expect(first).toMatchObject({ row_count: 3, new_count: 3, missed_count: 3 });
  const second = await read([row("2020-09-11", 7000), row("2020-09-20", 50_123)], "2020-09-11");
  expect(second).toMatchObject({ row_count: 2, new_count: 1 });
  const third = await read(
    [...twins, row("2020-09-10", 50_123), row("2020-09-11", 7000)],
    "2020-09-01",
    "2020-09-15",
  );
  expect(third).toMatchObject({ row_count: 4, new_count: 1 });
  expect(await foundRows(shop.merchant_id)).toHaveLength(5);
});

test("a payout of the amount of a transfer hides its row only until the payout is settled", async () => {
  gateway.setClock("2020-10-03T05:00:00Z");
  const { shop, tell, read } = await shopWithPhone();
  await addQrisAccount(gateway, shop);
  await tell("2020-09-10", 30_000, 20_000, { package_name: "id.dana" });
  const transfer = await tell("2020-09-10", 40_000, 19_860);
  const rows = [
    row("2020-09-10", 19_860),
    row("2020-09-11", 19_860, "KR OTOMATIS MID: 885000 QR : 20000.00 DDR : 140.00"),
  ];
  expect(await read(rows)).toMatchObject({ tied_count: 2, ambiguous_count: 0 });
  const found = await foundRows(shop.merchant_id);
  expect(found.map(({ meaning }) => meaning)).toEqual(["mutation", "settlement"]);
  expect(found[0]?.mutations).toEqual([transfer]);
  expect(await read(rows)).toMatchObject({ new_count: 0, tied_count: 0 });
});

test("one of several simultaneous imports finds new rows, and each row is stored once", async () => {
  const { shop, read } = await shopWithPhone();
  const rows = Array.from({ length: 40 }, (_, index) => row("2020-09-10", 1000 + index));
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => read(rows)));
  const found = results.map((result) =>
    result.status === "fulfilled" ? result.value.new_count : result.reason.reason?.code,
  );
  expect(found.filter((each) => each === 40)).toHaveLength(1);
  // The imports wait for each other. On a slow machine, the last one can wait for too long.
  for (const each of found) expect([40, 0, "statement_busy"]).toContain(each);
  expect(await foundRows(shop.merchant_id)).toHaveLength(40);
  expect(await read(rows)).toMatchObject({ new_count: 0 });
});

test.each([
  ["bri_qlola", ["read", "read", "begin"]],
  ["bca_individual", ["read", "read", "begin", "read within it"]],
])(
  "a file in %s is checked before the transaction, and a spreadsheet not after it",
  async (layout, expected) => {
    const format = bankFormats.find(
      (each) => each.layout === layout,
    ) as (typeof bankFormats)[number];
    const { channel, account_number } = format;
    const shop = await shopWithAccount(gateway, { channel, account_number });
    const events: string[] = [];
    const sql = new Proxy(gateway.sql, {
      get(target, name) {
        if (name === "begin") events.push("begin");
        return Reflect.get(target, name) as unknown;
      },
    });
    const file = {
      account_number,
      rows: [row("2020-09-10", 1000)],
      first_day: "2020-09-01",
      last_day: "2020-09-30",
    };
    const whole = sourceOf(format.write(file));
    const source = {
      ...whole,
      open(tx?: typeof sql) {
        events.push(tx ? "read within it" : "read");
        return whole.open();
      },
    };
    const name = { merchant_id: shop.merchant_id, account_id: shop.account_id };
    await importStatement({ ...gateway, sql }, operatorCli, { ...name, source, mapping: null });
    expect(events).toEqual(expected);
  },
);

test("a file refused at its last row stores nothing", async () => {
  const { shop, read } = await shopWithPhone();
  const rows = [row("2020-09-10", 1000), row("2020-10-10", 2000)];
  await expect(read(rows)).rejects.toMatchObject({ reason: { code: "statement_outside_period" } });
  const [count] = await database.sql`
    select (select count(*) from statement_rows where merchant_id = ${shop.merchant_id}) as row_count,
      (select count(*) from statement_imports where merchant_id = ${shop.merchant_id}) as import_count
  `;
  expect(count).toEqual({ row_count: 0, import_count: 0 });
});

test("a long file after many short ones reads each of its rows a few times", async () => {
  const { channel, account_number } = bca;
  const sql = connect(database.url, { connections: 1 });
  const onOneConnection = { ...testGateway(sql), now: () => gateway.now() };
  const imported = async (count: number) => {
    const shop = await shopWithAccount(gateway, { channel, account_number });
    const rows = Array.from({ length: count }, (_, index) => row("2020-09-10", 1000 + index));
    const days = { first_day: "2020-09-01", last_day: "2020-09-30" };
    const name = { merchant_id: shop.merchant_id, account_id: shop.account_id };
    const source = sourceOf(bca.write({ account_number, rows, ...days }));
    await importStatement(onOneConnection, operatorCli, { ...name, source, mapping: null });
    return { ...name, ...days };
  };
  // PostgreSQL keeps the plans of these imports for its connection.
  for (let round = 0; round < 8; round += 1) await imported(2);
  const long = await imported(2000);
  const [read] = await sql.begin(async (tx) => {
    await judgeDays(tx, { ...long, at: null });
    return tx<{ rows: number }[]>`
      select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
      from pg_stat_xact_user_tables
      where relname = 'statement_rows'
    `;
  });
  await sql.end();
  expect(read?.rows).toBeGreaterThanOrEqual(2000);
  expect(read?.rows).toBeLessThan(100_000);
});

test("a name does not tie a transfer that also fits a row without a name", async () => {
  const { tell, read, meanings } = await shopWithPhone();
  await tell("2020-09-10", 36_000, 18_400, { sender: "SITI AMINAH" });
  // The reported transfer, and another transfer of the same person that the phone missed.
  await read([
    row("2020-09-10", 18_400, "TRSF E-BANKING CR"),
    row("2020-09-11", 18_400, "TRSF E-BANKING CR SITI AMINAH"),
  ]);
  expect(await meanings()).toEqual(["ambiguous", "ambiguous"]);
});

test("a name ties a transfer if the other row has another name", async () => {
  const { tell, read, meanings } = await shopWithPhone();
  await tell("2020-09-10", 36_000, 18_400, { sender: "SITI AMINAH" });
  await tell("2020-09-10", 36_060, 18_400, { sender: "BUDI SANTOSO" });
  await read([
    row("2020-09-10", 18_400, "TRSF E-BANKING CR BUDI SANTOSO"),
    row("2020-09-11", 18_400, "TRSF E-BANKING CR SITI AMINAH"),
  ]);
  expect(await meanings()).toEqual(["mutation", "mutation"]);
});

test("an amount with several matching transfers is tied to none, and an alarm reports one as unsupported", async () => {
  const { shop, tell, read, meanings } = await shopWithPhone();
  const one = await tell("2020-09-10", 36_000, 50_123);
  const other = await tell("2020-09-10", 50_000, 50_123);
  expect(await read([row("2020-09-10", 50_123)])).toMatchObject({
    tied_count: 0,
    ambiguous_count: 1,
    unsupported_count: 2,
  });
  expect(await meanings()).toEqual(["ambiguous"]);
  expect(await unsupported(shop.merchant_id)).toEqual(new Set([one, other]));
});

test("if a customer paid twice and the phone reported once, the first row is tied, without an alarm", async () => {
  const { shop, tell, read } = await shopWithPhone();
  const paid = await tell("2020-09-10", 36_000, 150_347);
  const twins = [row("2020-09-10", 150_347), row("2020-09-10", 150_347)];
  expect(await read(twins)).toMatchObject({
    tied_count: 1,
    missed_count: 1,
    ambiguous_count: 0,
    unsupported_count: 0,
  });
  const tied = await database.sql`
    select file_row, twin_number, meaning, mutation_id
    from statement_rows
    left join statement_ties using (merchant_id, row_id)
    left join mutations using (merchant_id, mutation_number)
    where merchant_id = ${shop.merchant_id}
    order by file_row
  `;
  expect(tied).toMatchObject([
    { twin_number: 1, meaning: "mutation", mutation_id: paid },
    { twin_number: 2, meaning: "missed", mutation_id: null },
  ]);
  expect(await unsupported(shop.merchant_id)).toEqual(new Set());
});

test("equal rows booked a day later are tied in the order of their lines", async () => {
  const { shop, tell, read, meanings } = await shopWithPhone();
  await tell("2020-09-10", 36_000, 150_347);
  await tell("2020-09-10", 40_000, 150_347);
  const twin = row("2020-09-11", 150_347);
  await read([twin, twin, twin]);
  expect(await meanings()).toEqual(["mutation", "mutation", "missed"]);
  expect(await unsupported(shop.merchant_id)).toEqual(new Set());
});

test("pairs that become certain in the last step are tied by the same import, and the next one finds none", async () => {
  gateway.setClock("2020-10-03T05:00:00Z");
  const { tell, read, meanings } = await shopWithPhone();
  for (const day of ["2020-09-10", "2020-09-11"]) {
    for (const sender of ["BUDI", "SITI"]) await tell(day, 36_000, 50_123, { sender });
  }
  const rows = [
    row("2020-09-10", 50_123, "SETORAN BUDI SITI"),
    row("2020-09-10", 50_123, "SETORAN BUDI SITI"),
    row("2020-09-11", 50_123, "TRSF BUDI"),
    row("2020-09-11", 50_123, "TRSF SITI"),
  ];
  // The second day's names are certain only after the first day's equal rows are matched.
  expect(await read(rows)).toMatchObject({ tied_count: 4, ambiguous_count: 0 });
  expect(await meanings()).toEqual(Array.from({ length: 4 }, () => "mutation"));
  expect(await read(rows)).toMatchObject({ new_count: 0, tied_count: 0 });
});

test("different rows stay ambiguous, without an alarm while there are enough of them", async () => {
  const { shop, tell, read, meanings } = await shopWithPhone();
  await tell("2020-09-10", 36_000, 50_123);
  await read([row("2020-09-10", 50_123, "TRSF ANI"), row("2020-09-10", 50_123, "TRSF BUDI")]);
  expect(await meanings()).toEqual(["ambiguous", "ambiguous"]);
  expect(await unsupported(shop.merchant_id)).toEqual(new Set());
});

test("three reports with two matching rows raise an alarm for these three only", async () => {
  const { shop, tell, read } = await shopWithPhone();
  const reports = [36_000, 40_000, 50_000].map((second) => tell("2020-09-10", second, 50_123));
  const three = await Promise.all(reports);
  // A row of another day that fits only its own report does not replace the missing row.
  await tell("2020-09-14", 36_000, 50_123);
  await read([
    row("2020-09-10", 50_123, "TRSF ANI"),
    row("2020-09-11", 50_123, "TRSF BUDI"),
    row("2020-09-14", 50_123, "TRSF CICI"),
  ]);
  expect(await unsupported(shop.merchant_id)).toEqual(new Set(three));
  const several = await database.sql`
    select distinct is_one_of_several from unsupported_mutations where merchant_id = ${shop.merchant_id}
  `;
  expect(several).toEqual([{ is_one_of_several: true }]);
});

test("an impossible spare row does not hide two reports of one row", async () => {
  const { shop, tell, read } = await shopWithPhone();
  const two = [await tell("2020-09-10", 36_000, 50_123), await tell("2020-09-10", 40_000, 50_123)];
  await tell("2020-09-13", 36_000, 50_123);
  await read([
    row("2020-09-10", 50_123, "TRSF ANI"),
    row("2020-09-15", 50_123, "TRSF BUDI"),
    row("2020-09-16", 50_123, "TRSF CICI"),
  ]);
  expect(await unsupported(shop.merchant_id)).toEqual(new Set(two));
});

test("an alarm ends after a later file with enough rows, and states if there are too few", async () => {
  const { shop, tell, read } = await shopWithPhone();
  const both = [await tell("2020-09-10", 36_000, 50_123), await tell("2020-09-10", 40_000, 50_123)];
  const other = row("2020-09-11", 1000);
  await read([other]);
  const alarms = () => database.sql`
    select mutation_id, is_one_of_several
    from unsupported_mutations join mutations using (merchant_id, mutation_number)
    where merchant_id = ${shop.merchant_id} order by mutation_number
  `;
  const [ani, budi] = [
    row("2020-09-10", 50_123, "TRSF ANI"),
    row("2020-09-10", 50_123, "TRSF BUDI"),
  ];
  expect(await alarms()).toEqual(
    both.map((mutation_id) => ({ mutation_id, is_one_of_several: false })),
  );
  await read([ani, other]);
  expect(await alarms()).toEqual(
    both.map((mutation_id) => ({ mutation_id, is_one_of_several: true })),
  );
  await read([ani, budi, other]);
  expect(await alarms()).toEqual([]);
});

test("a row in a later file ends the alarm", async () => {
  const { shop, tell, read, meanings } = await shopWithPhone();
  await tell("2020-09-10", 36_000, 50_123);
  expect(await read([row("2020-09-11", 1000)])).toMatchObject({ unsupported_count: 1 });
  expect(await read([row("2020-09-10", 50_123), row("2020-09-11", 1000)])).toMatchObject({
    tied_count: 1,
    unsupported_count: 0,
  });
  expect(await unsupported(shop.merchant_id)).toEqual(new Set());
  expect(await meanings()).toEqual(["mutation", "missed"]);
});

test("an unsupported transfer gets an audit entry, up to a limit for each import", async () => {
  const { shop, tell, read } = await shopWithPhone();
  for (let index = 0; index < limits.statementAlarmsNamed + 5; index += 1) {
    await tell("2020-09-10", 36_000 + index, 20_000 + index);
  }
  const { unsupported_count } = await read([row("2020-09-11", 1000)]);
  expect(unsupported_count).toBe(limits.statementAlarmsNamed + 5);
  const entries = await database.sql`
    select details from audit_entries
    where merchant_id = ${shop.merchant_id} and action = 'transfer.unsupported'
  `;
  expect(entries).toHaveLength(limits.statementAlarmsNamed);
  expect(entries[0]?.["details"]).toMatchObject({ others: 5 });
});

test("a transfer of the last day is checked after its day and before nine in the evening", async () => {
  const { shop, tell, read } = await shopWithPhone();
  const early = await tell("2020-09-30", 20 * 3600, 50_123);
  await tell("2020-09-30", 22 * 3600, 50_124);
  gateway.setClock("2020-09-30T15:30:00Z");
  expect(await read([row("2020-09-11", 1000)])).toMatchObject({ unsupported_count: 0 });
  gateway.setClock("2020-10-03T05:00:00Z");
  await read([row("2020-09-11", 1000)]);
  expect(await unsupported(shop.merchant_id)).toEqual(new Set([early]));
});

test("a refund withdrawn during the import of its debit is either proved or gone", async () => {
  const { shop, tell, read } = await shopWithPhone();
  for (let round = 0; round < 6; round++) {
    const amount = 80_100 + round;
    const day = `2020-09-${10 + round}`;
    const refund_id = randomUUID();
    gateway.setClock(new Date(`${day}T06:00:00Z`));
    await setTransferAside(gateway, {
      merchant_id: shop.merchant_id,
      mutation_id: await tell(day, 3600, amount),
      refund: {
        refund_id,
        amount,
        refunded_at: new Date(`${day}T05:00:00Z`),
        recipient: "SITI AMINAH",
        reason: "Paid twice",
        made_by: null,
        form_key: randomUUID(),
      },
    });
    gateway.setClock("2020-10-03T05:00:00Z");
    const withdraw = () =>
      database.sql.begin((tx) =>
        withdrawRefund(
          { ...gateway, sql: asSql(tx) },
          { merchant_id: shop.merchant_id, refund_id },
        ),
      );
    const [, withdrawn] = await Promise.allSettled([
      read([row(day, -amount, "TRSF E-BANKING DB SITI")]),
      wait(round * 8).then(withdraw),
    ]);
    const left = await database.sql`
      select proved_at is not null as is_proved from refunds where refund_id = ${refund_id}
    `;
    if (withdrawn?.status === "fulfilled") {
      expect(left).toEqual([]);
    } else {
      expect(withdrawn?.reason).toMatchObject({ reason: { code: "refund_proved" } });
      expect(left).toEqual([{ is_proved: true }]);
    }
    await expect(withdraw()).rejects.toThrow(/refund/iu);
  }
});

test("a debit proves the only refund of its amount, and none of several", async () => {
  const { shop, tell, read, meanings } = await shopWithPhone();
  const record = async (amount: number, day: string) => {
    gateway.setClock(new Date(`${day}T06:00:00Z`));
    await setTransferAside(gateway, {
      merchant_id: shop.merchant_id,
      mutation_id: await tell(day, 3600, amount),
      refund: {
        refund_id: randomUUID(),
        amount,
        refunded_at: new Date(`${day}T05:00:00Z`),
        recipient: "SITI AMINAH",
        reason: "Paid twice",
        made_by: null,
        form_key: randomUUID(),
      },
    });
  };
  for (const [amount, day] of [
    [50_123, "2020-09-10"],
    [60_123, "2020-09-10"],
    [60_123, "2020-09-11"],
    [70_123, "2020-09-02"],
  ] as const)
    await record(amount, day);
  const debits = [
    row("2020-09-11", -50_123, "TRSF E-BANKING DB SITI"),
    row("2020-09-11", -60_123, "TRSF E-BANKING DB BUDI"),
    row("2020-09-12", -70_123, "TRSF E-BANKING DB AGUS"),
  ];
  gateway.setClock("2020-10-03T05:00:00Z");
  for (let time = 0; time < 2; time++) {
    await read(debits);
    const proved = await database.sql`
      select amount from refunds where merchant_id = ${shop.merchant_id} and proved_at is not null`;
    expect(proved).toEqual([{ amount: 50_123 }]);
  }
  expect(await meanings()).toEqual(["refund", "outgoing", "outgoing"]);
});

test("money to and from the merchant's other account is an own transfer", async () => {
  const { shop, read, meanings } = await shopWithPhone();
  await addAccount(gateway, shop, { channel: "BRI", account_number: "0345-01-000123-45-6" });
  await read([
    row("2020-09-10", 500_000, "TRSF KE 034501000123456"),
    row("2020-09-10", -300_000, "TRSF 0345 01 000123 45 6"),
    row("2020-09-11", -1000, "TARIKAN TUNAI"),
  ]);
  expect(await meanings()).toEqual(["own_transfer", "own_transfer", "outgoing"]);
});
