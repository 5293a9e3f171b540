import { setTimeout as wait } from "node:timers/promises";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { operatorCli } from "../domain/access/audit.ts";
import type { Session } from "../domain/access/sessions.sql.ts";
import { createMailReception } from "../domain/mail/forwarded-mail.ts";
import type { Inbox, MailHead, OpenInbox } from "../domain/mail/inbox.ts";
import { readMailbox } from "../domain/mail/mailbox-reading.ts";
import { leaseMailboxes } from "../domain/mail/mailboxes.sql.ts";
import {
  chooseFolder,
  connectMailbox,
  createForwardingAddress,
} from "../domain/mail/own-mailboxes.ts";
import { mailTemplateOf, proposeMailMarks } from "../domain/mail/taught-mails.ts";
import { insertReadingRule, noteReadEmails } from "../domain/mutations/reading-rules.sql.ts";
import { cleanText } from "../domain/notifications/formats/engine/clean-text.ts";
import { nothingOutside } from "../testing/nothing-outside.ts";
import { rsaKey, signMail, TestDns, writeMail } from "../testing/signed-mail.ts";

/**
 * A bank's signed emails on both ways: forwarded to an address of the gateway, and read from a folder of a mailbox.
 * A rule that a person has taught reads them.
 */

export interface BankLetter {
  /** The bank's own number of the transfer, which is in the subject too. */
  reference: string;
  amount: number;
  posted_at: number;
  has_seconds: boolean;
}

export type Way = "forwarded" | "folder";

export interface Post {
  merchant_id: string;
  devices: Readonly<Record<Way, string>>;
  forwarding_name: string;
  folder: { mail: Buffer; arrived_at: Date }[];
}

const key = rsaKey("bca.co.id", "mail2030");
const { lookUpKey } = new TestDns([key]);
const { mailAccess } = nothingOutside;
const address = "kasir@toko.example";
const folder = "Bank";
const sender = "bca@bca.co.id";

const months = "Jan Feb Mar Apr Mei Jun Jul Agu Sep Okt Nov Des".split(" ");

function textOf({ reference, amount, posted_at, has_seconds }: BankLetter): string {
  const local = new Date(posted_at + 7 * 3_600_000).toISOString();
  const [year, month, day] = local.slice(0, 10).split("-") as [string, string, string];
  return `Anda telah menerima transfer di rekening Anda.
Rekening Tujuan : 1234567890
Jumlah : Rp${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ".")}
Pengirim : BUDI CONTOH
Waktu Transaksi : ${day} ${months[Number(month) - 1]} ${year} ${local.slice(11, has_seconds ? 19 : 16)}
No. Referensi : ${reference}
`;
}

const subjectOf = (reference: string): string => `Dana masuk ${reference}`;

const letters = new WeakMap<BankLetter, Promise<Buffer>>();

/** Returns the bytes of an email. They are the same for every delivery. */
function bytesOf(letter: BankLetter): Promise<Buffer> {
  const known = letters.get(letter) ?? write(letter);
  letters.set(letter, known);
  return known;
}

const write = async (letter: BankLetter): Promise<Buffer> =>
  Buffer.from(
    await signMail(
      writeMail(
        [
          ["From", `BCA <${sender}>`],
          ["To", address],
          ["Subject", subjectOf(letter.reference)],
          ["Date", new Date(letter.posted_at).toUTCString()],
          ["Message-ID", `<${letter.reference}@bca.co.id>`],
          ["Content-Type", "text/plain; charset=utf-8"],
        ],
        textOf(letter).replaceAll("\n", "\r\n"),
      ),
      key,
      // The simulation's clock sometimes goes back, and no signature is from the future.
      { signedAt: new Date("2029-12-31T00:00:00Z") },
    ),
  );

/** Connects both ways, and teaches the bank's wording. */
export async function openPost(
  gateway: Gateway,
  { merchant_id, accounts }: { merchant_id: string; accounts: readonly { account_id: string }[] },
): Promise<Post> {
  const session = { merchant_id } as Session;
  const account_ids = accounts.map(({ account_id }) => account_id);
  const { mailbox: forwarded } = await createForwardingAddress(gateway, operatorCli, {
    session,
    address,
    account_ids,
  });
  const none = openFolder([]);
  const { mailbox } = await connectMailbox(gateway, none, operatorCli, {
    session,
    address,
    login: null,
    host: "imap.toko.example",
    port: 993,
    password: "app-password",
    account_ids,
  });
  if (!mailbox || !forwarded?.forwarding) throw new Error("the bank's emails have no way");
  const name = { merchant_id, device_id: mailbox.device_id };
  await chooseFolder(gateway, { openInbox: none, mailAccess }, operatorCli, { ...name, folder });
  await teach(gateway, merchant_id);
  return {
    merchant_id,
    devices: { forwarded: forwarded.device_id, folder: mailbox.device_id },
    forwarding_name: forwarded.forwarding.address.split("@")[0] ?? "",
    folder: [],
  };
}

async function teach(gateway: Gateway, merchant_id: string): Promise<void> {
  const reference = crypto.randomUUID();
  const sample = { reference, amount: 10_500, posted_at: Date.now(), has_seconds: true };
  const text = cleanText(textOf(sample));
  const watched = {
    account_id: "",
    account_number: "1234567890",
    account_name: null,
    channel_code: "BCA",
    package_name: "com.bca",
  };
  const given = { amount: sample.amount, names: [] };
  await insertReadingRule(gateway.sql, {
    merchant_id,
    rule_id: crypto.randomUUID(),
    package_name: "bca_mail",
    title: mailTemplateOf(subjectOf(reference), [], given),
    template: mailTemplateOf(text, proposeMailMarks(text, [watched]), given),
    sender,
    signing_domain: key.domain,
    sample: { title: null, text: "", amount: 0, app_name: "BCA" },
    at: gateway.now(),
  });
  await noteReadEmails(gateway.sql, merchant_id);
}

const openFolder =
  (mails: Post["folder"], onRead: () => void = () => {}): OpenInbox =>
  async (login): Promise<Inbox> => {
    const head = ({ mail, arrived_at }: Post["folder"][number], index: number): MailHead => ({
      uid: index + 1,
      bytes: mail.length,
      from: `From: BCA <${sender}>`,
      arrived_at,
    });
    return {
      // Another folder has other numbers.
      uid_validity: login.folder === folder ? 2 : 1,
      uid_next: mails.length + 1,
      async listAfter(uid, limit) {
        const heads = mails.map(head).slice(uid, uid + limit);
        return heads.length === 0 ? null : { heads, last_uid: uid + heads.length };
      },
      firstSince: async () => null,
      read: async (uid) => mails[uid - 1]?.mail ?? null,
      listFolders: async () => [folder],
      async waitForNews() {
        onRead();
      },
      close() {},
    };
  };

/**
 * The outcome of a letter: its transfer, the source that reported it first, and the payment that it
 * paid.
 */
export interface Delivered {
  mutation_id: string;
  device_id: string;
  matched_payment_code: string | null;
}

/** Delivers a letter on its way, and returns the outcome. */
export async function deliver(
  gateway: Gateway,
  post: Post,
  { letter, way }: { letter: BankLetter; way: Way },
): Promise<Delivered | null> {
  const mail = await bytesOf(letter);
  if (way === "forwarded") {
    const reception = createMailReception(gateway, lookUpKey);
    const received = await reception.receive(post.forwarding_name, mail);
    if (received !== "done") throw new Error(`an email was ${received}`);
  } else {
    post.folder.push({
      mail,
      arrived_at: new Date(letter.posted_at),
    });
    await readFolder(gateway, post, post.folder.length);
  }
  const [row] = await gateway.sql<Delivered[]>`
    select mutation.mutation_id, mutation.device_id, payment.payment_code as matched_payment_code
    from bank_mails mail
    join mutations mutation using (merchant_id, mutation_id)
    left join payments payment
      on payment.merchant_id = mutation.merchant_id
      and payment.payment_number = mutation.matched_payment_number
    where mail.merchant_id = ${post.merchant_id}
      and mail.subject = ${subjectOf(letter.reference)}
  `;
  return row ?? null;
}

/** Reads the folder up to a letter, or waits until another process has done so. */
async function readFolder(gateway: Gateway, post: Post, last: number): Promise<void> {
  const { merchant_id } = post;
  const device_id = post.devices.folder;
  const isRead = async () => {
    const rows = await gateway.sql`
      select from mailboxes
      where merchant_id = ${merchant_id}
        and device_id = ${device_id}
        and last_uid >= ${last}
        and lease_token is null
    `;
    return rows.length > 0;
  };
  for (let turn = 0; !(await isRead()); turn += 1) {
    if (turn > 1000) throw new Error("a folder is not read");
    const [mailbox] = await leaseMailboxes(gateway.sql, { limit: 1, at: gateway.now() });
    if (!mailbox) {
      await wait(5);
      continue;
    }
    const ended = new AbortController();
    const openInbox = openFolder(post.folder, () => ended.abort());
    const reader = { openInbox, mailAccess, lookUpKey, pollMilliseconds: 1 };
    await readMailbox(gateway, mailbox, reader, ended.signal);
  }
}
