import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  missingRecord,
  namesBank,
  tooLarge,
  unreadable,
  waitedInVain,
  type WaitingReason,
} from "./bank-mail.ts";
import { type Inbox, type MailHead, MailboxFailure, type OpenInbox } from "./inbox.ts";
import type { MailAccess, SignedInMailbox } from "./mail-access.ts";
import type { LookUpKey } from "./key-lookup.ts";
import { openMail } from "./mail-sealing.ts";
import { judgeFor, storeMail } from "./mail-storing.ts";
import {
  endForwardedLease,
  endLease,
  keepLease,
  type LeasedMailbox,
  noteFailure,
  noteForwarded,
  noteMailboxRead,
  type Position,
  postponeCheck,
  selectWaitingMail,
  selectWaitingMails,
} from "./mailboxes.sql.ts";

/**
 * Reads a mailbox for as long as this process holds its lease. One transaction stores an email and the position after
 * it, so a crash neither skips an email nor records it twice.
 */

export interface MailReader {
  openInbox: OpenInbox;
  mailAccess: MailAccess;
  lookUpKey: LookUpKey;
  pollMilliseconds: number;
}

/** The mailbox was changed or disconnected, or another process reads it. */
class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Problems that only a person can solve. Repeated sign-ins with a refused password could lock the mailbox. */
const finalProblems: ReadonlySet<string> = new Set([
  "login_refused",
  "access_ended",
  "destination_not_allowed",
  "no_folder",
]);

export async function readMailbox(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  reader: MailReader,
  signal: AbortSignal,
): Promise<void> {
  const position = positionOf(mailbox);
  try {
    if (position === null) {
      // The mailbox's emails are forwarded. Only emails with an unknown key wait here.
      await checkWaiting(gateway, mailbox, reader, signal);
      return await endForwardedLease(gateway.sql, mailbox, gateway.now());
    }
    await follow(gateway, mailbox, { reader, position, signal });
    await endLease(gateway.sql, mailbox);
  } catch (cause) {
    if (cause instanceof LeaseLost) return;
    // The lease ends by time.
    if (position === null) throw cause;
    // This process closed the connection.
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

function positionOf({ uid_validity, last_uid }: LeasedMailbox): Position | null {
  return uid_validity === null || last_uid === null ? null : { uid_validity, last_uid };
}

function signedIn(mailbox: LeasedMailbox): SignedInMailbox {
  const { host, port, login, sealed_password } = mailbox;
  if (host === null || port === null || login === null || sealed_password === null) {
    throw new Error("a mailbox to which Tepat signs in has a server and a password");
  }
  return { ...mailbox, host, port, login, sealed_password };
}

async function follow(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  {
    reader,
    position: before,
    signal,
  }: { reader: MailReader; position: Position; signal: AbortSignal },
): Promise<void> {
  const { openInbox, mailAccess } = reader;
  const { inbox, until } = await mailAccess.open(gateway, openInbox, signedIn(mailbox));
  const isOver = () => until !== null && until <= (gateway.now() ?? new Date());
  const close = () => inbox.close();
  signal.addEventListener("abort", close);
  try {
    let position = before;
    if (inbox.uid_validity !== position.uid_validity) {
      position = await startRenumbered(gateway, mailbox, inbox);
    }
    while (!signal.aborted && !isOver()) {
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
    const step = await inbox.listAfter(present.last_uid, limits.mailsPerStep, () =>
      requireLease(gateway, mailbox),
    );
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

/** Returns whether an email must be read. The server's clock can be slow, and its times have whole seconds. */
const isToBeRead = ({ from, arrived_at }: MailHead, { connected_at }: LeasedMailbox): boolean =>
  namesBank(from) &&
  arrived_at.getTime() >= connected_at.getTime() - limits.mailClockSeconds * 1000;

const dayMilliseconds = 86_400_000;

/**
 * Restarts after the server has renumbered all emails, which makes the position meaningless. The emails since the day
 * before the last reading are read again, up to a limit. Their signed contents identify those that were read before.
 */
async function startRenumbered(
  gateway: Gateway,
  mailbox: LeasedMailbox,
  inbox: Inbox,
): Promise<Position> {
  const since = new Date(mailbox.read_at.getTime() - dayMilliseconds);
  const first = await inbox.firstSince(since, limits.mailsAfterRenumbering, () =>
    requireLease(gateway, mailbox),
  );
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
  // The server gives the size before the email, so that a huge one is never fetched.
  const isTooLarge = head.bytes > limits.mailBytes;
  const mail = isTooLarge ? null : await inbox.read(head.uid);
  const { lookUpKey } = reader;
  const judged = mail ? await judgeFor(gateway, mailbox, { mail, arrived_at, lookUpKey }) : null;
  const stored = isTooLarge ? tooLarge(head) : judged;
  const hold = (inside: Gateway) => requireLease(inside, mailbox, position);
  if (stored) await storeMail(gateway, mailbox, { judged: stored, mail, arrived_at, hold });
}

const waitSeconds = {
  dns_away: limits.mailWaitHours * 3600,
  no_key: limits.mailMissingKeyMinutes * 60,
} as const satisfies Record<WaitingReason, number>;

/** Checks emails again after a failed key lookup. A pass looks up each missing key once. */
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
    const { lookUpKey } = reader;
    const judged =
      known === undefined
        ? await judgeFor(gateway, mailbox, { mail, arrived_at, lookUpKey })
        : null;
    const waits_for = known ?? judged?.waits_for ?? null;
    if (waits_for !== null) inVain.set(waiting.key_name, waits_for);
    if (waits_for !== null && waiting.waited_seconds < waitSeconds[waits_for]) {
      const key_record = missingRecord[waits_for];
      await postponeCheck(gateway.sql, { merchant_id, mail_id, key_record, at });
    } else {
      // A release can remove a bank from Tepat while the bank's email waits.
      const settled =
        waits_for !== null ? waitedInVain(mail, waits_for) : (judged ?? unreadable(mail));
      const hold = async (inside: Gateway) => {
        await requireLease(inside, mailbox);
        if (positionOf(mailbox) === null) {
          await noteForwarded(inside.sql, mailbox, { outcome: settled.outcome, at: inside.now() });
        }
      };
      await storeMail(gateway, mailbox, { judged: settled, mail, arrived_at, hold, waiting });
    }
  }
}
