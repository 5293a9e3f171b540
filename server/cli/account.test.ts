import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAccounts } from "../domain/accounts/accounts.ts";
import { revokeDevice } from "../domain/sources/devices.ts";
import {
  cliWith,
  gatewayOfCli,
  jsonOf,
  refusalOf,
  settingsOf,
  type Cli,
  misunderstandingOf,
} from "../testing/cli-process.ts";
import vectors from "../testing/data/qris.json" with { type: "json" };
import { commands } from "./account.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import {
  addAccount,
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  type Shop,
  type TestGateway,
} from "../testing/fixtures.ts";
import { cancelPayment } from "../domain/payments/payments.ts";

let database: TestDatabase;
let gateway: TestGateway;
let cli: Cli;
let shop: Shop;
let otherShop: Shop;

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = gatewayOfCli(database);
  cli = cliWith(settingsOf(database));
  shop = await shopWithAccount(gateway);
  otherShop = await shopWithAccount(gateway);
});
afterAll(() => database.drop());

const creation = (...args: string[]) => [
  "account",
  "create",
  "--merchant",
  shop.merchant_id,
  ...args,
];
const numbered = (number: string, ...args: string[]) =>
  creation("--channel", "BCA", "--number", number, "--holder", "TOKO CONTOH", ...args);
const bank = (...args: string[]) => numbered("9876543210", "--again", ...args);

interface PrintedAccount {
  account_id: string;
}

const someId = "018f0000-0000-7000-8000-000000000000";
const qris = (vectors.vectors[0] as { static: string }).static;

describe("account create", () => {
  test("prints the account as the API lists it, with the defaults", async () => {
    const account = await jsonOf<PrintedAccount>(cli, ...bank());
    const listed = await listAccounts(gateway, shop.merchant_id);
    expect(account).toEqual(listed.at(-1));
    expect(account).toMatchObject({
      account_number: "9876543210",
      account_name: "TOKO CONTOH",
      account_min_amount: 1,
      account_max_amount: null,
      account_active: true,
      account_quota: 36_500,
      channel_type: "TRANSFER",
      app_package: "com.bca",
    });
  });

  test("takes every option", async () => {
    const options = [
      "--min",
      "1000",
      "--max",
      "5000000",
      "--quota",
      "0",
      "--package",
      "com.bca.mybca.omni.android",
    ];
    expect(await jsonOf(cli, ...bank(...options))).toMatchObject({
      account_min_amount: 1000,
      account_max_amount: 5_000_000,
      account_quota: 0,
      app_name: "myBCA",
    });
  });

  test("asks before it creates a second account with the same number, in any spelling", async () => {
    const { account_id } = await jsonOf<PrintedAccount>(cli, ...numbered("5550 1234 99"));
    const refusal = await refusalOf(cli, ...numbered("555-0123499"));
    expect(refusal).toBe(
      `The merchant already has account ${account_id} with this number on this channel. You can top up its quota or switch it on. To create another account anyway, add --again`,
    );
    await jsonOf(
      cli,
      ...creation("--channel", "BNI", "--number", "5550123499", "--holder", "TOKO"),
    );
    await jsonOf(cli, ...numbered("5550123499", "--again"));
    const others = ["account", "create", "--merchant", otherShop.merchant_id, "--channel", "BCA"];
    await jsonOf(cli, ...others, "--number", "5550123499", "--holder", "TOKO");
  });

  test("refuses letters in a number, and questions a number that is unusual for the bank", async () => {
    expect(await refusalOf(cli, ...numbered("12345678O9"))).toBe(
      '--number must contain only digits, not "12345678O9".',
    );
    expect((await cli(...numbered("123456789"))).stderr).toContain(
      "has 9 digits, but BCA numbers have 10",
    );
    expect((await cli(...numbered("1234567899"))).stderr).not.toContain("digits");
  });

  test("asks before it creates a second account with the same QRIS code", async () => {
    const other = (vectors.vectors[1] as { static: string }).static;
    const code = ["--channel", "QRIS", "--package", "com.gojek.gopaymerchant", "--qris", other];
    await jsonOf(cli, ...creation(...code));
    expect(await refusalOf(cli, ...creation(...code, "--number", "A label"))).toContain("--again");
    await jsonOf(cli, ...creation(...code, "--again"));
  });

  test("creates a QRIS account from a static code, and never prints the code", async () => {
    const { code, stdout } = await cli(...creation("--channel", "QRIS", "--qris", qris, "--json"));
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ channel_type: "QRIS", app_id: null });
    expect(stdout).not.toContain(qris.slice(0, 30));
  });

  test("warns if no phone can read the notifications of the package", async () => {
    const { code, stdout, stderr } = await cli(...bank("--package", "com.unheard.of", "--json"));
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("cannot read the notifications of com.unheard.of"),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ app_package: "com.unheard.of", app_id: null });
  });

  test.each([
    [
      "an unknown channel",
      creationOf("--channel", "NOBANK"),
      "There is no channel NOBANK. Use one of ALADIN,",
    ],
    [
      "a bank account without a number",
      creationOf("--channel", "BCA"),
      "A bank account needs its number",
    ],
    [
      "one without a holder",
      creationOf("--channel", "BCA", "--number", "1"),
      "A bank account needs its holder",
    ],
    ["a QRIS account without its code", creationOf("--channel", "QRIS"), "Add --qris PAYLOAD"],
    ["a broken QRIS code", creationOf("--channel", "QRIS", "--qris", "000201"), "QR"],
  ])("refuses %s", async (_, args, message) => {
    expect(await refusalOf(cli, ...args(shop.merchant_id))).toContain(message);
  });

  test("refuses bounds without room, and an unknown merchant", async () => {
    expect(await refusalOf(cli, ...bank("--min", "10", "--max", "9"))).toContain(
      "The largest amount must not be less",
    );
    const strangers = ["--channel", "BCA", "--number", "1", "--holder", "H"];
    expect(await refusalOf(cli, ...creationOf(...strangers)(someId))).toContain("no merchant");
  });

  test.each([
    [["--min", "0"], '--min must be at least 1, not "0"'],
    [["--min", "1.5"], '--min must be a whole number from 1 to 9007199254739992, not "1.5"'],
    [["--max", "1e3"], '--max must be a whole number from 1 to 9007199254739992, not "1e3"'],
    [["--max", "9007199254740992"], "--max must be at most 9007199254739992"],
    [["--quota=-1"], "--quota must be at least 0"],
    [["--quota", "1000001"], "--quota must be at most 1000000"],
    [["--package", "com bca"], "--package must be the name of an Android package"],
    [["--device", "phone"], "--device must be a UUID"],
    [["--number", "2"], "--number is given twice"],
  ])("does not understand %j", async (args, message) => {
    expect(await misunderstandingOf(commands, ...bank(...args))).toContain(message);
  });
});

describe("account update", () => {
  const update = (account: PrintedAccount, ...args: string[]) => [
    "account",
    "update",
    "--account",
    account.account_id,
    ...args,
  ];

  test("changes only the named fields", async () => {
    const account = await addAccount(gateway, shop);
    expect(await jsonOf(cli, ...update(account, "--quota", "5"))).toEqual({
      ...account,
      account_quota: 5,
    });
    const changed = await jsonOf(
      cli,
      ...update(account, "--active", "false", "--min", "10", "--max", "20"),
    );
    expect(changed).toEqual({
      ...account,
      account_quota: 5,
      account_active: false,
      account_min_amount: 10,
      account_max_amount: 20,
    });
    expect(await jsonOf(cli, ...update(account, "--max", "none", "--active", "true"))).toEqual({
      ...changed,
      account_active: true,
      account_max_amount: null,
    });
  });

  test("refuses an unknown account and bounds without room", async () => {
    const unknown = { account_id: someId };
    for (const option of [
      ["--quota", "1"],
      ["--device", "none"],
    ]) {
      expect(await refusalOf(cli, ...update(unknown, ...option))).toBe(
        `There is no account ${someId}. To list a merchant's accounts, run npx tepat account list --merchant ID`,
      );
    }
    const account = await addAccount(gateway, shop, { account_min_amount: 10 });
    expect(await refusalOf(cli, ...update(account, "--max", "9"))).toContain(
      "The largest amount must not be less",
    );
  });

  test.each([
    [[], "Nothing to change. Add --quota, --active, --min, --max or --device."],
    [["--active", "1"], '--active must be true or false, not "1"'],
    [["--quota", "none"], '--quota must be a whole number from 0 to 1000000, not "none"'],
    [["--number", "1"], "Unknown option --number."],
  ])("does not understand %j", async (args, message) => {
    expect(
      await misunderstandingOf(commands, "account", "update", "--account", someId, ...args),
    ).toContain(message);
  });
});

describe("an account of a device", () => {
  const cliWithoutQuarantine = () =>
    cliWith({ ...settingsOf(database), TOTAL_QUARANTINE_HOURS: "0" });

  test("is paid by that device only, until it is unbound", async () => {
    const till = await approvedDevice(gateway, shop);
    const elsewhere = await approvedDevice(gateway, shop);
    const { account_id } = await jsonOf<PrintedAccount>(cli, ...bank("--device", till.device_id));
    const unbind = ["account", "update", "--account", account_id, "--device", "none"];

    const payment = await pendingPayment(gateway, shop, { account_id });
    const pay = (device: typeof till) => reportTransfer(gateway, device, payment.payment_total);
    expect(await refusalOf(cli, ...unbind)).toContain("PENDING payments");
    expect(await pay(elsewhere)).toMatchObject({ matched_payment_code: null });
    expect(await pay(till)).toMatchObject({ matched_payment_code: payment.payment_code });

    await jsonOf(cliWithoutQuarantine(), ...unbind);
    const next = await pendingPayment(gateway, shop, { account_id });
    expect(await reportTransfer(gateway, elsewhere, next.payment_total)).toMatchObject({
      matched_payment_code: next.payment_code,
    });
  });

  test("can be bound later, with other changes", async () => {
    const account = await addAccount(gateway, shop);
    const { device_id } = await approvedDevice(gateway, shop);
    const payment = await pendingPayment(gateway, shop, { account_id: account.account_id });
    await cancelPayment(gateway, { ...shop, payment_code: payment.payment_code });
    const args = ["--account", account.account_id, "--device", device_id, "--quota", "7"];
    expect(await jsonOf(cliWithoutQuarantine(), "account", "update", ...args)).toEqual({
      ...account,
      account_quota: 7,
    });
    const [pool] = await database.sql`
      select device_id from matching_pools join accounts using (merchant_id, pool_id)
      where account_id = ${account.account_id}
    `;
    expect(pool?.["device_id"]).toBe(device_id);
  });

  test("is not created for an unknown or revoked device, or another merchant's", async () => {
    const strangers = await approvedDevice(gateway, otherShop);
    const revoked = await approvedDevice(gateway, shop);
    await revokeDevice(gateway.sql, revoked.device_id);
    const before = await listAccounts(gateway, shop.merchant_id);

    for (const id of [someId, strangers.device_id]) {
      expect(await refusalOf(cli, ...bank("--device", id))).toContain(`has no device ${id}`);
      expect(
        await refusalOf(cli, "account", "update", "--account", shop.account_id, "--device", id),
      ).toContain(`has no device ${id}`);
    }
    expect(await refusalOf(cli, ...bank("--device", revoked.device_id))).toContain("is revoked");
    expect(await listAccounts(gateway, shop.merchant_id)).toEqual(before);
  });
});

/** Returns a command line for tables of cases, which are built before the merchant exists. */
function creationOf(...args: string[]) {
  return (merchant_id: string) => ["account", "create", "--merchant", merchant_id, ...args];
}
