import { RateLimiterMemory } from "rate-limiter-flexible";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { createAdmission } from "../base/admission.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { namesBank } from "./bank-mail.ts";
import { readSender } from "./header-fields.ts";
import { DnsAway, type LookUpKey } from "./key-lookup.ts";
import { textsOf } from "./mail-content.ts";
import { proveMail, type SignersOf } from "./mail-proof.ts";
import { judgeFor, NoRoomToWait, storeMail } from "./mail-storing.ts";
import {
  findForwarded,
  type ForwardedMailbox,
  noteConfirmation,
  noteForwarded,
} from "./mailboxes.sql.ts";
import type { InTurn } from "./signature-check.ts";

/**
 * Receives emails that a mail provider forwards to one of the gateway's own addresses. The rules are those of a
 * mailbox that Tepat itself reads: the bank's signature counts, and the email must be addressed to the owner.
 */

/** `done`: the result is stored. `paused` and `busy`: the sender keeps the email and tries again. */
export type Reception = "done" | "unknown" | "paused" | "busy";

export interface MailReception {
  /** Returns the outcome of an email to this address at this moment. */
  ask(forwarding_name: string): Promise<Reception>;
  /** Stores an email. Rejects if the sender must send the email again, because the database or DNS is down. */
  receive(forwarding_name: string, mail: Buffer): Promise<Reception>;
}

/** The form of a forwarding name. No other name reaches the database. */
const nameShape = new RegExp(`^[0-9a-f]{${limits.forwardingNameCharacters}}$`);

export function createMailReception(gateway: Gateway, lookUpKey: LookUpKey): MailReception {
  const bytes = new RateLimiterMemory({ points: limits.smtpBytesPerMerchant, duration: 60 });
  const admit = createAdmission({
    atOnce: 1,
    strangersWaiting: 0,
    knownWaiting: limits.smtpChecksWaiting,
    knownWaitingEach: limits.smtpChecksWaitingEach,
  });
  const find = async (name: string): Promise<ForwardedMailbox | "unknown" | "paused"> => {
    if (!nameShape.test(name)) return "unknown";
    const mailbox = await findForwarded(gateway.sql, name);
    if (mailbox === null) return "unknown";
    return mailbox.is_paused ? "paused" : mailbox;
  };
  return {
    async ask(name) {
      const found = await find(name);
      return typeof found === "string" ? found : "done";
    },
    async receive(name, mail) {
      const mailbox = await find(name);
      if (typeof mailbox === "string") return mailbox;
      const { merchant_id } = mailbox;
      const from = writtenSender(mail);
      const isBanks = namesBank(from);
      if (!isBanks && !from.toLowerCase().includes(gmailsAddress)) return "done";
      const isInBounds = await bytes.consume(merchant_id, mail.length).then(
        () => true,
        () => false,
      );
      if (!isInBounds) return "busy";
      const inTurn: InTurn = (work) => admit(work, merchant_id);
      const arrival = { mail, lookUpKey, inTurn };
      try {
        return isBanks
          ? await storeForwarded(gateway, mailbox, arrival)
          : await keepConfirmation(gateway, mailbox, { ...arrival, name });
      } catch (cause) {
        if (cause instanceof GatewayError && cause.code === "rate_limited") return "busy";
        throw cause;
      }
    },
  };
}

/** Returns all From fields as written. A forged email can have several. */
function writtenSender(mail: Buffer): string {
  const head = mail.subarray(0, limits.mailHeaderBytes).toString("latin1");
  const [header = ""] = head.split(/\r?\n\r?\n/, 1);
  return (header.match(/^from[ \t]*:.*(?:\r?\n[ \t].*)*/gim) ?? []).join(" ");
}

class MailboxClosed extends Error {
  override readonly name = "MailboxClosed";
}

interface Arrival {
  mail: Buffer;
  lookUpKey: LookUpKey;
  inTurn: InTurn;
}

async function storeForwarded(
  gateway: Gateway,
  mailbox: ForwardedMailbox,
  arrival: Arrival,
): Promise<Reception> {
  const { mail } = arrival;
  const arrived_at = gateway.now() ?? new Date();
  const judged = await judgeFor(gateway, mailbox, { ...arrival, arrived_at });
  if (judged === null) return "done";
  const { outcome } = judged;
  const hold = async ({ sql, now }: Gateway) => {
    if (!(await noteForwarded(sql, mailbox, { outcome, at: now() }))) throw new MailboxClosed();
  };
  try {
    await storeMail(gateway, mailbox, { judged, mail, arrived_at, hold, canComeAgain: true });
    return "done";
  } catch (cause) {
    // The mailbox was paused or disconnected in the meantime. The sender tries again.
    if (cause instanceof MailboxClosed) return "paused";
    if (cause instanceof NoRoomToWait) return "busy";
    throw cause;
  }
}

/** Gmail forwards only after the owner has entered Gmail's code or opened its link. */
const gmailsAddress = "forwarding-noreply@google.com";

const gmail = {
  signersOf: ((sender) =>
    sender === gmailsAddress
      ? { bank_code: "", domains: ["google.com"] }
      : null) satisfies SignersOf,
  signed: ["from", "to", "subject"],
};

async function keepConfirmation(
  gateway: Gateway,
  mailbox: ForwardedMailbox,
  { name, mail, ...proving }: Arrival & { name: string },
): Promise<Reception> {
  const { now, settings } = gateway;
  const proof = await proveMail(mail, { ...proving, at: now() ?? new Date() }, gmail);
  if (proof.outcome === "later") throw new DnsAway(proof.key_name);
  if (proof.outcome === "refused") return "done";
  if (readSender(proof.recipient) !== `${name}@${settings.mailDomain ?? ""}`) return "done";
  const texts = textsOf(mail);
  const text = typeof texts === "string" ? "" : texts.join("\n");
  const code = /\(#(\d{6,12})\)/.exec(proof.subject) ?? codeLine.exec(text);
  const [link = null] = confirmationLink.exec(text) ?? [];
  if (code !== null || link !== null) {
    await noteConfirmation(gateway.sql, mailbox, { code: code?.[1] ?? null, link, at: now() });
  }
  return "done";
}

const codeLine = /\b(?:code|kode)\b[^\d\n]{0,40}(\d{6,12})\b/iu;
const confirmationLink = new RegExp(
  String.raw`https://mail-settings\.google\.com/mail/vf-[\w%.~-]{8,${limits.forwardingLinkCharacters}}`,
  "u",
);
