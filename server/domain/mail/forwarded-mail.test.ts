import { randomBytes } from "node:crypto";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits.ts";
import { startMailboxReader } from "../../jobs/mailbox-reader.ts";
import type { Log } from "../../outside/log.ts";
import { type MailReceiver, startMailReceiver } from "../../outside/smtp-receiver.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import {
  addAccount,
  pendingPayment,
  type Shop,
  shopWithAccount,
  testGateway,
  type TestGateway,
} from "../../testing/fixtures.ts";
import { nothingOutside } from "../../testing/nothing-outside.ts";
import { createForger } from "../../testing/forged-mails.ts";
import { randomFrom } from "../../testing/random.ts";
import { sendMail } from "../../testing/send-mail.ts";
import {
  type HeaderLines,
  rsaKey,
  type SigningKey,
  type SigningOptions,
  signMail,
  TestDns,
  writeMail,
} from "../../testing/signed-mail.ts";
import { ocbcText } from "../../testing/ocbc-text.ts";
import { operatorCli } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { readPayment } from "../payments/payments.ts";
import { createMailReception } from "./forwarded-mail.ts";
import { markSilentMailboxes } from "./mailboxes.sql.ts";
import {
  createForwardingAddress,
  disconnectMailbox,
  listOwnMailboxes,
  pauseMailbox,
  readOriginalMail,
} from "./own-mailboxes.ts";

/** Emails that are forwarded by real SMTP, signed with the test's own keys. */

const key = rsaKey("ocbcnisp.com", "mail2026");
const googles = rsaKey("google.com", "20230601", 2048);
const strangers = rsaKey("toko.example", "mail2026");
const rotated = rsaKey("ocbcnisp.com", "next");
const dns = new TestDns([key, googles, strangers]);
const quiet = { info() {}, warn() {}, error() {} } as never;
const countingLog = () => {
  const log = { ...(quiet as object), errors: 0, error: () => (log.errors += 1) };
  return log as never as Log & { errors: number };
};

let database: TestDatabase;
let gateway: TestGateway;
let receiver: MailReceiver;
let shop: Shop;
let device_id: string;
let forwardTo: string;
const owner = "kasir@toko.example";
let isDatabaseAway = false;
/** The number of requests that reached the domain. */
let asked = 0;
const open: Socket[] = [];

const receive = () => {
  const reception = createMailReception(gateway, dns.lookUpKey);
  return startMailReceiver(
    { host: "127.0.0.1", port: 0, domain: "in.tepat.example", certificate: null },
    {
      ask: (name) => {
        asked += 1;
        return isDatabaseAway ? Promise.reject(new Error("away")) : reception.ask(name);
      },
      receive: (name, mail) =>
        isDatabaseAway ? Promise.reject(new Error("away")) : reception.receive(name, mail),
    },
    quiet,
  );
};

beforeAll(async () => {
  database = await createTestDatabase();
  gateway = testGateway(database.sql);
  gateway.setClock(null);
});
afterAll(() => database?.drop());
beforeEach(async () => {
  receiver = await receive();
  shop = await shopWithAccount(gateway, { channel: "OCBC", account_number: "123456789012" });
  ({ device_id, forwardTo } = await forwarded(shop));
});
afterEach(async () => {
  isDatabaseAway = false;
  dns.isAway = false;
  for (const socket of open.splice(0)) socket.destroy();
  await receiver.stop();
});

const sessionOf = ({ merchant_id }: Shop) =>
  ({ merchant_id, is_confirmed: true }) as unknown as Session;

async function forwarded(own: Shop, account_id = own.account_id) {
  const { problem, mailbox } = await createForwardingAddress(gateway, operatorCli, {
    session: sessionOf(own),
    address: owner,
    account_ids: [account_id],
  });
  expect(problem).toBeNull();
  return {
    device_id: mailbox?.device_id as string,
    forwardTo: mailbox?.forwarding?.address as string,
  };
}

/** Starts the check of waiting emails, with a DNS that responds. */
async function checkAgain(): Promise<{ stop(): Promise<void> }> {
  dns.isAway = false;
  dns.publish(rotated);
  const at = gateway.now() ?? new Date();
  await database.sql`update bank_mails set check_at = ${at} where check_at is not null`;
  await database.sql`update mailboxes set next_try_at = ${at} where next_try_at is not null`;
  return startMailboxReader(
    gateway,
    {
      ...nothingOutside,
      openInbox: () => Promise.reject(new Error("no server")),
      lookUpKey: dns.lookUpKey,
    },
    quiet,
    { lookSeconds: 0.05 },
  );
}

interface Written {
  amount?: number;
  to?: string;
  from?: string;
  account?: string;
  filling?: number;
  by?: SigningKey | null;
  options?: SigningOptions;
}

async function ocbcMail(written: Written = {}): Promise<string> {
  const { amount = 150_123, to = owner, from = "OCBC <noreply@ocbcnisp.com>" } = written;
  const { account = "123456789012", filling = 0, by = key, options } = written;
  const now = new Date();
  const header: HeaderLines = [
    ["From", from],
    ["To", to],
    ["Subject", "TRANSFER DANA MASUK BI-FAST"],
    ["Date", now.toUTCString().replace("GMT", "+0000")],
    ["Message-ID", `<${randomBytes(8).toString("hex")}@ocbcnisp.com>`],
    ["Content-Type", "text/plain; charset=utf-8"],
  ];
  const mail = writeMail(header, ocbcText({ amount, account, at: now }) + "x\r\n".repeat(filling));
  return by === null ? mail : signMail(mail, by, options);
}

const send = (mail: string, to = forwardTo) => sendMail(mail, { to, port: receiver.port });

const mailsOf = async (own = shop) =>
  (
    await database.sql<{ outcome: string; reason: string | null }[]>`
      select outcome, reason from bank_mails where merchant_id = ${own.merchant_id} order by created_at, mail_id
    `
  ).map(({ outcome, reason }) => reason ?? outcome);
const isSilent = async () =>
  (
    await database.sql<{ silent: boolean }[]>`
      select offline_since is not null as silent from devices where device_id = ${device_id}
    `
  )[0]?.silent;
const mailbox = async () => {
  const [own] = await listOwnMailboxes(gateway, shop.merchant_id);
  if (!own) throw new Error("there is no mailbox");
  return own;
};

async function talk(
  port = receiver.port,
): Promise<{ say(line: string): Promise<string>; socket: Socket }> {
  const socket = connect(port, "127.0.0.1");
  open.push(socket);
  socket.setEncoding("utf8").on("error", () => {});
  const answer = async () => {
    const [text] = (await Promise.race([once(socket, "data"), once(socket, "close")])) as [unknown];
    return typeof text === "string" ? text : "closed";
  };
  await answer();
  const say = (line: string) => {
    if (socket.destroyed) return Promise.resolve("closed");
    socket.write(`${line}\r\n`);
    return answer();
  };
  return { say, socket };
}

describe("a forwarded email", () => {
  test("that the bank signed for the owner pays the invoice, and its original is kept", async () => {
    const payment = await pendingPayment(gateway, shop);
    expect(await mailbox()).toMatchObject({ read_at: null, address: owner, host: null });
    expect(await isSilent()).toBe(true);
    const mail = await ocbcMail({ amount: payment.payment_total });
    expect(await send(mail)).toBe("250");
    const paid = await readPayment(gateway, { ...shop, ...payment });
    expect(paid.payment_status).toBe("PAID");
    const { mails, read_at } = await mailbox();
    expect(mails).toMatchObject([{ outcome: "recorded", has_original: true }]);
    expect(read_at).not.toBeNull();
    expect(await isSilent()).toBe(false);
    const { merchant_id } = shop;
    const mail_id = mails[0]?.mail_id ?? "";
    const original = await readOriginalMail(gateway, { merchant_id, mail_id });
    expect(original.toString().trimEnd()).toBe(mail.trimEnd());
  });

  test("counts once if it is sent repeatedly or simultaneously", async () => {
    const payment = await pendingPayment(gateway, shop);
    const mail = await ocbcMail({ amount: payment.payment_total });
    const answers = await Promise.all([send(mail), send(mail), send(mail)]);
    expect([...answers, await send(mail)]).toEqual(["250", "250", "250", "250"]);
    expect(await mailsOf()).toEqual(["recorded"]);
    const [row] = await database.sql`
      select count(*)::integer as count from mutations where merchant_id = ${shop.merchant_id}
    `;
    expect(row).toEqual({ count: 1 });
  });

  test("for another address, of a stranger, unsigned or changed is listed, and pays nothing", async () => {
    const payment = await pendingPayment(gateway, shop);
    const amount = payment.payment_total;
    const good = await ocbcMail({ amount: amount + 1 });
    const mails = [
      await ocbcMail({ amount, to: "other@toko.example" }),
      await ocbcMail({ amount, by: strangers }),
      await ocbcMail({ amount, by: null }),
      good.replace(/Rp [\d.,]+/, `Rp ${amount}`),
      (await ocbcMail({ amount })).replace(/^From:/m, "From: OCBC <noreply@ocbcnisp.com>\r\nFrom:"),
      await ocbcMail({ amount, options: { bodyBytes: 20 } }),
      await ocbcMail({ amount, account: "999999999999" }),
    ];
    for (const mail of mails) expect(await send(mail)).toBe("250");
    expect(await mailsOf()).toEqual([
      "other_recipient",
      "other_signer",
      "not_signed",
      "changed_body",
      "repeated_field",
      "part_of_body",
      "other_account",
    ]);
    const unpaid = await readPayment(gateway, { ...shop, ...payment });
    expect(unpaid.payment_status).toBe("PENDING");
  });

  test("that is one of more than 200 forgeries pays nothing", async () => {
    const targets = await Promise.all(
      [1, 2, 3].map(async () => {
        const own = await shopWithAccount(gateway, {
          channel: "OCBC",
          account_number: "123456789012",
        });
        const payment = await pendingPayment(gateway, own);
        const { forwardTo: to } = await forwarded(own);
        const total = String(payment.payment_total).replaceAll(/\B(?=(\d{3})+$)/g, ".");
        return { own, payment, to, wanted: `Rp ${total},00` };
      }),
    );
    let target = targets[0] as (typeof targets)[number];
    const {
      families,
      signed,
      dns: forgersDns,
    } = createForger({
      random: randomFrom("the forged emails over SMTP"),
      domain: "ocbcnisp.com",
      sender: "noreply@ocbcnisp.com",
      to: owner,
      subject: "TRANSFER DANA MASUK BI-FAST",
      text: (amount) => ocbcText({ amount: 1, at: new Date() }).replace("Rp 1,00", amount),
      rupiah: () => target.wanted,
    });
    // One receiver for each shop, because a receiver accepts few sessions from one network.
    const receivers = await Promise.all(
      targets.map(() =>
        startMailReceiver(
          { host: "127.0.0.1", port: 0, domain: "in.tepat.example", certificate: null },
          createMailReception(gateway, forgersDns.lookUpKey),
          quiet,
        ),
      ),
    );
    const portOf = new Map(receivers.map(({ port }, at) => [targets[at]?.to, port]));
    const give = (mail: string, { to }: typeof target) =>
      sendMail(mail, { to, port: portOf.get(to) as number });
    try {
      const forged: { mail: string; target: typeof target }[] = [];
      while (forged.length <= 200) {
        for (const forge of Object.values(families)) {
          target = targets[forged.length % targets.length] as typeof target;
          forged.push({ mail: await forge(), target });
        }
      }
      // One more email follows at the end. All of them might fall into one minute.
      expect(forged.length / targets.length).toBeLessThan(limits.smtpMailsPerAddress - 1);
      const answers = new Set<string>();
      const takeTurns = async () => {
        for (let next = forged.pop(); next; next = forged.pop()) {
          answers.add(await give(next.mail, next.target));
        }
      };
      await Promise.all(Array.from({ length: limits.smtpChecksWaitingEach }, takeTurns));
      // Every email reached the check of its signature.
      expect([...answers]).toEqual(["250"]);
      for (target of targets) {
        const { own, payment } = target;
        const unpaid = await readPayment(gateway, { ...own, ...payment });
        expect(unpaid.payment_status).toBe("PENDING");
        const [row] = await database.sql`
          select count(*)::integer as count from mutations where merchant_id = ${own.merchant_id}
        `;
        expect(row).toEqual({ count: 0 });
        // The genuine email behind the forgeries pays.
        await give(await signed(), target);
        const paid = await readPayment(gateway, { ...own, ...payment });
        expect(paid.payment_status).toBe("PAID");
      }
    } finally {
      for (const each of receivers) await each.stop();
    }
  });

  test("that names no bank is not kept", async () => {
    expect(await send(await ocbcMail({ from: "Ibu <ibu@example.com>", by: null }))).toBe("250");
    expect(await mailsOf()).toEqual([]);
  });

  test("to the mailbox of another account gives way to the one to the right mailbox", async () => {
    const other = await addAccount(gateway, shop, {
      channel: "OCBC",
      account_number: "888888888888",
    });
    const payment = await pendingPayment(gateway, shop, { account_id: other.account_id });
    const mail = await ocbcMail({ amount: payment.payment_total, account: "888888888888" });
    expect(await send(mail)).toBe("250");
    expect(await mailsOf()).toEqual(["other_account"]);
    await disconnectMailbox(gateway, operatorCli, { merchant_id: shop.merchant_id, device_id });
    const second = await forwarded(shop, other.account_id);
    // The device was connected before the transfer.
    await database.sql`
      update devices set registered = '{(,)}' where device_id = ${second.device_id}
    `;
    expect(await send(mail, second.forwardTo)).toBe("250");
    expect(await mailsOf()).toEqual(["recorded"]);
    const paid = await readPayment(gateway, { ...shop, ...payment });
    expect(paid.payment_status).toBe("PAID");
  });

  test("is kept by its sender while the database is down or the mailbox is paused", async () => {
    const mail = await ocbcMail();
    isDatabaseAway = true;
    expect(await send(mail)).toBe("451");
    isDatabaseAway = false;
    const name = { merchant_id: shop.merchant_id, device_id };
    await pauseMailbox(gateway, operatorCli, { ...name, is_paused: true });
    expect(await send(mail)).toBe("450");
    await markSilentMailboxes(database.sql, null);
    expect(await isSilent()).toBe(true);
    await pauseMailbox(gateway, operatorCli, { ...name, is_paused: false });
    expect(await mailsOf()).toEqual([]);
    expect(await send(mail)).toBe("250");
    expect(await mailsOf()).toEqual(["recorded"]);
    await markSilentMailboxes(database.sql, null);
    expect(await isSilent()).toBe(false);
  });

  test("waits its turn to be checked, and many of one shop leave room for another's", async () => {
    const reception = createMailReception(gateway, dns.lookUpKey);
    const nameOf = (address: string) => address.slice(0, address.indexOf("@"));
    const other = await shopWithAccount(gateway, {
      channel: "OCBC",
      account_number: "123456789012",
    });
    const others = await forwarded(other);
    // The largest number of bytes that one minute allows.
    const count = 13;
    const bytes = limits.smtpBytesPerMerchant / count - 4096;
    const mails = Array.from({ length: count }, () => ocbcMail({ filling: Math.floor(bytes / 3) }));
    const received = (await Promise.all(mails)).map((mail) =>
      reception.receive(nameOf(forwardTo), Buffer.from(mail)),
    );
    const good = Buffer.from(await ocbcMail());
    expect(await reception.receive(nameOf(others.forwardTo), good)).toBe("done");
    const results = await Promise.all(received);
    expect(results.filter((result) => result === "done").length).toBeGreaterThan(
      limits.smtpChecksWaitingEach,
    );
    expect(results).toContain("busy");
    expect(new Set(results)).toEqual(new Set(["done", "busy"]));
    // The minute's bytes are used up for one shop only.
    const further = Buffer.from(await ocbcMail({ filling: Math.floor(bytes / 3) }));
    expect(await reception.receive(nameOf(forwardTo), further)).toBe("busy");
    expect(await reception.receive(nameOf(others.forwardTo), good)).toBe("done");
    expect(await mailsOf(other)).toEqual(["recorded"]);
  });

  test("is refused after its mailbox was disconnected", async () => {
    await disconnectMailbox(gateway, operatorCli, { merchant_id: shop.merchant_id, device_id });
    expect(await send(await ocbcMail())).toBe("550");
    expect(await send(await ocbcMail(), "nobody@in.tepat.example")).toBe("550");
    expect(await send(await ocbcMail(), "kasir@gmail.com")).toBe("550");
  });

  test.each(["DNS is away", "the key is new"])(
    "waits while %s, and is checked again",
    async (why) => {
      const payment = await pendingPayment(gateway, shop);
      const by = why === "DNS is away" ? key : rotated;
      dns.isAway = why === "DNS is away";
      expect(await send(await ocbcMail({ amount: payment.payment_total, by }))).toBe("250");
      expect(await mailsOf()).toEqual(["waiting"]);
      const reader = await checkAgain();
      try {
        await expect.poll(() => mailsOf()).toEqual(["recorded"]);
        await expect
          .poll(
            () =>
              database.sql`select next_try_at, lease_token from mailboxes where device_id = ${device_id}`,
          )
          .toEqual([{ next_try_at: null, lease_token: null }]);
      } finally {
        await reader.stop();
        dns.publish(rotated, []);
      }
      const paid = await readPayment(gateway, { ...shop, ...payment });
      expect(paid.payment_status).toBe("PAID");
      expect(await isSilent()).toBe(false);
    },
  );

  test("counts if its signature ended after it came and before its key was known", async () => {
    const now = Date.now();
    const options = { signedAt: new Date(now), expiresAt: new Date(now + 60_000) };
    const mail = await ocbcMail({ options });
    gateway.setClock(new Date(now));
    try {
      dns.isAway = true;
      expect(await send(mail)).toBe("250");
      gateway.setClock(new Date(now + 3_600_000));
      const reader = await checkAgain();
      try {
        await expect.poll(() => mailsOf()).toEqual(["recorded"]);
      } finally {
        await reader.stop();
      }
      expect(await send(await ocbcMail({ options }))).toBe("250");
      expect(await mailsOf()).toEqual(["recorded", "expired"]);
    } finally {
      gateway.setClock(null);
    }
  });

  test.each(["DNS is away", "the key is new"])(
    "is kept by its sender if %s and too many wait already",
    async (why) => {
      const by = why === "DNS is away" ? key : rotated;
      dns.isAway = why === "DNS is away";
      expect(await send(await ocbcMail({ by }))).toBe("250");
      await database.sql`
        insert into bank_mails (
          merchant_id, mail_id, device_id, mail_hash, outcome, arrived_at, created_at, check_at, key_name, encrypted_mail
        )
        select merchant_id, gen_random_uuid(), device_id, sha256(number::text::bytea), outcome, arrived_at, created_at,
          check_at, key_name, encrypted_mail
        from bank_mails, generate_series(2, ${limits.mailsWaiting}) number
        where merchant_id = ${shop.merchant_id}
      `;
      expect(await send(await ocbcMail({ by }))).toBe("451");
      expect(new Set(await mailsOf())).toEqual(new Set(["waiting"]));
      dns.isAway = false;
      dns.publish(rotated);
      expect(await send(await ocbcMail({ by }))).toBe("250");
      dns.publish(rotated, []);
      expect(await mailsOf()).toContain("recorded");
    },
  );
});

describe("Gmail's request to confirm the address", () => {
  const request = (to: string, subject: string, by: SigningKey = googles) =>
    signMail(
      writeMail(
        [
          ["From", "Gmail Team <forwarding-noreply@google.com>"],
          ["To", to],
          ["Subject", subject],
          ["Date", new Date().toUTCString()],
          ["Message-ID", `<${randomBytes(8).toString("hex")}@google.com>`],
          ["Content-Type", "text/plain; charset=utf-8"],
        ],
        "Confirmation code: 694352387\r\n\r\nhttps://mail-settings.google.com/mail/vf-%5BANGjdJ8x%5D-abc_DEF\r\n",
      ),
      by,
      { fields: ["From", "To", "Subject", "Message-ID"] },
    );

  test("is shown with its code if Google signed it", async () => {
    const subject =
      "(#123456789) Gmail Forwarding Confirmation - Receive Mail from kasir@gmail.com";
    expect(await send(await request(forwardTo, subject))).toBe("250");
    expect((await mailbox()).forwarding).toMatchObject({
      confirmation_code: "123456789",
      confirmation_link: "https://mail-settings.google.com/mail/vf-%5BANGjdJ8x%5D-abc_DEF",
    });
    expect(await send(await request(forwardTo, "Gmail Forwarding Confirmation"))).toBe("250");
    expect((await mailbox()).forwarding?.confirmation_code).toBe("694352387");
    expect(await isSilent()).toBe(true);
    expect(await mailsOf()).toEqual([]);
  });

  test("is ignored if another domain signed it, or if it is for another address", async () => {
    const subject = "(#123456789) Gmail Forwarding Confirmation";
    await send(await request(forwardTo, subject, strangers));
    await send(await request(`${"0".repeat(32)}@in.tepat.example`, subject));
    expect((await mailbox()).forwarding?.confirmation_at).toBeNull();
    dns.isAway = true;
    expect(await send(await request(forwardTo, subject))).toBe("451");
  });
});

describe("the server for forwarded emails", () => {
  test("refuses an email that is too large, and keeps nothing of it", async () => {
    const mail = await ocbcMail({ filling: limits.mailBytes / 3 });
    expect(await send(mail)).toBe("552");
    expect(await mailsOf()).toEqual([]);
    expect(await send(await ocbcMail())).toBe("250");
  });

  test("encrypts with its certificate, and keeps it while a new one is half written", async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "tepat-smtp-"));
    const certificateFile = path.join(folder, "chain.pem");
    const keyFile = path.join(folder, "key.pem");
    const write = (certificate: string, privateKey: string) =>
      execFileSync(
        "openssl",
        `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=in.tepat.example -keyout ${privateKey} -out ${certificate}`.split(
          " ",
        ),
        { stdio: "ignore" },
      );
    write(certificateFile, keyFile);
    const former = readFileSync(certificateFile);
    const log = countingLog();
    const secure = await startMailReceiver(
      {
        host: "127.0.0.1",
        port: 0,
        domain: "in.tepat.example",
        certificate: { certificateFile, keyFile },
      },
      createMailReception(gateway, dns.lookUpKey),
      log,
      { certificateSeconds: 0.05 },
    );
    const sendEncrypted = async (ca: Buffer) => {
      const transport = createTransport({
        host: "127.0.0.1",
        port: secure.port,
        requireTLS: true,
        tls: { ca, servername: "in.tepat.example" },
      });
      const envelope = { from: "kasir@gmail.com", to: [forwardTo] };
      const sent = transport.sendMail({ envelope, raw: await ocbcMail() });
      const code = await sent.then(
        ({ response }) => response.slice(0, 3),
        (cause: unknown) => String((cause as { code?: string }).code),
      );
      transport.close();
      return code;
    };
    try {
      expect(await sendEncrypted(former)).toBe("250");
      const next = path.join(folder, "next.pem");
      write(next, keyFile);
      await expect.poll(() => log.errors).toBeGreaterThan(0);
      expect(await sendEncrypted(former)).toBe("250");
      renameSync(next, certificateFile);
      await expect.poll(() => sendEncrypted(readFileSync(certificateFile))).toBe("250");
    } finally {
      await secure.stop();
      rmSync(folder, { recursive: true });
    }
    expect(await mailsOf()).toContain("recorded");
  });

  test("takes a domain with umlauts as people and as DNS write it", async () => {
    const receivers = await startMailReceiver(
      { host: "127.0.0.1", port: 0, domain: "in.xn--tk-fkab.example", certificate: null },
      createMailReception(gateway, dns.lookUpKey),
      quiet,
    );
    const name = forwardTo.slice(0, forwardTo.indexOf("@"));
    try {
      for (const domain of [
        "in.tökö.example",
        "in.xn--tk-fkab.example",
        "IN.XN--TK-FKAB.example",
      ]) {
        const { say } = await talk(receivers.port);
        await say("EHLO mail.example");
        await say("MAIL FROM:<a@example.com> SMTPUTF8");
        expect(await say(`RCPT TO:<${name}@${domain}>`)).toMatch(/^250/);
      }
    } finally {
      for (const socket of open.splice(0)) socket.destroy();
      await receivers.stop();
    }
  });

  test("logs an unexpected error, and lets the sender keep the email", async () => {
    const log = countingLog();
    const broken = await startMailReceiver(
      { host: "127.0.0.1", port: 0, domain: "in.tepat.example", certificate: null },
      {
        ask: () => {
          throw new TypeError("broken");
        },
        receive: () => Promise.resolve("done"),
      },
      log,
    );
    try {
      expect(await sendMail(await ocbcMail(), { to: forwardTo, port: broken.port })).toBe("451");
    } finally {
      await broken.stop();
    }
    expect(log.errors).toBe(1);
  });

  test("takes one recipient for each email, and no other commands", async () => {
    const { say } = await talk();
    const greeting = await say("EHLO mail.example");
    expect(greeting).toContain(`SIZE ${limits.mailBytes}`);
    expect(greeting).not.toMatch(/AUTH|STARTTLS/);
    expect(await say("MAIL FROM:<a@example.com>")).toMatch(/^250/);
    expect(await say(`RCPT TO:<${forwardTo.toUpperCase()}>`)).toMatch(/^250/);
    expect(await say(`RCPT TO:<${"0".repeat(32)}@in.tepat.example>`)).toMatch(/^452/);
    expect(await say("AUTH PLAIN AGEAYg==")).toMatch(/^5/);
    expect(await say("VRFY kasir")).not.toContain("kasir");
  });

  test("ends a session that guesses, and asks the database for few of 10,000 guesses", async () => {
    const before = asked;
    const startedAt = performance.now();
    let refused = 0;
    for (let session = 0; session < 60; session++) {
      const { say, socket } = await talk();
      await say("EHLO mail.example");
      await say("MAIL FROM:<a@example.com>");
      const guess = () => `RCPT TO:<${randomBytes(16).toString("hex")}@in.tepat.example>\r\n`;
      socket.write(Array.from({ length: 167 }, guess).join(""));
      const closed = once(socket, "close");
      socket.on("data", (text: unknown) => {
        refused += String(text).match(/^(?:550|421)/gm)?.length ?? 0;
      });
      await closed;
    }
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(60 * limits.smtpUnknownPerSession);
    // Above the network's bound, a session can name one unknown recipient.
    const sessions = limits.smtpUnknownPerPeer / limits.smtpUnknownPerSession;
    const minutes = 1 + Math.floor((performance.now() - startedAt) / 60_000);
    expect(asked - before).toBeLessThanOrEqual(
      minutes * (limits.smtpUnknownPerPeer - sessions) + 60,
    );
    // The network's other emails still arrive.
    expect(await send(await ocbcMail())).toBe("250");
  });

  test("closes a client that is slow, and bounds the connections of one network", async () => {
    const slow = await startMailReceiver(
      { host: "127.0.0.1", port: 0, domain: "in.tepat.example", certificate: null },
      createMailReception(gateway, dns.lookUpKey),
      quiet,
      { sessionSeconds: 0.5 },
    );
    try {
      const socket = connect(slow.port, "127.0.0.1");
      socket.on("error", () => {}).resume();
      const dripping = setInterval(() => socket.write("E"), 20);
      await once(socket, "close");
      clearInterval(dripping);
    } finally {
      await slow.stop();
    }
    const all = [];
    for (let count = 0; count < limits.smtpConnectionsPerPeer; count++) all.push(await talk());
    expect(await send(await ocbcMail())).toBe("421");
    for (const { socket } of all) socket.destroy();
    await expect.poll(async () => send(await ocbcMail())).toBe("250");
  });
});
