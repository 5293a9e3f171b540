import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { MailRequest, NewInvoice } from "../contract/dashboard/invoices.ts";
import { limits } from "../contract/limits.ts";
import { cancelPayment } from "../domain/payments/payments.ts";
import { tieTransfer } from "../domain/mutations/ledgers.ts";
import type { SendCustomerMail } from "../domain/sales/customer-mails.ts";
import { createInvoice, mailInvoice, readInvoice } from "../domain/sales/invoices.ts";
import { makeSale, sellOnAccount, settleOnAccount } from "../domain/sales/sales.ts";
import { forgetOldRows } from "../domain/upkeep/retention.ts";
import { visitor, type Visitor } from "../testing/dashboard.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { drawnDay } from "../testing/drawn-day.ts";
import {
  approvedDevice,
  pendingPayment,
  reportTransfer,
  shopWithAccount,
  testGateway,
  type Shop,
  type TestGateway,
} from "../testing/fixtures.ts";
import { startMailReceiver, type MailReceiver } from "../testing/mail-receiver.ts";
import { createCustomerMailSender } from "./customer-mail-sender.ts";
import { createMailer } from "../outside/mailer.ts";

const log = pino({ level: "silent" });
const often = { lookSeconds: 0.02 };
const today = drawnDay("customer mails");
const hour = 3_600_000;

let database: TestDatabase;
let gateway: TestGateway;
let shop: Shop;
let person: Visitor;
let device: Awaited<ReturnType<typeof approvedDevice>>;
let start: Date;
let closing: (() => unknown)[];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  gateway = testGateway(database.sql, { noticeRetrySeconds: [0.01, 0.01] });
  start = new Date(today());
  gateway.setClock(start);
  shop = await shopWithAccount(gateway);
  person = await visitor(gateway, shop);
  device = await approvedDevice(gateway, shop);
  closing = [];
});
afterEach(async () => {
  for (const close of closing) await close();
  await database.sql`delete from customer_mails`;
});
afterAll(() => database.drop());

const later = (milliseconds: number) =>
  gateway.setClock(new Date(start.getTime() + milliseconds).toISOString());

const create = (input: Partial<NewInvoice> = {}) =>
  createInvoice(gateway, person.actor, {
    merchant_id: shop.merchant_id,
    input: {
      form_key: randomUUID(),
      account_id: shop.account_id,
      payment_amount: 150_000,
      items: [],
      customer_name: "Siti",
      customer_email: "siti@example.com",
      deadline_seconds: 30 * 86_400,
      ...input,
    },
  });

const mail = (sale_id: string, request: Partial<MailRequest> = {}) =>
  mailInvoice(gateway, person.actor, {
    merchant_id: shop.merchant_id,
    sale_id,
    mail: { kind: "invoice", language: "en", ...request },
  });

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: { reason?: { code: string }; code?: string }) => cause.reason?.code ?? cause.code,
  );

const mailsOf = async (sale_id: string) =>
  (await readInvoice(gateway, { merchant_id: shop.merchant_id, sale_id })).mails.map(
    ({ kind, mail_state }) => `${kind} ${mail_state}`,
  );

const countMails = async () => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::integer as count from customer_mails`;
  return row?.count;
};

/** Reports the customer's transfer. */
const pay = (payment_total: number | null, sender = "SITI CONTOH") =>
  reportTransfer(gateway, device, payment_total ?? 0, { sender });

/** Sends through this mail server until the test ends. */
function sendBy(receiver: Pick<MailReceiver, "url">, count = 1) {
  const { url } = receiver;
  const server = { connection: { url }, from: "Tepat <no-reply@pay.example>" };
  const mailer = createMailer(() => server, log);
  for (let index = 0; index < count; index++) send(mailer.deliver);
}

function send(deliver: SendCustomerMail) {
  const sender = createCustomerMailSender(gateway, deliver, log, often);
  closing.unshift(() => sender.stop());
  sender.wake();
}

async function receiver(answerTo?: (recipient: string) => string) {
  const started = await startMailReceiver(answerTo);
  closing.push(() => started.close());
  return started;
}

/** Decodes quoted-printable and encoded words (RFC 2045, RFC 2047), as a mail program does. */
const readable = (text = ""): string =>
  Buffer.from(
    text
      .replaceAll("=\r\n", "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    "latin1",
  ).toString("utf8");

const sale = (contents: object = {}) => ({
  merchant_id: shop.merchant_id,
  source: "link" as const,
  form_key: randomUUID(),
  link_id: null,
  payment_amount: 40_000,
  customer_name: "Budi",
  customer_email: "budi@example.com",
  customer_phone: null,
  customer_orders: null,
  note: null,
  deadline_seconds: 3600,
  deadline_at: null,
  made_by: null,
  ...contents,
});
const choice = () => ({ account_id: shop.account_id, must_be_watched: false });

describe("an invoice by email", () => {
  test("states its purpose, the seller and the payment address, in the chosen language", async () => {
    await database.sql`
      update merchants set contact_phone = '0812 3456 7890', contact_email = 'halo@toko.example'
      where merchant_id = ${shop.merchant_id}`;
    const server = await receiver();
    sendBy(server);
    const made = await create({ items: [{ name: "Kemeja", price: 75_000, quantity: 2 }] });
    expect(made).toMatchObject({ can_mail: true, mails: [] });
    expect((await mail(made.sale_id)).mails).toMatchObject([{ kind: "invoice" }]);
    await expect.poll(() => server.mails.length).toBe(1);
    const text = readable(server.mails[0]);
    expect(text).toContain("To: siti@example.com");
    expect(text).toContain(`Subject: Invoice ${made.payment_code} from Toko Contoh`);
    expect(text).toContain("Content-Type: text/plain");
    expect(text).toMatch(/Hello Siti, this is invoice INV-\S+ from Toko Contoh for Rp150\.\d{3}\./);
    expect(text).toContain("Kemeja × 2: Rp150.000");
    expect(text).toContain(`How to pay: ${made.address}`);
    expect(text).toContain("0812 3456 7890\r\nhalo@toko.example");
    await expect.poll(() => mailsOf(made.sale_id)).toEqual(["invoice SENT"]);
  });

  test("can be requested at creation, and leads to the choice before one is made", async () => {
    const server = await receiver();
    sendBy(server);
    const made = await create({ account_id: null, mail_language: "id" });
    await expect.poll(() => server.mails.length).toBe(1);
    const text = readable(server.mails[0]);
    expect(made.address).toContain("/i/");
    expect(text).toContain(`Subject: Tagihan ${made.payment_code} dari Toko Contoh`);
    expect(text).toContain(`Silakan bayar di sini: ${made.address}`);
  });

  test("is due once, also for parallel requests and a repeated form", async () => {
    const made = await create();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refusalOf(mail(made.sale_id))),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([null, "invoice_mailed"]));
    const form = { form_key: randomUUID(), mail_language: "id" } as const;
    await create(form);
    await create(form);
    expect(await countMails()).toBe(2);
  });

  test("is sent once by several senders", async () => {
    const server = await receiver();
    for (let count = 0; count < 5; count++) await create({ mail_language: "id" });
    sendBy(server, 4);
    await expect
      .poll(async () => {
        const [row] = await database.sql<{ count: number }[]>`
          select count(*)::integer as count from customer_mails where sent_at is null`;
        return row?.count;
      })
      .toBe(0);
    expect(server.mails).toHaveLength(5);
  });

  test("is refused if it cannot be sent or the invoice can no longer be paid", async () => {
    const without = await create({ customer_email: null });
    expect(without.can_mail).toBe(false);
    expect(await refusalOf(mail(without.sale_id))).toBe("customer_without_email");
    const ended = await create();
    const { merchant_id } = shop;
    await cancelPayment(gateway, { merchant_id, payment_code: ended.payment_code });
    expect(await refusalOf(mail(ended.sale_id))).toBe("invoice_not_payable");
    const other = await shopWithAccount(gateway);
    const stolen = mailInvoice(gateway, person.actor, {
      merchant_id: other.merchant_id,
      sale_id: without.sale_id,
      mail: { kind: "invoice", language: "id" },
    });
    expect(await refusalOf(stolen)).toBe("not_found");
    const link = await makeSale(gateway, sale());
    expect(await refusalOf(mail(link.sale_id))).toBe("not_found");
    const made = await create();
    const withoutServer = { ...gateway, settings: { ...gateway.settings, sendsMail: false } };
    const asked = mailInvoice(withoutServer, person.actor, {
      merchant_id: shop.merchant_id,
      sale_id: made.sale_id,
      mail: { kind: "invoice", language: "id" },
    });
    expect(await refusalOf(asked)).toBe("no_mail_server");
    expect(await countMails()).toBe(0);
  });

  test("requests the missing amount after a part, and nothing once all has arrived", async () => {
    const { sale_id, payment_code, payment_total } = await create();
    const book = async (amount: number) => {
      const { mutation_id } = await pay(amount);
      await tieTransfer(gateway, {
        merchant_id: shop.merchant_id,
        mutation_id: mutation_id as string,
        payment_code,
        outcome: "part",
        refund: null,
      });
    };
    const total = payment_total ?? 0;
    const missing = (total - 50_000).toLocaleString("id-ID");
    await book(50_000);
    const inbox = await receiver();
    sendBy(inbox);
    await mail(sale_id, { kind: "reminder", language: "id" });
    await expect.poll(() => inbox.mails.length).toBe(1);
    const text = readable(inbox.mails[0]);
    expect(text).toContain(`dengan sisa tagihan Rp${missing}.`);
    expect(text).not.toContain(`Rp${total.toLocaleString("id-ID")}`);

    await book(total - 50_000);
    later(limits.hoursBetweenReminders * hour);
    await mail(sale_id, { kind: "reminder" });
    await expect.poll(() => mailsOf(sale_id)).toEqual(["reminder GIVEN_UP", "reminder SENT"]);
  });

  test("can have three reminders, twelve hours apart", async () => {
    const { sale_id } = await create();
    const remind = () => refusalOf(mail(sale_id, { kind: "reminder" }));
    const pause = limits.hoursBetweenReminders * hour;
    for (let count = 0; count < limits.remindersPerInvoice; count++) {
      later(count * pause);
      expect(await remind()).toBeNull();
      later((count + 1) * pause - 1000);
      expect(await remind()).toMatch(/reminder_too_soon|reminder_limit/);
    }
    later(10 * pause);
    expect(await remind()).toBe("reminder_limit");
    expect(await countMails()).toBe(limits.remindersPerInvoice);
  });

  test("is refused beyond the daily limit", async () => {
    const { sale_id } = await create();
    await database.sql`
      insert into customer_mails (merchant_id, mail_id, sale_number, kind, language, created_at)
      select merchant_id, gen_random_uuid(), sale_number, 'reminder', 'id', created_at
      from sales, generate_series(1, ${limits.customerMailsPerDay}::integer)
      where sale_id = ${sale_id}`;
    const next = await create();
    expect(await refusalOf(mail(next.sale_id))).toBe("customer_mail_limit");
    later(25 * hour);
    expect(await refusalOf(mail(next.sale_id))).toBeNull();
  });

  test("is not sent if the invoice was paid before the mail server accepted it", async () => {
    const made = await create({ mail_language: "id" });
    await database.sql`update merchants set sends_receipts = false where merchant_id = ${shop.merchant_id}`;
    await pay(made.payment_total);
    const server = await receiver();
    sendBy(server);
    await expect.poll(() => mailsOf(made.sale_id)).toEqual(["invoice GIVEN_UP"]);
    expect(server.mails).toEqual([]);
  });

  test("is retried, and ends when the address is refused", async () => {
    let attempts = 0;
    const server = await receiver((recipient) => {
      attempts += 1;
      if (recipient.startsWith("wrong")) return "550 no such user";
      return attempts < 2 ? "450 later" : "250 ok";
    });
    gateway.setClock(null);
    const made = await create({ mail_language: "id" });
    sendBy(server);
    await expect.poll(() => mailsOf(made.sale_id)).toEqual(["invoice SENT"]);
    expect(attempts).toBe(2);
    const wrong = await create({ customer_email: "wrong@example.com", mail_language: "id" });
    await expect.poll(() => mailsOf(wrong.sale_id)).toEqual(["invoice GIVEN_UP"]);
    expect(attempts).toBe(3);
    expect(await refusalOf(mail(wrong.sale_id))).toBeNull();
  });

  test("ends after a day without success", async () => {
    const made = await create({ mail_language: "id" });
    later(limits.customerMailHours * hour + 1000);
    const server = await receiver();
    sendBy(server);
    await expect.poll(() => mailsOf(made.sale_id)).toEqual(["invoice GIVEN_UP"]);
    expect(server.mails).toEqual([]);
    later(91 * 24 * hour);
    // Audit entries can only be deleted by the real clock.
    const settings = { ...gateway.settings, auditDays: 100_000 };
    await forgetOldRows({ ...gateway, settings });
    expect(await countMails()).toBe(0);
  });

  test("cannot get another header or recipient from names and addresses", async () => {
    const server = await receiver();
    const made = await create({ mail_language: "en" });
    await database.sql`
      update merchants set merchant_name = ${"Toko\r\nBcc: thief@example.com\r\n\r\nowned"}
      where merchant_id = ${shop.merchant_id}`;
    const bad = await create({ mail_language: "en" });
    await database.sql`
      update sales set customer_email = ${"a@example.com>\r\nRCPT TO:<thief@example.com"}
      where sale_id = ${bad.sale_id}`;
    sendBy(server);
    await expect.poll(() => mailsOf(bad.sale_id)).toEqual(["invoice GIVEN_UP"]);
    await expect.poll(() => mailsOf(made.sale_id)).toEqual(["invoice SENT"]);
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]).not.toMatch(/^Bcc:/m);
    expect(readable(server.mails[0])).toContain("from Toko Bcc: thief@example.com owned");
  });

  test("is sent for many merchants a limited number at a time", async () => {
    for (let count = 0; count < limits.customerMailAttemptsUnderWay + 2; count++) {
      shop = await shopWithAccount(gateway);
      await create({ mail_language: "id" });
      await create({ mail_language: "id" });
    }
    const waiting: (() => void)[] = [];
    let isHeld = true;
    send(async () => {
      if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
      return null;
    });
    await expect.poll(() => waiting.length).toBe(limits.customerMailAttemptsUnderWay);
    const [row] = await database.sql<{ leased: number; merchants: number }[]>`
      select count(*)::integer as leased, count(distinct merchant_id)::integer as merchants
      from customer_mails where lease_token is not null`;
    expect(row).toEqual({
      leased: limits.customerMailAttemptsUnderWay,
      merchants: limits.customerMailAttemptsUnderWay,
    });
    isHeld = false;
    for (const release of waiting) release();
    await expect
      .poll(() =>
        database.sql`select from customer_mails where sent_at is null`.then((r) => r.length),
      )
      .toBe(0);
  });
});

describe("a receipt by email", () => {
  test("goes to the customer of a link once it is paid, with the unique amount shown as such", async () => {
    const server = await receiver();
    sendBy(server);
    const { payment } = await sellOnAccount(gateway, sale(), choice());
    expect(await countMails()).toBe(0);
    await pay(payment.payment_total);
    await expect.poll(() => server.mails.length).toBe(1);
    const text = readable(server.mails[0]);
    expect(text).toContain("To: budi@example.com");
    expect(text).toContain(`Subject: Bukti pembayaran ${payment.payment_code} dari Toko Contoh`);
    expect(text).toContain("Jumlah: Rp40.000");
    expect(text).toContain(`Kode unik: Rp${payment.payment_total - 40_000}`);
    expect(text).toContain("Lunas pada: ");
    expect(text).toContain("Metode: ");
    expect(text).toContain(`Bukti pembayaran: https://pay.example/pay/${payment.payment_id}`);
  });

  test("has the language of the sent invoice", async () => {
    const made = await create({ mail_language: "en" });
    const server = await receiver();
    sendBy(server);
    await expect.poll(() => server.mails.length).toBe(1);
    later(1000);
    await pay(made.payment_total);
    await expect.poll(() => server.mails.length).toBe(2);
    expect(readable(server.mails[1])).toContain("Subject: Receipt INV-");
  });

  test("is due once for two simultaneous payments", async () => {
    const { payment } = await sellOnAccount(gateway, sale(), choice());
    const outcomes = await Promise.all(
      ["SITI CONTOH", "BUDI CONTOH"].map((sender) => pay(payment.payment_total, sender)),
    );
    expect(outcomes).toHaveLength(2);
    expect(await countMails()).toBe(1);
  });

  test("is not due for payments of the API, without an address, or if switched off", async () => {
    const own = await pendingPayment(gateway, shop);
    await pay(own.payment_total);
    const silent = await makeSale(gateway, sale({ customer_email: null }));
    const payment = await settleOnAccount(gateway, { ...silent, ...choice() });
    await pay(payment.payment_total);
    await database.sql`update merchants set sends_receipts = false where merchant_id = ${shop.merchant_id}`;
    const unwanted = await sellOnAccount(gateway, sale(), choice());
    await pay(unwanted.payment.payment_total);
    expect(await countMails()).toBe(0);
  });
});
