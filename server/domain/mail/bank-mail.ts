import { createHash, randomUUIDv7 } from "node:crypto";
import { limits } from "../../contract/limits.ts";
import { banks } from "../banks/index.ts";
import type { NewMutation } from "../mutations/mutations.sql.ts";
import { readSender } from "./header-fields.ts";
import { type ProvenMail, proveMail, type Proving } from "./mail-proof.ts";
import { type MailTransaction, readMail } from "./mail-reading.ts";
import { accountOf, type OwnAccount } from "./own-account.ts";
import { canBeTaught, readTaught, type TaughtMail } from "./taught-mails.ts";
import type { NewMail, WatchedAccount } from "./mailboxes.sql.ts";

/** Judges an email of a mailbox: the bank's signature, the recipient, the transfer and the account. */

export type JudgedMail = Pick<
  NewMail,
  "mail_hash" | "outcome" | "reason" | "sender" | "subject" | "amount" | "key_name" | "key_record"
> & {
  mutation: NewMutation | null;
  /** The reason why the email waits. If the email waits in vain, it is refused for the same reason. */
  waits_for: WaitingReason | null;
};

/** DNS did not respond, or has no such key. */
export type WaitingReason = "dns_away" | "no_key";

/** The record of an email's key while the email waits: unknown, or known to be missing. */
export const missingRecord = { dns_away: null, no_key: "" } as const satisfies Record<
  WaitingReason,
  string | null
>;

export interface MailboxView {
  /** The mailbox's own address in lower case. */
  address: string;
  accounts: readonly WatchedAccount[];
  /** The rules that the merchant has taught. */
  taught: readonly TaughtMail[];
}

const bankDomains = banks.flatMap(({ mail }) => mail?.domains ?? []);

/** Returns whether the From field names a bank, so that the mailbox's other emails are never fetched. */
export function namesBank(from: string): boolean {
  const written = from.toLowerCase();
  return bankDomains.some((domain) => written.includes(domain));
}

/** Judges an email. Returns null if no bank sent it, although its From field names one. */
export async function judgeMail(
  mail: Buffer,
  { address, accounts, taught }: MailboxView,
  proving: Proving,
): Promise<JudgedMail | null> {
  const proof = await proveMail(mail, proving);
  if (proof.outcome === "later") return waiting(mail, proof.key_name, "dns_away");
  if (proof.outcome === "refused") {
    if (proof.reason === "no_key") return waiting(mail, proof.key_name ?? null, "no_key");
    return proof.reason === "unknown_sender" ? null : untrusted(mail, "refused", proof.reason);
  }
  if (readSender(proof.recipient) !== address) {
    return { ...untrusted(mail, "refused", "other_recipient"), ...shownOf(proof) };
  }
  const reading = readMail(mail, proof);
  if (reading.outcome === "unread") {
    const own = canBeTaught(reading.reason)
      ? readTaught(mail, proof, { rules: taught, accounts })
      : null;
    return own?.outcome === "transaction"
      ? recorded(proof, own, own.own)
      : trusted(proof, { reason: (own ?? reading).reason });
  }
  const account = accountOf(reading.account, { accounts, bank_code: proof.bank_code });
  if (account === null) return trusted(proof, { reason: "other_account", amount: reading.amount });
  return recorded(proof, reading, account);
}

/** A proven email and the transfer that it reports. */
export const recorded = (
  proof: ProvenMail,
  reading: ReadTransfer,
  account: OwnAccount,
): JudgedMail & { mutation: NewMutation } => ({
  ...trusted(proof, { reason: null, amount: reading.amount }),
  mutation: mutationOf(proof, reading, account),
});

type ReadTransfer = Omit<MailTransaction, "outcome" | "account"> & { account: string | null };

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest();
};

/** An email that is too large to be fetched. */
export const tooLarge = ({ uid, from }: { uid: number; from: string }): JudgedMail => ({
  ...untrusted(Buffer.from(`${uid}:${from}`), "refused", "too_large"),
  sender: readSender(from.replace(/^from:\s*/i, "").trim()),
});

const waiting = (mail: Buffer, key_name: string | null, waits_for: WaitingReason): JudgedMail => ({
  ...untrusted(mail, "waiting", null),
  key_name,
  key_record: missingRecord[waits_for],
  waits_for,
});

/** An email that waited for its key in vain, or that had no room to wait. */
export const waitedInVain = (mail: Buffer, reason: WaitingReason): JudgedMail => ({
  ...untrusted(mail, "refused", reason),
  mail_hash: sha256("waiting", mail),
});

export const unreadable = (mail: Buffer): JudgedMail => untrusted(mail, "refused", "unreadable");

const untrusted = (
  mail: Buffer,
  outcome: "waiting" | "refused",
  reason: string | null,
): JudgedMail => ({
  // The hashed text begins differently, so that a forgery never takes the place of the bank's own email.
  mail_hash: sha256(outcome, mail),
  outcome,
  reason,
  sender: null,
  subject: null,
  amount: null,
  key_name: null,
  key_record: null,
  mutation: null,
  waits_for: null,
});

const shownOf = ({ sender, subject }: ProvenMail) => ({
  sender,
  subject: subject.slice(0, limits.mailLineCharacters),
});

/**
 * A proven email. The hash covers the text that the bank signed, and nothing that a server or a stranger can change
 * on the way.
 */
function trusted(
  proof: ProvenMail,
  { reason, amount = null }: { reason: string | null; amount?: number | null },
): JudgedMail {
  const { sender, subject, body_hash, written_at, key_name, key_record } = proof;
  return {
    mail_hash: sha256("trusted", sender, subject, body_hash, written_at ?? ""),
    outcome: reason === null ? "recorded" : "unread",
    reason,
    ...shownOf(proof),
    amount,
    key_name,
    key_record,
    mutation: null,
    waits_for: null,
  };
}

function mutationOf(
  proof: ProvenMail,
  { rule, type, amount, currency, sender, account, transferred_at }: ReadTransfer,
  { account_id, package_name }: OwnAccount,
): NewMutation {
  const meaning = [String(amount), sender ?? "", account ?? "", transferred_at, proof.body_hash];
  return {
    mutation_id: randomUUIDv7(),
    identity: trusted(proof, { reason: null }).mail_hash.toString("hex"),
    package_name,
    app_name: null,
    app_version: null,
    title: proof.subject.slice(0, limits.mailLineCharacters),
    body: null,
    posted_at: transferred_at,
    amount_parsed: amount,
    sender_parsed: sender,
    type_parsed: type,
    currency_parsed: currency,
    rule,
    wording:
      type === "CREDIT"
        ? sha256(...meaning)
            .toString("hex")
            .slice(0, 16)
        : null,
    account_id,
  };
}
