import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { mailKeyContext, passwordContext } from "../../server/domain/mail/mail-sealing.ts";
import { insertMailbox } from "../../server/domain/mail/mailboxes.sql.ts";
import { createSecretBox } from "../../server/domain/security/secrets.ts";
import { createInboxOpener } from "../../server/outside/imap-client.ts";
import { startDnsServer } from "../../server/testing/dns-server.ts";
import { noDovecot, startDovecot } from "../../server/testing/dovecot.ts";
import { shopWithAccount, testGateway, type Shop } from "../../server/testing/fixtures.ts";
import { ocbcText } from "../../server/testing/ocbc-text.ts";
import { nameOf, rsaKey, signMail, writeMail } from "../../server/testing/signed-mail.ts";
import { secret, type Fixture } from "../fixture.ts";
import { preparePayments } from "../payments.ts";
import { rounded, table, whole } from "../report.ts";
import { percentile } from "../rounds.ts";
import type { Size } from "../size.ts";
import { startIdleImapServer } from "../systems/idle-imap-server.ts";
import { startTepat } from "../systems/servers.ts";

/**
 * Measures the delays from a bank's signed email in a mailbox to the merchant's server. The steps: announced by IDLE,
 * fetched, signature verified with a key from DNS, recorded, matched, PAID, committed, webhook received.
 */

const address = "kasir@toko.example";
const password = "app-password";
const bank = rsaKey("ocbcnisp.com", "bench", 2048);

interface MailServer {
  name: string;
  port: number;
  deliver(user: string, mail: string): Promise<void>;
  remove(): Promise<void>;
}

const startMailServer = async (): Promise<MailServer> =>
  noDovecot === null
    ? { ...(await startDovecot(password)), name: "Dovecot" }
    : startIdleImapServer();

export async function measureMail(fixture: Fixture, size: Size): Promise<string> {
  await using stack = new AsyncDisposableStack();
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

  const mailServer = await startMailServer();
  stack.defer(() => mailServer.remove());
  const dns = await startDnsServer({ [nameOf(bank)]: [bank.record] });
  stack.defer(() => dns.close());
  const shop = await mailShop(fixture, mailServer);
  const preload = path.resolve(import.meta.dirname, "../../server/testing/asks-test-dns.mjs");
  const tepat = await startTepat(fixture, "node", {
    TEST_DNS_SERVER: dns.address,
    NODE_OPTIONS: `--import ${pathToFileURL(preload).href}`,
  });
  stack.defer(() => tepat.stop());

  const count = size.mailWarmUps + size.mails;
  const payments = await preparePayments({ ...fixture, shops: [shop] }, count, webhook);
  const delays: number[] = [];
  for (const [index, { payment }] of payments.entries()) {
    const arrived = new Promise<void>((resolve) => arrivals.set(payment.payment_code, resolve));
    const mail = await bankMail(payment.payment_total);
    const sentAt = performance.now();
    await mailServer.deliver(address, mail);
    await Promise.race([arrived, giveUp(payment.payment_code)]);
    if (index >= size.mailWarmUps) delays.push(performance.now() - sentAt);
    // The wait is longer than the reader needs to return to IDLE, and its random part keeps it out of step with the
    // reader.
    await wait(100 + Math.random() * 200);
  }
  return `${mailServer.name}, one email at a time, signed with 2,048 bits of RSA, from its delivery to the webhook's arrival:

${table(
  ["emails", "p50", "p99", "longest"],
  [[whole(delays.length), ...[50, 99, 100].map((at) => rounded(percentile(delays, at), "ms"))]],
)}`;
}

const secondsToGiveUp = 120;

async function giveUp(code: string): Promise<never> {
  await wait(secondsToGiveUp * 1000, undefined, { ref: false });
  throw new Error(`no webhook about ${code} after ${secondsToGiveUp} s`);
}

/** Creates a shop whose account is watched by a mailbox at this server. */
async function mailShop({ sql }: Fixture, { port }: MailServer): Promise<Shop> {
  const secrets = createSecretBox(secret);
  const gateway = { ...testGateway(sql), secrets };
  const shop = await shopWithAccount(gateway, { channel: "OCBC", account_number: "123456789012" });
  const login = {
    host: "127.0.0.1",
    port,
    login: address,
    password,
    folder: "INBOX",
    is_token: false,
  };
  const inbox = await createInboxOpener(() => ({ allowPrivate: true }))(login);
  const { uid_validity, uid_next } = inbox;
  inbox.close();
  const device_id = randomUUID();
  const mailbox = {
    ...login,
    provider: null,
    merchant_id: shop.merchant_id,
    device_id,
    address,
    uid_validity,
    last_uid: uid_next - 1,
    sealed_password: secrets.seal(password, passwordContext(device_id)),
    sealed_mail_key: secrets.seal(randomBytes(32).toString("base64"), mailKeyContext(device_id)),
    account_ids: [shop.account_id],
  };
  await sql.begin((tx) => insertMailbox(tx, mailbox, null));
  return shop;
}

function bankMail(amount: number): Promise<string> {
  const at = new Date();
  const header = [
    ["From", "OCBC <noreply@ocbcnisp.com>"],
    ["To", address],
    ["Subject", "TRANSFER DANA MASUK BI-FAST"],
    ["Date", at.toUTCString()],
    ["Message-ID", `<${randomUUID()}@ocbcnisp.com>`],
    ["Content-Type", "text/plain; charset=utf-8"],
  ] as const;
  return signMail(writeMail(header, ocbcText({ amount, at })), bank);
}
