import { randomUUID } from "node:crypto";
import { GatewayError, notFound } from "../../contract/errors.ts";
import type { Actor } from "../access/audit.ts";
import type { Session } from "../access/sessions.sql.ts";
import { banks } from "../banks/index.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { recordReports } from "../mutations/mutations.ts";
import { auditedRule } from "../mutations/own-texts.ts";
import { refusedFor, tooManyRules } from "../mutations/reading-rules.ts";
import { insertReadingRule, noteReadEmails } from "../mutations/reading-rules.sql.ts";
import { cleanText } from "../notifications/formats/engine/clean-text.ts";
import { readAmount } from "../notifications/formats/engine/amount.ts";
import { anyMoney, type RuleFault } from "../notifications/taught-rules.ts";
import { recorded } from "./bank-mail.ts";
import { type ProvenMail, proveMail } from "./mail-proof.ts";
import { formatId, readMail } from "./mail-reading.ts";
import { openMail } from "./mail-sealing.ts";
import {
  selectUnreadMails,
  selectWatchedAccounts,
  takeUnreadMail,
  type UnreadMail,
  type WatchedAccount,
} from "./mailboxes.sql.ts";
import {
  canBeTaught,
  findMailFaults,
  type MailMark,
  mailTemplateOf,
  proposeMailMarks,
  readableTexts,
  readTaught,
  type TaughtMail,
  type TaughtTransfer,
} from "./taught-mails.ts";

/**
 * Teaching from a proven email that Tepat could not read: a person confirms that it reports a transfer, and marks its
 * parts.
 */

/** The effects of a rule that a merchant is about to teach. The taught email is one of those that the rule reads. */
export interface MailRuleTrial {
  package_name: string;
  app_name: string;
  title: string | null;
  text: string;
  marks: MailMark[];
  template: string;
  faults: RuleFault[];
  /** The other unread emails that the rule would read. A person decides about each. */
  reads: {
    text_id: string;
    text: string;
    posted_at: string;
    amount: number;
    sender: string | null;
  }[];
}

interface Taught {
  merchant_id: string;
  mail_id: string;
  /** Absent: the marks that the gateway proposes. */
  marks?: readonly MailMark[] | undefined;
}

/** An email with its proof, by the key that DNS returned when the email arrived. */
interface Proven {
  row: UnreadMail;
  mail: Buffer;
  proof: ProvenMail;
  accounts: WatchedAccount[];
}

interface Read extends Proven {
  reading: TaughtTransfer;
}

/** Tries a rule without saving it. */
export async function tryMailRule(gateway: Gateway, taught: Taught): Promise<MailRuleTrial> {
  const { trial } = await makeTrial(gateway, taught);
  return trial;
}

async function makeTrial(
  gateway: Gateway,
  { merchant_id, mail_id, marks: given }: Taught,
): Promise<{ trial: MailRuleTrial; rule: TaughtMail; own: Read | null; others: Read[] }> {
  const [row] = await selectUnreadMails(gateway.sql, { merchant_id, mail_id });
  const proven = row ? await proveAgain(gateway, row) : null;
  if (proven === null) throw notFound("email");
  const { mail, proof, accounts } = proven;
  const bank = banks.find(({ code }) => code === proof.bank_code);
  const bank_name = bank?.name ?? proof.bank_code;
  const text = textToTeach(mail, proof);
  const ofBank = accounts.filter(({ channel_code }) => channel_code === proof.bank_code);
  const marks = [...(given ?? proposeMailMarks(text, ofBank))];
  const valueOf = (part: MailMark["part"]): string => {
    const place = marks.find((mark) => mark.part === part);
    return place ? text.slice(place.start, place.end) : "";
  };
  const amount = readAmount(valueOf("amount"));
  const names = [valueOf("sender"), ...accounts.map(({ account_name }) => account_name ?? "")];
  const title = mailTemplateOf(cleanText(proof.subject), [], { amount, names });
  const rule: TaughtMail = {
    rule_id: randomUUID(),
    sender: proof.sender,
    signing_domain: proof.signing_domain.toLowerCase(),
    title,
    template: mailTemplateOf(text, marks, { amount, names }),
  };
  const faults: RuleFault[] =
    text === ""
      ? [{ code: "too_long" }]
      : findMailFaults(text, marks, { rule, proof, accounts, bank_name });
  const reading = faults.length === 0 ? readBy(rule, proven) : null;
  if (faults.length === 0) {
    const release = readMail(mail, proof);
    if (release.outcome === "transaction") faults.push({ code: "read_already" });
    else if (!canBeTaught(release.reason)) faults.push({ code: "contradictory" });
    else if (reading === null || reading.reading.amount !== amount) {
      faults.push({ code: "not_its_own_text" });
    }
  }
  const others: Read[] = [];
  if (faults.length === 0) {
    for (const other of await selectUnreadMails(gateway.sql, {
      merchant_id,
      sender: rule.sender,
    })) {
      const again = other.mail_id === mail_id ? null : await proveAgain(gateway, other);
      const read = again && readBy(rule, again);
      if (read) others.push(read);
    }
  }
  const trial: MailRuleTrial = {
    package_name: formatId({ code: proof.bank_code }),
    app_name: bank_name,
    title,
    text,
    marks,
    template: rule.template,
    faults,
    reads: others.map((other) => ({
      text_id: other.row.mail_id,
      text: other.proof.subject,
      posted_at: other.reading.transferred_at,
      amount: other.reading.amount,
      sender: other.reading.sender,
    })),
  };
  return { trial, rule, own: reading, others };
}

async function proveAgain(gateway: Gateway, row: UnreadMail): Promise<Proven | null> {
  const mail = openMail(gateway, row, row);
  const lookUpKey = (name: string): Promise<string[]> =>
    Promise.resolve(name === row.key_name ? [row.key_record] : []);
  const proof = await proveMail(mail, { lookUpKey, at: row.arrived_at });
  if (proof.outcome !== "trusted") return null;
  return { row, mail, proof, accounts: await selectWatchedAccounts(gateway.sql, row) };
}

function readBy(rule: TaughtMail, proven: Proven): Read | null {
  const { mail, proof, accounts } = proven;
  const release = readMail(mail, proof);
  if (release.outcome === "transaction" || !canBeTaught(release.reason)) return null;
  const reading = readTaught(mail, proof, { rules: [rule], accounts });
  return reading?.outcome === "transaction" ? { ...proven, reading } : null;
}

/**
 * Returns the last part that names money, because the plain text beside an email's HTML often says less. Returns the
 * last part if none names money, and an empty text without parts.
 */
function textToTeach(mail: Buffer, proof: ProvenMail): string {
  const texts = readableTexts(mail, proof);
  return texts.findLast((text) => text.search(anyMoney) >= 0) ?? texts.at(-1) ?? "";
}

/** Saves a rule without faults. The email, and the others that the person has chosen, become transfers and can pay. */
export async function saveOwnMailRule(
  gateway: Gateway,
  actor: Actor,
  {
    session,
    ...taught
  }: {
    session: Session;
    mail_id: string;
    marks: readonly MailMark[];
    mail_ids?: readonly string[] | undefined;
  },
): Promise<{ rule_id: string }> {
  return auditedRule(gateway, actor, {
    session,
    recorded: [taught.mail_id, ...(taught.mail_ids ?? [])],
    save: (inside, { merchant_id }) => saveMailRule(inside, { merchant_id, ...taught }),
  });
}

async function saveMailRule(
  gateway: Gateway,
  { mail_ids = [], ...taught }: Taught & { mail_ids?: readonly string[] | undefined },
): Promise<{ rule_id: string }> {
  const { merchant_id } = taught;
  const { trial, rule, own, others } = await makeTrial(gateway, taught);
  const [fault] = trial.faults;
  if (fault !== undefined) throw refusedFor(fault);
  const { package_name, app_name } = trial;
  const saved = await insertReadingRule(gateway.sql, {
    ...rule,
    package_name,
    merchant_id,
    // The sample stays empty, because the email's own words would name people.
    sample: { title: null, text: "", amount: 0, app_name },
    at: gateway.now(),
  });
  if (saved === null) throw tooManyRules();
  await noteReadEmails(gateway.sql, merchant_id);
  for (const mail_id of new Set([taught.mail_id, ...mail_ids])) {
    const read = [own, ...others].find((each) => each?.row.mail_id === mail_id);
    if (!read || !(await record(gateway, read, saved))) throw noLongerUnread();
  }
  return saved;
}

async function record(
  gateway: Gateway,
  { row, proof, reading }: Read,
  { rule_id }: { rule_id: string },
): Promise<boolean> {
  const { merchant_id, device_id, mail_id } = row;
  const told = { ...reading, rule: reading.rule.replace(/[^.]*$/u, rule_id) };
  const { mutation } = recorded(proof, told, reading.own);
  const { mutation_id } = mutation;
  const { amount } = reading;
  if (!(await takeUnreadMail(gateway.sql, { merchant_id, mail_id, amount, mutation_id }))) {
    return false;
  }
  await recordReports(gateway, [{ merchant_id, device_id, mutations: [mutation] }]);
  return true;
}

const noLongerUnread = () =>
  new GatewayError("conflict", {
    message:
      "An email that you chose is no longer unread, or this rule does not read it. Try the rule again.",
  });
