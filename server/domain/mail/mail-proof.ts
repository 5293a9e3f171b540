/**
 * Checks the signature of a bank's email (DKIM, RFC 6376). The email counts only if a known bank has signed
 * everything that Tepat reads: the sender, the recipient, the subject, the date, the type and encoding of the content
 * and the whole body. Other servers' claims (Authentication-Results, ARC) do not count.
 */

import { limits } from "../../contract/limits.ts";
import { banks } from "../banks/index.ts";
import {
  type HeaderField,
  readableValue,
  readHeader,
  readSender,
  valueOf,
} from "./header-fields.ts";
import { DnsAway, keyAmong, type LookUpKey, type SeenKey } from "./key-lookup.ts";
import { type MailRefusal, type MailRefusalCode, refuse } from "./mail-refusals.ts";
import { checkSignatures, type InTurn, type Signature, skipped } from "./signature-check.ts";

export interface ProvenMail extends SeenKey {
  outcome: "trusted";
  bank_code: string;
  /** The one address in From, in lower case. */
  sender: string;
  /** The recipient as written, for display. */
  recipient: string;
  subject: string;
  /** The header's Date as ISO 8601; null if it is invalid. */
  written_at: string | null;
  message_id: string | null;
  signing_domain: string;
  selector: string;
  algorithm: string;
  /** null for Ed25519. */
  key_bits: number | null;
  /** The signature's `t=` and `x=` as ISO 8601. */
  signed_at: string | null;
  expires_at: string | null;
  /** The signature's `bh=`: the SHA-256 of the body, which is the same in every copy of the email. */
  body_hash: string;
  /** The number of forwarding servers that vouch for the email by ARC. The proof ignores them. */
  arc_seals: number;
}

export type MailProof =
  | ProvenMail
  | MailRefusal
  /** DNS did not respond, so the key is unknown. */
  | { outcome: "later"; advice: string; key_name: string };

const later = (key_name: string): MailProof => ({
  outcome: "later",
  advice:
    "DNS did not respond, so the signature could not be checked. Tepat has not refused the email. Check it again later.",
  key_name,
});

/** Returns the bank and the domains that can sign for a sender, or null. */
export type SignersOf = (sender: string) => { bank_code: string; domains: string[] } | null;

interface Expected {
  signersOf: SignersOf;
  /** The fields that Tepat reads, which the signature must therefore cover. */
  signed: readonly string[];
}

const expectedOfBanks: Expected = {
  signersOf: banksSigners,
  signed: ["from", "to", "subject", "date", "content-type"],
};

export interface Proving {
  lookUpKey: LookUpKey;
  at: Date;
  /** Runs the check in its turn. Without this function, the check runs at once. */
  inTurn?: InTurn;
}

export async function proveMail(
  mail: Buffer,
  { lookUpKey, at, inTurn = (work) => work() }: Proving,
  { signersOf, signed }: Expected = expectedOfBanks,
): Promise<MailProof> {
  if (mail.length > limits.mailBytes) return refuse("too_large");
  const fields = readHeader(mail);
  if (typeof fields === "string") return refuse(fields);
  const sender = readSender(valueOf(fields, "from"));
  if (sender === null) return refuse("sender");
  const signers = signersOf(sender);
  if (signers === null) return refuse("unknown_sender");
  const written = fields.filter(({ name }) => name === "dkim-signature").length;
  if (written === 0) return refuse("not_signed");
  if (written > limits.mailSignatures) return refuse("too_many_signatures");

  const keys = keysOf(signers.domains, lookUpKey);
  const { domains } = signers;
  const checking = { domains, at, findKey: keys.find, inTurn };
  const results = await checkSignatures(withNetworkLineEnds(mail), checking);
  const own = results.filter(({ signingDomain = "" }) =>
    domains.includes(signingDomain.toLowerCase()),
  );
  if (own.length === 0) return { ...refuse("other_signer"), signed_by: domainsIn(results) };
  const judged = own.map((signature) => ({
    signature,
    refusal: refusalOf(signature, { fields, signed, at, faults: keys.faults }),
  }));
  const valid = judged.find(({ refusal }) => refusal === null);
  if (valid !== undefined) {
    return proven(valid.signature, { fields, sender, bank_code: signers.bank_code });
  }
  const waiting = judged.find(({ refusal }) => refusal === "later");
  if (waiting !== undefined) return later(keyNameOf(waiting.signature));
  const [first] = judged;
  const key_name = first && keyNameOf(first.signature);
  return { ...refuse(first?.refusal as MailRefusalCode), ...(key_name && { key_name }) };
}

/** Restores the line ends of the signed email, because a file that was saved on Unix has others. */
const withNetworkLineEnds = (mail: Buffer): Buffer =>
  Buffer.from(mail.toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1");

/** Returns the domains that can sign for the sender: a bank's domain that equals the sender's or is its parent. */
function banksSigners(sender: string): ReturnType<SignersOf> {
  const own = sender.slice(sender.indexOf("@") + 1);
  for (const { code, mail } of banks) {
    const domains = (mail?.domains ?? []).filter(
      (domain) => own === domain || own.endsWith(`.${domain}`),
    );
    if (domains.length > 0) return { bank_code: code, domains };
  }
  return null;
}

function domainsIn(signatures: readonly Signature[]): string[] {
  const named = signatures.map(({ signingDomain = "" }) => signingDomain.toLowerCase());
  return [...new Set(named)].filter((domain) => domainName.test(domain));
}

const domainName = /^[a-z0-9.-]{1,253}$/;

type KeyFault = "no_key" | "unusable_key" | "later";

/** Looks up only the bank's keys, because a forged email could name any domain. */
function keysOf(domains: readonly string[], lookUpKey: LookUpKey) {
  const faults = new Map<string, KeyFault>();
  const isBanks = (name: string) =>
    domains.some((domain) => name.endsWith(`._domainkey.${domain}`));
  const failed = (name: string, fault: KeyFault): Error => {
    faults.set(name, fault);
    return new Error(fault);
  };

  async function find(name: string): Promise<string[][]> {
    if (!isBanks(name)) throw failed(name, "no_key");
    const records = await lookUpKey(name).catch((cause: unknown) => {
      if (cause instanceof DnsAway) throw failed(name, "later");
      throw cause;
    });
    const found = keyAmong(records);
    if ("fault" in found) throw failed(name, found.fault);
    return [[found.key]];
  }
  return { find, faults };
}

const keyNameOf = ({ selector = "", signingDomain = "" }: Signature): string =>
  `${selector}._domainkey.${signingDomain}`.toLowerCase();

const commentRefusals: Readonly<Record<string, MailRefusalCode>> = {
  "body hash did not verify": "changed_body",
  "bad signature": "changed_header",
  expired: "expired",
  "no key": "no_key",
  "unknown key version": "unusable_key",
  "unknown key type": "unusable_key",
  "invalid public key": "unusable_key",
  "inappropriate hash algorithm": "unusable_key",
  "inappropriate key algorithm": "unusable_key",
  "key not for email": "unusable_key",
  [skipped.partOfBody]: "part_of_body",
  [skipped.sha1]: "weak_signature",
  "From field not signed": "unsigned_field",
};

interface Judging {
  fields: readonly HeaderField[];
  signed: readonly string[];
  at: Date;
  faults: ReadonlyMap<string, KeyFault>;
}

function refusalOf(
  signature: Signature,
  { fields, signed, at, faults }: Judging,
): MailRefusalCode | "later" | null {
  const { status } = signature;
  if (status.policy?.["dkim-rules"] === "weak-key") return "weak_key";
  if (status.result === "temperror") return faults.get(keyNameOf(signature)) ?? "unusable_key";
  if (status.result !== "pass") {
    return commentRefusals[status.comment ?? ""] ?? "malformed_signature";
  }
  if (status.testing === true) return "test_key";
  if (!coversAllThatIsRead(signature, fields, signed)) return "unsigned_field";
  return isOfFuture(signature, at) ? "future_signature" : null;
}

/** The values of Content-Transfer-Encoding that leave the body unchanged. */
const plainEncodings: ReadonlySet<string> = new Set(["", "7bit", "8bit", "binary"]);

function coversAllThatIsRead(
  { signingHeaders }: Signature,
  fields: readonly HeaderField[],
  read: readonly string[],
): boolean {
  const signed = (signingHeaders?.keys ?? "").toLowerCase().split(": ");
  const encoding = valueOf(fields, "content-transfer-encoding").toLowerCase();
  const needed = plainEncodings.has(encoding) ? read : [...read, "content-transfer-encoding"];
  return needed.every((name) => signed.includes(name));
}

function isOfFuture({ signTime }: Signature, at: Date): boolean {
  if (typeof signTime !== "string") return false;
  return Date.parse(signTime) > at.getTime() + limits.mailClockSeconds * 1000;
}

function proven(
  signature: Signature,
  {
    fields,
    sender,
    bank_code,
  }: { fields: readonly HeaderField[]; sender: string; bank_code: string },
): ProvenMail {
  const { signingDomain = "", selector = "", algo = "", modulusLength, rr = "" } = signature;
  return {
    outcome: "trusted",
    bank_code,
    sender,
    recipient: readableValue(fields, "to"),
    subject: readableValue(fields, "subject"),
    written_at: instant(valueOf(fields, "date")),
    message_id: valueOf(fields, "message-id") || null,
    signing_domain: signingDomain,
    selector,
    algorithm: algo,
    key_bits: modulusLength ?? null,
    key_name: keyNameOf(signature),
    key_record: rr,
    signed_at: signature.signTime ?? null,
    expires_at: signature.expiresAfter ?? null,
    body_hash: signature.bodyHash ?? "",
    arc_seals: fields.filter(({ name }) => name === "arc-seal").length,
  };
}

function instant(date: string): string | null {
  const at = new Date(date);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
