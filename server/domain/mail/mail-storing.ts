import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { asSql } from "../../db/client.ts";
import { orderedId } from "../base/ordered-id.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { recordReports } from "../mutations/mutations.ts";
import { selectTaughtMails } from "../mutations/reading-rules.sql.ts";
import {
  type JudgedMail,
  judgeMail,
  unreadable,
  waitedInVain,
  type WaitingReason,
} from "./bank-mail.ts";
import type { Proving } from "./mail-proof.ts";
import { type MailKeyHolder, sealMail } from "./mail-sealing.ts";
import {
  deleteSurplusRefused,
  forgetSurplusMails,
  insertMail,
  type MailboxName,
  measureWaiting,
  selectWatchedAccounts,
  takeWaitingMail,
  type WaitingMail,
} from "./mailboxes.sql.ts";

/** Judges and stores an email, however it reached its mailbox. */

/** The mailbox that received an email. */
export interface MailHolder extends MailboxName, MailKeyHolder {
  /** The owner's address, to which the bank writes. */
  address: string;
}

/** Returns null if no bank sent the email. */
export async function judgeFor(
  { sql, now }: Gateway,
  mailbox: MailHolder,
  { mail, arrived_at, ...proving }: Omit<Proving, "at"> & { mail: Buffer; arrived_at: Date },
): Promise<JudgedMail | null> {
  const { merchant_id } = mailbox;
  const accounts = await selectWatchedAccounts(sql, mailbox);
  const taught = await selectTaughtMails(sql, { merchant_id, arrived_at });
  const present = now() ?? new Date();
  // A signature can expire while a mail server is away. The signature counts if it was valid when the mailbox
  // received the email.
  const at = new Date(Math.min(present.getTime(), arrived_at.getTime()));
  const { address } = mailbox;
  return judgeMail(mail, { address, accounts, taught }, { ...proving, at }).catch(
    (cause: unknown) => {
      // The check has no free turn now.
      if (cause instanceof GatewayError) throw cause;
      // An unreadable email must not stop the emails after it.
      return unreadable(mail);
    },
  );
}

export interface Stored {
  judged: JudgedMail;
  mail: Buffer | null;
  arrived_at: Date;
  /** Throws if the mailbox no longer accepts the email. Otherwise records the data that belongs to the email. */
  hold: (inside: Gateway) => Promise<void>;
  /** The email's own row until now, if the email waited for DNS. */
  waiting?: WaitingMail;
  /** True if the sender still has the email, and sends it again if there is no room here. */
  canComeAgain?: boolean;
}

/** The email must wait for its key, and there is no room. */
export class NoRoomToWait extends Error {
  override readonly name = "NoRoomToWait";
}

/** Stores the email, its transfer, and the records of `hold` in one transaction. Announces after the commit. */
export async function storeMail(
  gateway: Gateway,
  mailbox: MailHolder,
  { judged, mail, arrived_at, hold, waiting, canComeAgain = false }: Stored,
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
    await hold(inside);
    if (waiting && !(await takeWaitingMail(tx, { ...mailbox, mail_id }))) return;
    const isSealed = mail !== null && judged.outcome !== "refused";
    const sealed = isSealed ? sealMail(gateway, mailbox, { mail_id, mail }) : null;
    const { mutation, ...settled } =
      mail && sealed && judged.waits_for !== null
        ? await waitingIfRoom(inside, mailbox, { judged, mail, bytes: sealed.length, canComeAgain })
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

/**
 * The share of the room for each reason. Anyone can name keys that the bank never had, so such emails leave room for
 * those that wait because DNS is silent.
 */
const shareOf = { dns_away: 1, no_key: 0.5 } as const satisfies Record<WaitingReason, number>;

/**
 * Returns the email if it has room to wait. Otherwise refuses it, so that forgeries never stop the reading of an
 * inbox. Throws `NoRoomToWait` if the sender can send it again.
 */
async function waitingIfRoom(
  { sql }: Gateway,
  mailbox: MailHolder,
  {
    judged,
    mail,
    bytes,
    canComeAgain,
  }: { judged: JudgedMail; mail: Buffer; bytes: number; canComeAgain: boolean },
): Promise<JudgedMail> {
  const reason = judged.waits_for ?? "dns_away";
  const present = await measureWaiting(sql, { ...mailbox, key_name: judged.key_name });
  const isRoom =
    present.count < limits.mailsWaiting &&
    present.bytes + bytes <= limits.mailsWaitingBytes * shareOf[reason];
  if (isRoom) return judged;
  if (canComeAgain) throw new NoRoomToWait();
  return waitedInVain(mail, reason);
}
