import { gunzipSync, gzipSync } from "node:zlib";
import { limits } from "../../contract/limits.ts";
import { asSql } from "../../db/client.ts";
import { orderedId } from "../base/ordered-id.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { recordReports } from "../mutations/mutations.ts";
import { createSecretBox } from "../security/secrets.ts";
import {
  type JudgedMail,
  judgeMail,
  namesBank,
  tooLarge,
  unreadable,
  waitedInVain,
  type WaitingReason,
} from "./bank-mail.ts";
import { type Inbox, type MailHead, MailboxFailure, type OpenInbox } from "./inbox.ts";
import type { LookUpKey } from "./key-lookup.ts";
import {
  deleteSurplusRefused,
  endLease,
  forgetSurplusMails,
  insertMail,
  keepLease,
  type LeasedMailbox,
  measureWaiting,
  noteFailure,
  noteMailboxRead,
  type Position,
  postponeCheck,
  selectWaitingMail,
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
    // The connection was closed here.
    if (signal.aborted) return endLease(gateway.sql, mailbox);
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
  const close = () => inbox.close();
  signal.addEventListener("abort", close);
  try {
    let position: Position = mailbox;
    if (inbox.uid_validity !== position.uid_validity) {
      position = await startRenumbered(gateway, mailbox, inbox);
    }
    while (!signal.aborted) {
      await checkWaiting(gateway, mailbox, reader, signal);
      position = await readNew(gateway, mailbox, { inbox, reader, position, signal });
      if (!(await noteMailboxRead(gateway.sql, mailbox, gateway.now()))) throw new LeaseLost();
      await inbox.waitForNews(reader.pollMilliseconds, signal);
    }
  } finally {
    signal.removeEventListener("abort", close);
    close();
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
  const { uid_validity } = position;
  let present = position;
  while (!signal.aborted) {
    const step = await inbox.listAfter(present.last_uid, limits.mailsPerStep);
    if (step === null) break;
    for (const head of step.heads.filter((each) => isToBeRead(each, mailbox))) {
      if (signal.aborted) return present;
      present = { uid_validity, last_uid: head.uid };
      await readHead(gateway, mailbox, { inbox, reader, head, position: present });
    }
    present = { uid_validity, last_uid: step.last_uid };
    await requireLease(gateway, mailbox, present);
  }
  return present;
}

/** The server's clock can run behind ours, and it writes whole seconds. */
const isToBeRead = ({ from, arrived_at }: MailHead, { connected_at }: LeasedMailbox): boolean =>
  namesBank(from) &&
  arrived_at.getTime() >= connected_at.getTime() - limits.mailClockSeconds * 1000;

const dayMilliseconds = 86_400_000;

/**
 * The server has given all emails other numbers, so the position means nothing. The emails of the last days are looked
 * at again; those that were read before are known by what their bank signed.
 */
async function startRenumbered(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  inbox: Inbox,
): Promise<Position> {
  const since = new Date(mailbox.read_at.getTime() - dayMilliseconds);
  const first = await inbox.firstSince(since, limits.mailsAfterRenumbering);
  const { uid_validity, uid_next } = inbox;
  const position = { uid_validity, last_uid: (first ?? uid_next) - 1 };
  await requireLease(gateway, mailbox, position);
  return position;
}

async function requireLease(
  { sql, now }: Gateway,
  mailbox: LeasedMailbox,
  position: Position | null = null,
): Promise<void> {
  if (!(await keepLease(sql, mailbox, { position, at: now() }))) throw new LeaseLost();
}

async function readHead(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  { inbox, reader, head, position }: Reading & { head: MailHead; position: Position },
): Promise<void> {
  const { arrived_at } = head;
  await requireLease(gateway, mailbox);
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
  /** Null for an email before the position. */
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
  const mail_id = waiting?.mail_id ?? orderedId();
  const afterwards: (() => void)[] = [];
  await gateway.sql.begin(async (tx) => {
    const inside: Gateway = {
      ...gateway,
      sql: asSql(tx),
      wakeWebhookSender: (owed) => afterwards.push(() => gateway.wakeWebhookSender(owed)),
      announcePayments: (payments) => afterwards.push(() => gateway.announcePayments(payments)),
    };
    await requireLease(inside, mailbox, position);
    if (waiting && !(await takeWaitingMail(tx, { ...mailbox, mail_id }))) return;
    const isSealed = mail !== null && judged.outcome !== "refused";
    const sealed = isSealed ? sealMail(gateway, mailbox, { mail_id, mail }) : null;
    const { mutation, ...settled } =
      mail && sealed && judged.waits_for !== null
        ? await waitingIfRoom(inside, mailbox, { judged, mail, bytes: sealed.length })
        : judged;
    const isNew = await insertMail(
      tx,
      {
        merchant_id,
        device_id,
        mail_id,
        ...settled,
        mutation_id: mutation?.mutation_id ?? null,
        arrived_at,
        encrypted_mail: settled.outcome === "refused" ? null : sealed,
      },
      gateway.now(),
    );
    if (!isNew) return;
    if (mutation) await recordReports(inside, [{ merchant_id, device_id, mutations: [mutation] }]);
    if (settled.outcome === "refused") await deleteSurplusRefused(tx, merchant_id);
    else await forgetSurplusMails(tx, merchant_id);
  });
  for (const tell of afterwards) tell();
}

/** Anyone can name keys that the bank never had. Such emails leave room for those whose key DNS is silent about. */
const shareOf = { dns_away: 1, no_key: 0.5 } as const satisfies Record<WaitingReason, number>;

/** Refuses an email for which there is no room to wait, so that forgeries never stop the reading. */
async function waitingIfRoom(
  { sql }: Gateway,
  mailbox: LeasedMailbox,
  { judged, mail, bytes }: { judged: JudgedMail; mail: Buffer; bytes: number },
): Promise<JudgedMail> {
  const reason = judged.waits_for ?? "dns_away";
  const present = await measureWaiting(sql, { ...mailbox, key_name: judged.key_name });
  const isRoom =
    present.count < limits.mailsWaiting &&
    present.bytes + bytes <= limits.mailsWaitingBytes * shareOf[reason];
  return isRoom ? judged : waitedInVain(mail, reason);
}

const waitSeconds = {
  dns_away: limits.mailWaitHours * 3600,
  no_key: limits.mailMissingKeyMinutes * 60,
} as const satisfies Record<WaitingReason, number>;

/** Checks the emails again whose key DNS did not tell. Each key that is still missing is asked for once in a pass. */
async function checkWaiting(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  reader: MailReader,
  signal: AbortSignal,
): Promise<void> {
  const { merchant_id } = mailbox;
  const at = gateway.now();
  const inVain = new Map<string | null, WaitingReason>();
  for (const waiting of await selectWaitingMails(gateway.sql, { ...mailbox, at })) {
    if (signal.aborted || inVain.size >= limits.mailKeysInVain) return;
    await requireLease(gateway, mailbox);
    const { mail_id, arrived_at } = waiting;
    const encrypted_mail = await selectWaitingMail(gateway.sql, { merchant_id, mail_id });
    if (encrypted_mail === null) continue;
    const mail = openMail(gateway, mailbox, { mail_id, encrypted_mail });
    const known = inVain.get(waiting.key_name);
    const judged =
      known === undefined ? await judge(gateway, mailbox, { mail, arrived_at, reader }) : null;
    const waits_for = known ?? judged?.waits_for ?? null;
    if (waits_for !== null) inVain.set(waiting.key_name, waits_for);
    if (waits_for !== null && waiting.waited_seconds < waitSeconds[waits_for]) {
      await postponeCheck(gateway.sql, { merchant_id, mail_id, at });
    } else {
      // A bank can be taken out of Tepat while its email waits.
      const settled =
        waits_for !== null ? waitedInVain(mail, waits_for) : (judged ?? unreadable(mail));
      await store(gateway, mailbox, { judged: settled, mail, arrived_at, position: null, waiting });
    }
  }
}

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
