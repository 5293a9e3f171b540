import { afterAll, beforeAll, expect, test } from "vitest";
import { bankFormats, sourceOf } from "../../testing/bank-files.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  approvedDevice,
  mailReport,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  watchingMailbox,
} from "../../testing/fixtures.ts";
import { operatorCli } from "../access/audit.ts";
import { recordReports } from "../mutations/mutations.ts";
import { importStatement } from "../statements/statement-import.ts";
import { readOwnMutation } from "./own-mutations.ts";
import { readPaymentDetail } from "./payment-detail.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("an invoice and its transfer show the phone, the email and the statement that saw the money", async () => {
  const bca = bankFormats[0] as (typeof bankFormats)[number];
  const { account_number } = bca;
  const gateway = testGateway(database.sql);
  gateway.setClock("2020-09-02T01:00:00Z");
  const shop = await shopWithAccount(gateway, { account_number });
  const { merchant_id, account_id } = shop;
  const phone = await approvedDevice(gateway, shop);
  const mailbox = await watchingMailbox(gateway, shop, [shop]);
  const payment = await pendingPayment(gateway, shop);
  const amount = payment.payment_total;
  const time = (second: string) => new Date(`2020-09-02T01:03:${second}Z`);

  await recordReports(gateway, [mailReport(mailbox, { amount, posted_at: time("40") })]);
  await reportTransfer(gateway, phone, amount, { posted_at: time("11") });
  const content = bca.write({
    account_number,
    first_day: "2020-09-01",
    last_day: "2020-09-30",
    rows: [{ day: "2020-09-02", time: "08:03:00", description: "TRSF SITI", sen: amount * 100 }],
  }) as string;
  gateway.setClock("2020-10-03T05:00:00Z");
  const source = sourceOf(content);
  await importStatement(gateway, operatorCli, { merchant_id, account_id, source, mapping: null });

  const { proofs, mutation } = await readPaymentDetail(gateway, { merchant_id, ...payment });
  expect(proofs).toMatchObject([
    {
      source_kind: "phone",
      source_name: "Phone beside the till",
      posted_at: "2020-09-02T01:03:11.000Z",
    },
    {
      source_kind: "mailbox",
      source_name: "kasir@toko.example",
      app_name: null,
      posted_at: "2020-09-02T01:03:40.000Z",
    },
    { source_kind: "statement", source_name: null, day: "2020-09-02" },
  ]);
  const mutation_id = mutation?.id as string;
  expect((await readOwnMutation(gateway, { merchant_id, mutation_id })).proofs).toEqual(proofs);
  const second = await database.sql<{ mutation_id: string }[]>`
    select mutation_id from mutations where match_reason = 'announced_twice'
  `;
  expect(second).toHaveLength(1);
  const of = { merchant_id, mutation_id: second[0]?.mutation_id as string };
  expect((await readOwnMutation(gateway, of)).proofs).toEqual(proofs);
});
