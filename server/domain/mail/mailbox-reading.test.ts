import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { startMailboxReader } from "../../jobs/mailbox-reader.ts";
import { createInboxOpener } from "../../outside/imap-client.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { type Dovecot, noDovecot, startDovecot } from "../../testing/dovecot.ts";
import {
  addAccount,
  pendingPayment,
  type Shop,
  shopWithAccount,
  testGateway,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { nothingOutside } from "../../testing/nothing-outside.ts";
import {
  type HeaderLines,
  rsaKey,
  type SigningKey,
  signMail,
  TestDns,
  writeMail,
} from "../../testing/signed-mail.ts";
import { ocbcText } from "../../testing/ocbc-text.ts";
import { operatorCli } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { readPayment } from "../payments/payments.ts";
import { createMailReception } from "./forwarded-mail.ts";
import { proveMail } from "./mail-proof.ts";
import type { MailReader } from "./mailbox-reading.ts";
import {
  changeMailboxPassword,
  chooseFolder,
  connectMailbox,
  createForwardingAddress,
  disconnectMailbox,
  listFolders,
  listOwnMailboxes,
  pauseMailbox,
  readOriginalMail,
} from "./own-mailboxes.ts";

/** A mailbox on a real Dovecot. The test has its own signing keys and its own DNS. */

const password = "pass-word-of-the-app";
const key = rsaKey("ocbcnisp.com", "mail2026");
const strangersKey = rsaKey("toko.example", "mail2026");
const dns = new TestDns([key, strangersKey]);
const quiet = { info() {}, warn() {}, error() {} } as never;

let database: TestDatabase;
let gateway: TestGateway;
let dovecot: Dovecot;
const stops: (() => Promise<void>)[] = [];

describe.skipIf(noDovecot !== null)(
  `a mailbox${noDovecot === null ? "" : `: ${noDovecot}`}`,
  () => {
    beforeAll(async () => {
      database = await createTestDatabase();
      gateway = testGateway(database.sql, { allowPrivateWebhooks: true });
      gateway.setClock(null);
      dovecot = await startDovecot(password);
    });
    afterEach(async () => {
      for (const stop of stops.splice(0)) await stop();
      dns.isAway = false;
    });
    afterAll(async () => {
      await dovecot?.remove();
      await database?.drop();
    });

    const opened = { logins: [] as string[], read: 0 };
    const openLoopback = createInboxOpener(() => ({ allowPrivate: true }));
    const openInbox: MailReader["openInbox"] = async (login) => {
      opened.logins.push(login.login);
      const inbox = await openLoopback(login);
      return {
        ...inbox,
        read: (uid) => {
          opened.read += 1;
          return inbox.read(uid);
        },
      };
    };

    const doors = { openInbox, mailAccess: nothingOutside.mailAccess };

    function startReader(pollSeconds = 1) {
      const reader = startMailboxReader(gateway, { ...doors, lookUpKey: dns.lookUpKey }, quiet, {
        lookSeconds: 0.05,
        pollSeconds,
      });
      let ended: Promise<void> | undefined;
      const stop = () => (ended ??= reader.stop());
      stops.push(stop);
      return { stop };
    }

    async function shopWithMailbox(account_number = "123456789012") {
      const shop = await shopWithAccount(gateway, { channel: "OCBC", account_number });
      const address = `kasir-${randomUUID()}@toko.example`;
      const request = {
        address,
        login: null,
        host: "127.0.0.1",
        port: dovecot.port,
        password,
        account_ids: [shop.account_id],
      };
      const connect = (changes: Partial<typeof request> = {}) =>
        connectMailbox(gateway, openInbox, operatorCli, {
          session: { merchant_id: shop.merchant_id, is_confirmed: true } as unknown as Session,
          ...request,
          ...changes,
        });
      return { shop, address, connect };
    }

    async function connected() {
      const made = await shopWithMailbox();
      const { problem, mailbox } = await made.connect();
      expect(problem).toBeNull();
      return { ...made, device_id: mailbox?.device_id as string };
    }

    interface Written {
      to: string;
      amount: number;
      from?: string;
      signedBy?: SigningKey | null;
      id?: string;
      at?: Date;
      filling?: number;
    }

    /** A bank's email in OCBC's wording, about a transfer at this moment. */
    async function bankMail(written: Written): Promise<string> {
      const {
        to,
        amount,
        from = "noreply@ocbcnisp.com",
        signedBy = key,
        at = new Date(),
      } = written;
      const { id = randomUUID(), filling = 0 } = written;
      const header: HeaderLines = [
        ["From", `OCBC <${from}>`],
        ["To", to],
        ["Subject", "TRANSFER DANA MASUK BI-FAST"],
        ["Date", at.toUTCString().replace("GMT", "+0000")],
        ["Message-ID", `<${id}@ocbcnisp.com>`],
        ["Content-Type", "text/plain; charset=utf-8"],
      ];
      const mail = writeMail(header, ocbcText({ amount, at }) + "x\r\n".repeat(filling));
      return signedBy === null ? mail : signMail(mail, signedBy);
    }

    const outcomesOf = async ({ merchant_id }: Shop) =>
      (await listOwnMailboxes(gateway, merchant_id)).flatMap(({ mails }) =>
        mails.map(({ outcome, reason }) => reason ?? outcome),
      );
    const statusOf = async (shop: Shop, { payment_code }: { payment_code: string }) =>
      (await readPayment(gateway, { ...shop, payment_code })).payment_status;
    const isPaid = async (shop: Shop, payment: { payment_code: string }) => {
      await expect.poll(() => statusOf(shop, payment)).toBe("PAID");
    };
    const isListed = async (shop: Shop, outcomes: string[]) => {
      await expect.poll(() => outcomesOf(shop)).toEqual(outcomes);
    };
    const healthOf = async ({ merchant_id }: Shop) =>
      (await listOwnMailboxes(gateway, merchant_id))[0]?.problem ?? null;

    test("pays an invoice with the bank's signed email, and keeps the original", async () => {
      const { shop, address } = await connected();
      startReader(30);
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        const payment = await pendingPayment(gateway, shop);
        const mail = await bankMail({ to: `Toko <${address}>`, amount: payment.payment_total });
        const from = performance.now();
        await dovecot.deliver(address, mail);
        await expect.poll(() => statusOf(shop, payment), { interval: 10 }).toBe("PAID");
        times.push(performance.now() - from);
      }
      const half = times.toSorted((one, other) => one - other)[2] ?? 0;
      console.info(`from the email to PAID: ${Math.round(half)} ms (p50 of ${times.length})`);

      const [mailbox] = await listOwnMailboxes(gateway, shop.merchant_id);
      const [newest] = mailbox?.mails ?? [];
      expect(newest).toMatchObject({ outcome: "recorded", sender: "noreply@ocbcnisp.com" });
      const original = await readOriginalMail(gateway, { ...shop, mail_id: newest?.mail_id ?? "" });
      const proof = await proveMail(original, { lookUpKey: dns.lookUpKey, at: new Date() });
      expect(proof).toMatchObject({ outcome: "trusted", signing_domain: "ocbcnisp.com" });
      const stored = await database.sql`select encrypted_mail, sealed_password from bank_mails
      join mailboxes using (merchant_id, device_id) where merchant_id = ${shop.merchant_id}`;
      expect(JSON.stringify(stored)).not.toContain(Buffer.from(password).toString("hex"));
    });

    test("and forwarded to Tepat too, counts an email once", async () => {
      const { shop, address } = await connected();
      const payment = await pendingPayment(gateway, shop);
      const mail = await bankMail({ to: address, amount: payment.payment_total });
      const { mailbox } = await createForwardingAddress(gateway, operatorCli, {
        session: { merchant_id: shop.merchant_id, is_confirmed: true } as unknown as Session,
        address,
        account_ids: [shop.account_id],
      });
      const [name = ""] = mailbox?.forwarding?.address.split("@") ?? [];
      const reception = createMailReception(gateway, dns.lookUpKey);
      startReader();
      await dovecot.deliver(address, mail);
      expect(await reception.receive(name, Buffer.from(mail))).toBe("done");
      await isPaid(shop, payment);
      await dovecot.deliver(address, await bankMail({ to: address, amount: 1 }));
      await isListed(shop, ["recorded", "recorded"]);
      const [row] = await database.sql`
        select count(*)::integer as count from mutations where merchant_id = ${shop.merchant_id}
      `;
      expect(row).toEqual({ count: 2 });
    });

    test("trusts no forgery, gives the reason, and ignores non-bank emails", async () => {
      const { shop, address } = await connected();
      const payment = await pendingPayment(gateway, shop);
      const amount = payment.payment_total;
      startReader();
      const before = opened.read;
      const to = address;
      const forged = [
        await bankMail({ to, amount, signedBy: strangersKey }),
        await bankMail({ to, amount, signedBy: null }),
        (await bankMail({ to, amount: 1 })).replace("Rp 1,00", `Rp ${amount},00`),
        await bankMail({ to: "penipu@toko.example", amount }),
      ];
      const unrelated = await bankMail({ to, amount, from: "noreply@toko.example" });
      for (const mail of [...forged, unrelated]) await dovecot.deliver(address, mail);
      await expect.poll(async () => (await outcomesOf(shop)).length).toBe(4);
      expect((await outcomesOf(shop)).toSorted()).toEqual([
        "changed_body",
        "not_signed",
        "other_recipient",
        "other_signer",
      ]);
      expect(opened.read - before).toBe(4);
      expect(await statusOf(shop, payment)).toBe("PENDING");
    });

    test("records an email once: two copies, a restart, and two processes", async () => {
      const { shop, address } = await connected();
      const payment = await pendingPayment(gateway, shop);
      const mail = await bankMail({ to: address, amount: payment.payment_total });
      const first = startReader();
      startReader();
      await dovecot.deliver(address, mail);
      await isPaid(shop, payment);
      await first.stop();
      await dovecot.deliver(address, `Received: by elsewhere\r\n${mail}`);
      const next = await pendingPayment(gateway, shop);
      await dovecot.deliver(address, await bankMail({ to: address, amount: next.payment_total }));
      await isPaid(shop, next);
      expect(await outcomesOf(shop)).toEqual(["recorded", "recorded"]);
    });

    test("reads no earlier email, but all of a day without a process", async () => {
      const made = await shopWithMailbox();
      const old = await bankMail({ to: made.address, amount: 150_001 });
      for (let each = 0; each < 10_000; each++) await dovecot.deliver(made.address, old);
      await made.connect();
      const payments = [];
      for (let each = 0; each < 3; each++) {
        const payment = await pendingPayment(gateway, made.shop);
        payments.push(payment);
        const mail = await bankMail({ to: made.address, amount: payment.payment_total });
        await dovecot.deliver(made.address, mail);
      }
      const before = opened.read;
      startReader();
      for (const payment of payments) await isPaid(made.shop, payment);
      expect(opened.read - before).toBe(3);
    });

    test("continues after the server renumbers its inbox", async () => {
      const { shop, address } = await connected();
      const first = await pendingPayment(gateway, shop);
      const reader = startReader();
      await dovecot.deliver(address, await bankMail({ to: address, amount: first.payment_total }));
      await isPaid(shop, first);
      await reader.stop();
      const second = await pendingPayment(gateway, shop);
      await dovecot.deliver(address, await bankMail({ to: address, amount: second.payment_total }));
      await dovecot.renumber(address, 12_345_678);
      startReader();
      await isPaid(shop, second);
      expect(await outcomesOf(shop)).toEqual(["recorded", "recorded"]);
    });

    test("reports an unreachable server, and later reads the new emails", async () => {
      const { shop, address } = await connected();
      const payment = await pendingPayment(gateway, shop);
      startReader();
      await dovecot.stop();
      await expect.poll(() => healthOf(shop)).toMatch(/^connection_/);
      await dovecot.deliver(
        address,
        await bankMail({ to: address, amount: payment.payment_total }),
      );
      await dovecot.start();
      await isPaid(shop, payment);
      await expect.poll(() => healthOf(shop)).toBeNull();
    });

    test("reports a wrong password once, and does not retry", async () => {
      const { shop, address, connect } = await shopWithMailbox();
      expect(await connect({ password: "wrong" })).toMatchObject({ problem: "login_refused" });
      await connect();
      await database.sql`
      update mailboxes set sealed_password = ${gateway.secrets.seal(
        "wrong",
        `mailbox:${(await listOwnMailboxes(gateway, shop.merchant_id))[0]?.device_id}:password`,
      )} where merchant_id = ${shop.merchant_id}`;
      opened.logins.length = 0;
      startReader();
      await expect.poll(() => healthOf(shop)).toBe("login_refused");
      await wait(1500);
      expect(opened.logins.filter((login) => login === address)).toHaveLength(1);
    });

    test("never fetches an email of 50 MB", async () => {
      const { shop, address } = await connected();
      const payment = await pendingPayment(gateway, shop);
      const before = opened.read;
      await dovecot.deliver(
        address,
        await bankMail({ to: address, amount: 1, signedBy: null, filling: 17_000_000 }),
      );
      await dovecot.deliver(
        address,
        await bankMail({ to: address, amount: payment.payment_total }),
      );
      startReader();
      await isPaid(shop, payment);
      expect(opened.read - before).toBe(1);
      expect(await outcomesOf(shop)).toEqual(["recorded", "too_large"]);
    });

    test("waits for DNS, and then counts the email", async () => {
      const { shop, address } = await connected();
      const payment = await pendingPayment(gateway, shop);
      dns.isAway = true;
      startReader();
      await dovecot.deliver(
        address,
        await bankMail({ to: address, amount: payment.payment_total }),
      );
      await isListed(shop, ["waiting"]);
      dns.isAway = false;
      await database.sql`update bank_mails set check_at = now() where merchant_id = ${shop.merchant_id}`;
      await isPaid(shop, payment);
      expect(await outcomesOf(shop)).toEqual(["recorded"]);
    });

    test("counts nothing for an account that the mailbox does not watch", async () => {
      const made = await shopWithMailbox("999988887777");
      await made.connect();
      const { shop, address } = made;
      const payment = await pendingPayment(gateway, shop);
      startReader();
      await dovecot.deliver(
        address,
        await bankMail({ to: address, amount: payment.payment_total }),
      );
      await isListed(shop, ["other_account"]);
      expect(await statusOf(shop, payment)).toBe("PENDING");
    });

    test("is not read while paused, and never again after it is disconnected", async () => {
      const { shop, address, device_id } = await connected();
      const name = { merchant_id: shop.merchant_id, device_id };
      const payment = await pendingPayment(gateway, shop);
      await pauseMailbox(gateway, operatorCli, { ...name, is_paused: true });
      startReader();
      await dovecot.deliver(
        address,
        await bankMail({ to: address, amount: payment.payment_total }),
      );
      await wait(500);
      expect(await statusOf(shop, payment)).toBe("PENDING");
      await pauseMailbox(gateway, operatorCli, { ...name, is_paused: false });
      await isPaid(shop, payment);
      await disconnectMailbox(gateway, operatorCli, name);
      expect(await listOwnMailboxes(gateway, shop.merchant_id)).toEqual([]);
      const [row] = await database.sql`
      select sealed_password from mailboxes where device_id = ${device_id}`;
      expect(row).toEqual({ sealed_password: null });
    });

    describe("with bank emails in a folder of its own", () => {
      const folder = "Bank & Toko é";

      async function withFolder() {
        const made = await connected();
        await dovecot.createFolder(made.address, folder);
        const name = { merchant_id: made.shop.merchant_id, device_id: made.device_id };
        const choose = (chosen = folder) =>
          chooseFolder(gateway, doors, operatorCli, { ...name, folder: chosen });
        const pay = async (options: { folder?: string } = { folder }) => {
          const payment = await pendingPayment(gateway, made.shop);
          const mail = await bankMail({ to: made.address, amount: payment.payment_total });
          await dovecot.deliver(made.address, mail, options);
          return { ...payment, mail };
        };
        return { ...made, name, choose, pay };
      }

      test("reads it from the moment of the choice, and nothing twice", async () => {
        const { shop, address, name, choose, pay } = await withFolder();
        expect(await listFolders(gateway, doors, name)).toMatchObject({
          problem: null,
          folders: ["INBOX", folder],
        });
        startReader();
        const inInbox = await pay({});
        await isPaid(shop, inInbox);
        const earlier = await pay();
        expect((await choose()).mailbox).toMatchObject({ folder });
        await dovecot.deliver(address, inInbox.mail, { folder });
        await isPaid(shop, await pay());
        expect(await statusOf(shop, earlier)).toBe("PENDING");
        const elsewhere = await pay({});
        await isPaid(shop, await pay());
        expect(await statusOf(shop, elsewhere)).toBe("PENDING");
        expect(await outcomesOf(shop)).toEqual(["recorded", "recorded", "recorded"]);
      });

      test("goes on where it stopped if the same folder is chosen again", async () => {
        const { shop, choose, pay } = await withFolder();
        await choose();
        const payment = await pay();
        await choose();
        startReader();
        await isPaid(shop, payment);
      });

      test("reports a folder that is gone once, and reads another or a new one", async () => {
        const { shop, address, name, choose, pay } = await withFolder();
        await choose();
        const reader = startReader();
        await isPaid(shop, await pay());
        await reader.stop();
        await dovecot.deleteFolder(address, folder);
        startReader();
        await expect.poll(() => healthOf(shop)).toBe("no_folder");
        opened.logins.length = 0;
        expect(await choose()).toMatchObject({ problem: "no_folder", mailbox: null });
        expect(
          await changeMailboxPassword(gateway, openInbox, operatorCli, { ...name, password }),
        ).toMatchObject({ problem: null });
        await expect.poll(() => healthOf(shop)).toBe("no_folder");
        // The trial of the folder, the trial of the password, and one new attempt.
        expect(opened.logins.filter((login) => login === address)).toHaveLength(3);
        expect((await listFolders(gateway, doors, name)).folders).toEqual(["INBOX"]);

        await dovecot.createFolder(address, folder);
        expect(await choose()).toMatchObject({ problem: null });
        await isPaid(shop, await pay());
        expect((await choose("INBOX")).problem).toBeNull();
        await isPaid(shop, await pay({}));
        await expect.poll(() => healthOf(shop)).toBeNull();
      });

      test("is not resumed by a choice while it is paused", async () => {
        const { shop, name, choose } = await withFolder();
        await pauseMailbox(gateway, operatorCli, { ...name, is_paused: true });
        expect((await choose()).mailbox?.paused_at).not.toBeNull();
        const [row] = await database.sql`
          select next_try_at from mailboxes where merchant_id = ${shop.merchant_id}
        `;
        expect(row).toEqual({ next_try_at: null });
      });

      test("is asked for if a process of an earlier version noted that there is no inbox", async () => {
        const { shop } = await withFolder();
        await database.sql`
          update mailboxes
          set problem = 'no_inbox', problem_since = now()
          where merchant_id = ${shop.merchant_id}
        `;
        expect(await healthOf(shop)).toBe("no_folder");
      });

      test("is unknown to another merchant", async () => {
        const { name } = await withFolder();
        const { shop } = await shopWithMailbox();
        const foreign = { ...name, merchant_id: shop.merchant_id };
        const unknown = { code: "not_found" };
        await expect(listFolders(gateway, doors, foreign)).rejects.toMatchObject(unknown);
        await expect(
          chooseFolder(gateway, doors, operatorCli, { ...foreign, folder }),
        ).rejects.toMatchObject(unknown);
      });
    });

    test("watches no account of a bank that signs no email that Tepat knows", async () => {
      const { shop, connect } = await shopWithMailbox();
      const { account_id } = await addAccount(gateway, shop, {
        channel: "BNI",
        account_number: "1112223334",
      });
      const account_ids = [shop.account_id, account_id];
      expect(await connect({ account_ids })).toMatchObject({ problem: "unread_bank" });
      expect(await listOwnMailboxes(gateway, shop.merchant_id)).toEqual([]);
    });

    test("is connected once, and to private servers only if allowed", async () => {
      const { connect } = await shopWithMailbox();
      await connect();
      expect(await connect()).toMatchObject({ problem: "already_connected" });
      const nobody = { login: "a", password: "b", folder: "INBOX", is_token: false };
      const openPublic = createInboxOpener(() => ({ allowPrivate: false }));
      for (const host of [
        "127.0.0.1",
        "localhost",
        "10.0.0.1",
        "169.254.169.254",
        "mail.internal",
      ]) {
        const login = { host, port: limits.mailboxPort, ...nobody };
        await expect(openPublic(login)).rejects.toMatchObject({
          problem: "destination_not_allowed",
        });
      }
      const login = { host: "mail.example.com", port: 6379, ...nobody };
      await expect(openPublic(login)).rejects.toMatchObject({ problem: "destination_not_allowed" });
    });
  },
);
