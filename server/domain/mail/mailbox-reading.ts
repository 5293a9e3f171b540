import { gunzipSync, gzipSync } from "node:zlib";
import { limits } from "../../contract/limits.ts";
import { asSql } from "../../db/client.ts";
import { orderedId } from "../base/ordered-id.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { recordReports } from "../mutations/mutations.ts";
import { createSecretBox } from "../security/secrets.ts";
import { type JudgedMail, judgeMail, namesBank, tooLarge, unreadable } from "./bank-mail.ts";
import { type Inbox, type MailHead, MailboxFailure, type OpenInbox } from "./inbox.ts";
import type { LookUpKey } from "./key-lookup.ts";
import {
  countWaitingMails,
  deleteSurplusRefused,
  endLease,
  forgetSurplusMails,
  insertMail,
  keepPosition,
  type LeasedMailbox,
  noteFailure,
  noteMailboxRead,
  type Position,
  postponeCheck,
  selectWaitingMails,
  selectWatchedAccounts,
  takeWaitingMail,
  type WaitingMail,
} from "./mailboxes.sql.ts";

/**
 * Reads a mailbox for as long as this process holds its lease. What was read and the position after it are stored in one
 * transaction, so a crash neither skips an email nor records it twice.
 */

export interface MailReader {
  openInbox: OpenInbox;
  lookUpKey: LookUpKey;
  pollMilliseconds: number;
}

/** The mailbox was changed or disconnected, or another process reads it. */
class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** The mailbox's problem is one that only a person can solve. Trying again would lock the mailbox at its server. */
const finalProblems: ReadonlySet<string> = new Set([
  "login_refused",
  "destination_not_allowed",
  "no_inbox",
]);

export const passwordContext = (device_id: string): string => `mailbox:${device_id}:password`;
export const mailKeyContext = (device_id: string): string => `mailbox:${device_id}:mail-key`;
const mailContext = (mail_id: string): string => `mail:${mail_id}`;

export async function readMailbox(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  reader: MailReader,
  signal: AbortSignal,
): Promise<void> {
  try {
    await follow(gateway, mailbox, reader, signal);
    await endLease(gateway.sql, mailbox);
  } catch (cause) {
    if (cause instanceof LeaseLost) return;
    const failure =
      cause instanceof MailboxFailure ? cause : new MailboxFailure("connection_failed");
    await noteFailure(gateway.sql, mailbox, {
      problem: failure.problem,
      words: failure.words,
      isFinal: finalProblems.has(failure.problem),
      at: gateway.now(),
    });
    if (!(cause instanceof MailboxFailure)) throw cause;
  }
}

async function follow(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  reader: MailReader,
  signal: AbortSignal,
): Promise<void> {
  const { host, port, login, device_id } = mailbox;
  const password = gateway.secrets.open(mailbox.sealed_password, passwordContext(device_id));
  const inbox = await reader.openInbox({ host, port, login, password });
  try {
    let position: Position = mailbox;
    if (inbox.uid_validity !== position.uid_validity) {
      position = await readRenumbered(gateway, mailbox, { inbox, reader });
    }
    while (!signal.aborted) {
      await checkWaiting(gateway, mailbox, reader);
      position = await readNew(gateway, mailbox, { inbox, reader, position, signal });
      if (!(await noteMailboxRead(gateway.sql, mailbox, gateway.now()))) throw new LeaseLost();
      await inbox.waitForNews(reader.pollMilliseconds, signal);
    }
  } finally {
    inbox.close();
  }
}

interface Reading {
  inbox: Inbox;
  reader: MailReader;
}

/** Reads all emails after the position. */
async function readNew(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  { inbox, reader, position, signal }: Reading & { position: Position; signal: AbortSignal },
): Promise<Position> {
  let present = position;
  while (!signal.aborted) {
    const heads = await inbox.listAfter(present.last_uid, limits.mailsPerStep);
    const last = heads.at(-1);
    if (last === undefined) break;
    const { uid_validity } = present;
    for (const head of heads.filter(({ from }) => namesBank(from))) {
      const read = { uid_validity, last_uid: head.uid };
      await readHead(gateway, mailbox, { inbox, reader, head, position: read });
    }
    present = { uid_validity, last_uid: last.uid };
    await requirePosition(gateway, mailbox, present);
  }
  return present;
}

const dayMilliseconds = 86_400_000;

/**
 * The server has given all emails other numbers, so the position means nothing. The emails of the last days are looked
 * at again; those that were read before are known by what their bank signed.
 */
async function readRenumbered(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  { inbox, reader }: Reading,
): Promise<Position> {
  // The server's clock can run behind ours, and it writes whole seconds.
  const connected = mailbox.connected_at.getTime() - limits.mailClockSeconds * 1000;
  const since = new Date(Math.max(mailbox.read_at.getTime() - dayMilliseconds, connected));
  const heads = await inbox.listSince(since, limits.mailsAfterRenumbering);
  for (const head of heads) {
    if (head.arrived_at < since || !namesBank(head.from)) continue;
    await readHead(gateway, mailbox, { inbox, reader, head, position: null });
  }
  const last_uid = Math.max(inbox.uid_next - 1, ...heads.map(({ uid }) => uid));
  const position = { uid_validity: inbox.uid_validity, last_uid };
  await requirePosition(gateway, mailbox, position);
  return position;
}

async function requirePosition(
  { sql }: Gateway,
  mailbox: LeasedMailbox,
  position: Position,
): Promise<void> {
  if (!(await keepPosition(sql, mailbox, position))) throw new LeaseLost();
}

async function readHead(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  { inbox, reader, head, position }: Reading & { head: MailHead; position: Position | null },
): Promise<void> {
  const { arrived_at } = head;
  // The size comes before the email, so that a huge one is never fetched.
  const isTooLarge = head.bytes > limits.mailBytes;
  const mail = isTooLarge ? null : await inbox.read(head.uid);
  const judged = mail ? await judge(gateway, mailbox, { mail, arrived_at, reader }) : null;
  const stored = isTooLarge ? tooLarge(head) : judged;
  if (stored) await store(gateway, mailbox, { judged: stored, mail, arrived_at, position });
}

async function judge(
  { sql, now }: Gateway,
  mailbox: LeasedMailbox,
  { mail, arrived_at, reader }: { mail: Buffer; arrived_at: Date; reader: MailReader },
): Promise<JudgedMail | null> {
  const accounts = await selectWatchedAccounts(sql, mailbox);
  const { lookUpKey } = reader;
  const present = now() ?? new Date();
  // A signature can end while a mail server is away. It counts if it was valid when the mailbox got the email.
  const at = new Date(Math.min(present.getTime(), arrived_at.getTime()));
  const { address } = mailbox;
  // An email that nothing here can read must not stop those after it.
  return judgeMail(mail, { address, accounts }, { lookUpKey, at }).catch(() => unreadable(mail));
}

interface Stored {
  judged: JudgedMail;
  mail: Buffer | null;
  arrived_at: Date;
  /** Null if the position is kept later. */
  position: Position | null;
  /** The email's own row until now, if it waited for DNS. */
  waiting?: WaitingMail;
}

/** Stores the email, its transfer, and the position after it in one transaction. Announces after the commit. */
async function store(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  { judged, mail, arrived_at, position, waiting }: Stored,
): Promise<void> {
  const { merchant_id, device_id } = mailbox;
  const { mutation, ...shown } = judged;
  const mail_id = waiting?.mail_id ?? orderedId();
  const afterwards: (() => void)[] = [];
  await gateway.sql.begin(async (tx) => {
    const inside: Gateway = {
      ...gateway,
      sql: asSql(tx),
      wakeWebhookSender: (owed) => afterwards.push(() => gateway.wakeWebhookSender(owed)),
      announcePayments: (payments) => afterwards.push(() => gateway.announcePayments(payments)),
    };
    if (waiting && !(await takeWaitingMail(tx, { ...mailbox, mail_id }))) return;
    if (position) await requirePosition(inside, mailbox, position);
    if (
      judged.outcome === "waiting" &&
      (await countWaitingMails(tx, mailbox)) >= limits.mailsWaiting
    )
      throw new MailboxFailure("dns_away");
    const isKept = judged.outcome !== "refused" && mail !== null;
    const isNew = await insertMail(
      tx,
      {
        merchant_id,
        device_id,
        mail_id,
        ...shown,
        mutation_id: mutation?.mutation_id ?? null,
        arrived_at,
        encrypted_mail: isKept ? sealMail(gateway, mailbox, { mail_id, mail }) : null,
      },
      gateway.now(),
    );
    if (!isNew) return;
    if (mutation) await recordReports(inside, [{ merchant_id, device_id, mutations: [mutation] }]);
    if (judged.outcome === "refused") await deleteSurplusRefused(tx, merchant_id);
    else await forgetSurplusMails(tx, merchant_id);
  });
  for (const tell of afterwards) tell();
}

/** Checks the emails again whose key DNS did not tell. */
async function checkWaiting(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  reader: MailReader,
): Promise<void> {
  const { merchant_id } = mailbox;
  const at = gateway.now();
  for (const waiting of await selectWaitingMails(gateway.sql, { ...mailbox, at })) {
    const { mail_id, arrived_at } = waiting;
    const mail = openMail(gateway, mailbox, waiting);
    const judged = await judge(gateway, mailbox, { mail, arrived_at, reader });
    const isWaiting = judged === null || judged.outcome === "waiting";
    if (isWaiting && !waiting.is_last_check) {
      await postponeCheck(gateway.sql, { merchant_id, mail_id, at });
    } else {
      const settled = isWaiting ? unchecked(judged) : judged;
      if (settled)
        await store(gateway, mailbox, {
          judged: settled,
          mail,
          arrived_at,
          position: null,
          waiting,
        });
    }
  }
}

const unchecked = (judged: JudgedMail | null): JudgedMail | null =>
  judged && { ...judged, outcome: "refused", reason: "dns_away" };

type MailKeyHolder = { device_id: string; sealed_mail_key: Buffer };

const boxOf = ({ secrets }: Gateway, { device_id, sealed_mail_key }: MailKeyHolder) =>
  createSecretBox(secrets.open(sealed_mail_key, mailKeyContext(device_id)));

const sealMail = (
  gateway: Gateway,
  mailbox: MailKeyHolder,
  { mail_id, mail }: { mail_id: string; mail: Buffer },
): Buffer => boxOf(gateway, mailbox).seal(gzipSync(mail).toString("base64"), mailContext(mail_id));

/** Opens the original of an email, byte by byte as it arrived. */
export const openMail = (
  gateway: Gateway,
  mailbox: MailKeyHolder,
  { mail_id, encrypted_mail }: { mail_id: string; encrypted_mail: Buffer },
): Buffer =>
  gunzipSync(
    Buffer.from(boxOf(gateway, mailbox).open(encrypted_mail, mailContext(mail_id)), "base64"),
    { maxOutputLength: limits.mailBytes },
  );
