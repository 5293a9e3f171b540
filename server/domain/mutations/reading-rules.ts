import { randomUUID } from "node:crypto";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { readerOfMerchant, readersOfMerchants } from "../accounts/merchant-apps.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { knownRefusals } from "../notifications/known-refusals.ts";
import type { WordFault } from "../notifications/payers-words.ts";
import { contradictingWord, namesMoney } from "../notifications/formats/engine/doubtful-words.ts";
import { isOpenToRules, type TaughtRule } from "../notifications/notification-reader.ts";
import {
  exportedRule,
  findMarkFaults,
  findPayersFaults,
  findReadOtherwise,
  findReadRefusals,
  findStoredFaults,
  type Mark,
  proposeMarks,
  readableText,
  type RuleFault,
  templateOf,
} from "../notifications/taught-rules.ts";
import { confirmedRule, readReported, recordKept } from "./mutations.ts";
import {
  deleteReadingRule,
  insertReadingRule,
  noteReadEmails,
  selectConfirmedText,
  selectDecidedTexts,
  selectKeptTexts,
  selectReadingRule,
  selectReadingRules,
  selectRulesToCheck,
  switchOffRules,
  switchOnMailRules,
  updateReadingRule,
  type ConfirmedText,
  type KeptText,
  type ReadingRuleRow,
  type RuleOfMerchant,
} from "./reading-rules.sql.ts";

/** The effects of a rule that a merchant is about to teach. */
export interface RuleTrial {
  package_name: string;
  app_name: string;
  title: string | null;
  /** The text in which the marks count characters. */
  text: string;
  marks: Mark[];
  template: string;
  faults: RuleFault[];
  /** The stored texts that the rule would read, with the readings. A person decides about each. */
  reads: ReadText[];
}

interface ReadText {
  text_id: string;
  text: string;
  posted_at: string;
  amount: number;
  sender: string | null;
}

interface Taught {
  merchant_id: string;
  /** The transfer that a person confirmed, whose text teaches the rule. */
  mutation_id: string;
  /** Absent: the marks that the gateway proposes. */
  marks?: readonly Mark[] | undefined;
}

/** Tries a rule without saving it. */
export async function tryReadingRule(gateway: Gateway, taught: Taught): Promise<RuleTrial> {
  const { trial } = await makeTrial(gateway, taught);
  return trial;
}

async function makeTrial(
  gateway: Gateway,
  { merchant_id, mutation_id, marks: given }: Taught,
): Promise<{ trial: RuleTrial; rule: TaughtRule; confirmed: ConfirmedText; kept: KeptText[] }> {
  const confirmed = await selectConfirmedText(gateway.sql, {
    merchant_id,
    mutation_id,
    rule: confirmedRule,
  });
  if (confirmed === null) {
    throw new GatewayError("not_found", {
      message: "No transfer with this id was confirmed from an unread notification. Check the id.",
    });
  }
  const reader = await readerOfMerchant(gateway, merchant_id);
  const package_name = confirmed.package_name.toLowerCase();
  const text = readableText(confirmed);
  const marks = [...(given ?? proposeMarks(text, confirmed.amount))];
  const app = reader.appOf(package_name);
  const rule: TaughtRule = {
    rule_id: randomUUID(),
    package_name,
    // In an app whose titles strangers can write, only the app's own titles are safe, so the rule has no title. A
    // title that contains an amount never recurs.
    title:
      app?.strangers === "remarks" && !namesMoney(confirmed.title ?? "") ? confirmed.title : null,
    template: templateOf(text, marks),
  };
  const faults: RuleFault[] = app === null ? [{ code: "app_unknown" }] : [];
  const unfit = findMarkFaults(text, marks, confirmed.amount);
  faults.push(...unfit);
  if (app !== null && !unfit.some(({ code }) => misplaced.has(code))) {
    faults.push(...findPayersFaults(text, marks, app, rule.title));
  }
  // A rule's own title is believed, so the title must not contradict the text: "Permintaan transfer".
  const word = contradictingWord(rule.title ?? "");
  if (word !== null) faults.push({ code: "contradicting_word", text: word });
  const reads: ReadText[] = [];
  const kept = await selectKeptTexts(gateway.sql, { merchant_id, package_name });
  if (faults.length === 0) {
    const own = reader.read(confirmed);
    if (!isOpenToRules(own)) {
      faults.push({ code: own.outcome === "unread" ? "contradictory" : "read_already" });
    }
    const reading = reader.judgeTaught(confirmed, [rule]);
    if (reading?.outcome !== "transaction" || reading.amount !== confirmed.amount) {
      faults.push({ code: "not_its_own_text" });
    }
    const refused = kept
      .filter(({ is_refused }) => is_refused)
      .map(({ notification }) => ({
        ...notification,
        shown: readableText(notification),
      }));
    faults.push(...findReadRefusals(reader, rule, [...refused, ...knownRefusals()]));
    const decided = await selectDecidedTexts(gateway.sql, { merchant_id, package_name });
    faults.push(...findReadOtherwise(reader, rule, decided));
    for (const { device_id, identity, notification, is_refused } of kept) {
      const would = readReported(reader, notification, [rule]);
      if (is_refused || would.outcome !== "transaction") continue;
      reads.push({
        text_id: `${device_id}.${identity}`,
        text: readableText(notification),
        posted_at: new Date(notification.posted_at).toISOString(),
        amount: would.amount,
        sender: would.sender,
      });
    }
  }
  const { title, template } = rule;
  const app_name = app?.name ?? package_name;
  const trial = { package_name, app_name, title, text, marks, template, faults, reads };
  return { trial, rule, confirmed, kept };
}

/** The faults with which the marks form no template. */
const misplaced: ReadonlySet<RuleFault["code"]> = new Set([
  "mark_invalid",
  "marks_overlap",
  "amount_missing",
  "part_marked_twice",
]);

/**
 * Saves a rule without faults. Of the stored texts that it reads, those that the person has chosen are recorded as
 * transfers and can pay. The others stay.
 */
export async function saveReadingRule(
  gateway: Gateway,
  taught: Taught & { marks: readonly Mark[]; text_ids?: readonly string[] | undefined },
): Promise<{ rule_id: string }> {
  const { trial, rule, confirmed, kept } = await makeTrial(gateway, taught);
  const [fault] = trial.faults;
  if (fault !== undefined) throw refusedFor(fault);
  const saved = await insertReadingRule(gateway.sql, {
    ...rule,
    merchant_id: taught.merchant_id,
    sample: {
      title: confirmed.title,
      text: trial.text,
      amount: confirmed.amount,
      app_name: trial.app_name,
    },
    at: gateway.now(),
  });
  if (saved === null) throw tooManyRules();
  const reader = await readerOfMerchant(gateway, taught.merchant_id);
  for (const text_id of new Set(taught.text_ids)) {
    const text = kept.find(({ device_id, identity }) => text_id === `${device_id}.${identity}`);
    const isRead = trial.reads.some((read) => read.text_id === text_id);
    const isRecorded =
      text !== undefined &&
      isRead &&
      (await recordKept(
        gateway,
        { merchant_id: taught.merchant_id, ...text },
        readReported(reader, text.notification, [{ ...rule, ...saved }]),
      ));
    if (!isRecorded) {
      throw new GatewayError("conflict", {
        message:
          "A text that you chose is no longer kept, or this rule does not read it. Try the rule again.",
      });
    }
  }
  return saved;
}

export const tooManyRules = () =>
  new GatewayError("conflict", {
    message: `The limit of ${limits.readingRulesPerMerchant} rules is reached. Remove one that no longer reads anything.`,
  });

/**
 * Switches off every rule that could not be taught today, and records the reason. Each start calls this function, so
 * an upgrade needs no other step. Rules that another process switches off at the same time are left to that process.
 */
export async function switchOffRefusedRules(gateway: Gateway): Promise<number> {
  const refused = (await findRefusedRules(gateway)).filter(({ is_on }) => is_on);
  if (refused.length === 0) return 0;
  const off = await switchOffRules(gateway.sql, refused);
  return off.length;
}

/**
 * Updates the stored data about emails to this release. Each start calls this function. The release can read emails
 * of more banks than the previous one, which can also have run beside it.
 */
export async function renewMailRules(gateway: Gateway): Promise<void> {
  await switchOnMailRules(gateway.sql, gateway.now());
  await noteReadEmails(gateway.sql);
}

/** Finds the rules of all merchants that the gateway has switched off, or will switch off at its next start. */
export async function findRefusedRules({
  sql,
  notificationReader,
}: Pick<Gateway, "sql" | "notificationReader">): Promise<
  (RuleOfMerchant & { fault: WordFault })[]
> {
  const rules = await selectRulesToCheck(sql);
  const merchant_ids = rules.map(({ merchant_id }) => merchant_id);
  const readerOf = await readersOfMerchants({ sql, notificationReader }, merchant_ids);
  return rules.flatMap((rule) => {
    const fault = rule.is_on ? findStoredFaults(readerOf(rule.merchant_id), rule)[0] : rule.fault;
    return fault ? [{ ...rule, fault }] : [];
  });
}

const faultSentences: Readonly<Record<RuleFault["code"], string>> = {
  amount_missing: "Mark the amount exactly once",
  mark_invalid: "A mark is outside the text. Remove the mark",
  marks_overlap: "Two marks overlap. Remove one of them",
  part_marked_twice: "Mark each part once",
  amount_unreadable: "The marked amount is not the amount that was paid. Mark the right words",
  name_before_amount:
    "You cannot teach this wording. The sender's name stands before the amount, so a sender could forge an amount",
  too_few_words: "Too few words are unmarked, so a stranger's text could match. Mark fewer words",
  not_its_own_text: "The rule would not read even this notification. Change the marks",
  app_unknown:
    "Tepat does not know this app. Ask the operator to describe the app in TEPAT_RULES_FILE first",
  other_account:
    "Mark the number of the account that received the money. It must be an account that the mailbox watches",
  too_long: "The email is too long to be taught",
  contradictory: "Tepat's own rules disagree about this notification, so you cannot teach it",
  read_already: "Tepat now reads this notification automatically. You do not have to teach it",
  contradicting_word: "A word contradicts an incoming transfer",
  reads_another:
    "The rule would also read a notification that reports no incoming money. Mark fewer words",
  reads_otherwise: "The rule would read this notification differently from your decision",
  second_amount:
    "The notification names two amounts, so the sender might have written the marked one",
  payers_amount: "The amount is in the part that the sender writes",
  outgoing_words: "The words describe an outgoing transfer",
  no_income: "No word reports incoming money",
};

export interface ReadingRule {
  rule_id: string;
  package_name: string;
  app_name: string;
  title: string | null;
  template: string;
  is_on: boolean;
  /** The sender of the emails that the rule reads; null for notifications. */
  sender: string | null;
  /** The reason why the gateway switched the rule off. Such a rule can only be removed. */
  fault: WordFault | null;
  hits: number;
  last_hit_at: string | null;
  created_at: string;
}

export async function listReadingRules(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
): Promise<ReadingRule[]> {
  const { appNameOf } = await readerOfMerchant(gateway, merchant_id);
  const rows = await selectReadingRules(gateway.sql, merchant_id);
  return rows.map(({ sample, signing_domain: _domain, created_at, last_hit_at, ...rule }) => ({
    ...rule,
    app_name: appNameOf(rule.package_name) ?? sample.app_name ?? rule.package_name,
    created_at: created_at.toISOString(),
    last_hit_at: last_hit_at?.toISOString() ?? null,
  }));
}

export const refusedFor = (fault: RuleFault) =>
  new GatewayError("conflict", {
    message: `${faultSentences[fault.code]}${"text" in fault ? `: ${fault.text}` : ""}.`,
  });

const noSuchRule = () =>
  new GatewayError("not_found", { message: "Rule not found. Check the id." });

export async function switchReadingRule(
  gateway: Gateway,
  rule: { merchant_id: string; rule_id: string; is_on: boolean },
): Promise<void> {
  const stored = await selectReadingRule(gateway.sql, rule);
  if (stored === null) throw noSuchRule();
  const reader = await readerOfMerchant(gateway, rule.merchant_id);
  // The check applies only to notifications.
  const isChecked = rule.is_on && stored.sender === null;
  const [fault] = isChecked ? findStoredFaults(reader, stored) : [];
  if (fault !== undefined) throw refusedFor(fault);
  if (!(await updateReadingRule(gateway.sql, { ...rule, at: gateway.now() }))) throw noSuchRule();
  if (stored.sender !== null) await noteReadEmails(gateway.sql, rule.merchant_id);
}

export async function removeReadingRule(
  gateway: Gateway,
  rule: { merchant_id: string; rule_id: string },
): Promise<void> {
  if (!(await deleteReadingRule(gateway.sql, rule))) throw noSuchRule();
  await noteReadEmails(gateway.sql, rule.merchant_id);
}

/** Returns the rules for notifications as an operator's file and as files for the release, without a sender's data. */
export async function exportReadingRules(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
): Promise<{ rules_file: string; format_files: { name: string; content: string }[] }> {
  const all = await selectReadingRules(gateway.sql, merchant_id);
  const rows = all.filter(({ sender }) => sender === null);
  const byApp = Map.groupBy(rows, ({ package_name }) => package_name);
  const formats = Array.from(byApp, ([package_name, rules]) => ({
    id: `taught_${package_name.replace(/[^a-z0-9]+/gu, "_")}`,
    packages: [package_name],
    rules: rules.map(ruleToExport),
  }));
  return {
    rules_file: `${JSON.stringify(formats, null, 2)}\n`,
    format_files: formats.map((format) => ({
      name: `${format.id.replaceAll("_", "-")}.ts`,
      content: formatFile(format),
    })),
  };
}

const ruleToExport = (row: ReadingRuleRow) => exportedRule(row, row.sample);

function formatFile({ packages, rules }: { packages: string[]; rules: object[] }): string {
  return `import type { TransactionRule } from "./format.ts";

/** Wordings of ${packages.join(", ")} that a merchant has taught. Add them to the rules of the app's format. */
export const taughtRules: readonly TransactionRule[] = ${JSON.stringify(rules, null, 2)};
`;
}
