import { randomUUID } from "node:crypto";
import { GatewayError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { knownRefusals } from "../notifications/known-refusals.ts";
import { contradictingWord, namesMoney } from "../notifications/formats/engine/doubtful-words.ts";
import {
  exportedRule,
  findMarkFaults,
  findReadRefusals,
  type Mark,
  proposeMarks,
  readableText,
  type RuleFault,
  type TaughtRule,
  templateOf,
} from "../notifications/taught-rules.ts";
import { confirmedRule, isOpenToRules, readReported, rereadNotifications } from "./mutations.ts";
import {
  deleteReadingRule,
  insertReadingRule,
  selectConfirmedText,
  selectKeptTexts,
  selectReadingRules,
  updateReadingRule,
  type ConfirmedText,
  type ReadingRuleRow,
} from "./reading-rules.sql.ts";

/** What a rule that a merchant is making would do. */
export interface RuleTrial {
  package_name: string;
  app_name: string;
  title: string | null;
  /** The text in which the marks count the characters. */
  text: string;
  marks: Mark[];
  template: string;
  faults: RuleFault[];
  /** The kept texts that it would read, and how. */
  reads: { text: string; posted_at: string; amount: number; sender: string | null }[];
}

interface Taught {
  merchant_id: string;
  /** The transfer that a person confirmed, whose text teaches. */
  mutation_id: string;
  /** Absent: those that the gateway proposes. */
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
): Promise<{ trial: RuleTrial; rule: TaughtRule; confirmed: ConfirmedText }> {
  const confirmed = await selectConfirmedText(gateway.sql, {
    merchant_id,
    mutation_id,
    rule: confirmedRule,
  });
  if (confirmed === null) {
    throw new GatewayError("not_found", {
      message: "There is no transfer with this id that a person has confirmed from an unread text.",
    });
  }
  const reader = gateway.notificationReader();
  const package_name = confirmed.package_name.toLowerCase();
  const text = readableText(confirmed);
  const marks = [...(given ?? proposeMarks(text, confirmed.amount))];
  const strangers = reader.strangersOf(package_name);
  const rule: TaughtRule = {
    rule_id: randomUUID(),
    package_name,
    // Where strangers write, a rule with its own title would be believed under it: the app's own titles must do.
    // A title that names money would never be the same again.
    title: strangers === "remarks" && !namesMoney(confirmed.title ?? "") ? confirmed.title : null,
    template: templateOf(text, marks),
  };
  const faults: RuleFault[] = strangers === null ? [{ code: "app_unknown" }] : [];
  faults.push(...findMarkFaults(text, marks, confirmed.amount));
  // A rule's own title is believed, so it must not be one that takes its text back: "Permintaan transfer".
  const word = contradictingWord(rule.title ?? "");
  if (word !== null) faults.push({ code: "contradicting_word", text: word });
  const reads: RuleTrial["reads"] = [];
  if (faults.length === 0) {
    const own = reader.readWith(confirmed, []);
    if (!isOpenToRules(own)) faults.push({ code: "known_wording" });
    const reading = reader.judgeTaught(confirmed, [rule]);
    if (reading?.outcome !== "transaction" || reading.amount !== confirmed.amount) {
      faults.push({ code: "not_its_own_text" });
    }
    const kept = await selectKeptTexts(gateway.sql, { merchant_id, package_name });
    const refused = kept
      .filter(({ is_refused }) => is_refused)
      .map(({ notification }) => ({
        ...notification,
        shown: readableText(notification),
      }));
    faults.push(...findReadRefusals(reader, rule, [...refused, ...knownRefusals()]));
    for (const { notification, is_refused } of kept) {
      const would = readReported(reader, notification, [rule]);
      if (is_refused || would.outcome !== "transaction") continue;
      reads.push({
        text: readableText(notification),
        posted_at: new Date(notification.posted_at).toISOString(),
        amount: would.amount,
        sender: would.sender,
      });
    }
  }
  const { title, template } = rule;
  const app_name = reader.appNameOf(package_name) ?? package_name;
  const trial = { package_name, app_name, title, text, marks, template, faults, reads };
  return { trial, rule, confirmed };
}

/** Saves a rule that has no fault. Kept texts that it reads are recorded as transfers at once, and may pay. */
export async function saveReadingRule(
  gateway: Gateway,
  taught: Taught & { marks: readonly Mark[] },
): Promise<{ rule_id: string }> {
  const { trial, rule, confirmed } = await makeTrial(gateway, taught);
  const [fault] = trial.faults;
  if (fault !== undefined) {
    throw new GatewayError("conflict", {
      message: `${faultSentences[fault.code]}${"text" in fault ? `: ${fault.text}` : ""}.`,
    });
  }
  const saved = await insertReadingRule(gateway.sql, {
    ...rule,
    merchant_id: taught.merchant_id,
    sample: { title: confirmed.title, text: trial.text, amount: confirmed.amount },
    at: gateway.now(),
  });
  if (saved === null) {
    throw new GatewayError("conflict", {
      message: `There are ${limits.readingRulesPerMerchant} rules already: remove one that reads nothing any more.`,
    });
  }
  await rereadNotifications(gateway, taught);
  return saved;
}

const faultSentences: Readonly<Record<RuleFault["code"], string>> = {
  amount_missing: "Mark the amount, once",
  mark_invalid: "A mark is outside the text",
  marks_overlap: "Two marks overlap",
  part_marked_twice: "Mark each part once",
  amount_unreadable: "The mark of the amount does not hold the amount that was paid",
  name_before_amount: "A payer's name before the amount could be a forged text",
  too_few_words: "Too few words are left besides the marks, so a stranger's text could fit",
  not_its_own_text: "The rule does not read its own text",
  app_unknown: "Nothing is known of this app: an operator describes it in TEPAT_RULES_FILE first",
  known_wording: "The gateway knows this wording and doubts it",
  contradicting_word: "A word says that no money came in",
  reads_another: "The rule would read a text that tells of no credit",
};

export interface ReadingRule {
  rule_id: string;
  package_name: string;
  app_name: string;
  title: string | null;
  template: string;
  is_on: boolean;
  hits: number;
  last_hit_at: string | null;
  created_at: string;
}

export async function listReadingRules(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
): Promise<ReadingRule[]> {
  const { appNameOf } = gateway.notificationReader();
  const rows = await selectReadingRules(gateway.sql, merchant_id);
  return rows.map(({ sample: _sample, created_at, last_hit_at, ...rule }) => ({
    ...rule,
    app_name: appNameOf(rule.package_name) ?? rule.package_name,
    created_at: created_at.toISOString(),
    last_hit_at: last_hit_at?.toISOString() ?? null,
  }));
}

const noSuchRule = () =>
  new GatewayError("not_found", { message: "There is no rule with this id." });

export async function switchReadingRule(
  gateway: Gateway,
  rule: { merchant_id: string; rule_id: string; is_on: boolean },
): Promise<void> {
  if (!(await updateReadingRule(gateway.sql, rule))) throw noSuchRule();
  if (rule.is_on) await rereadNotifications(gateway, rule);
}

export async function removeReadingRule(
  gateway: Gateway,
  rule: { merchant_id: string; rule_id: string },
): Promise<void> {
  if (!(await deleteReadingRule(gateway.sql, rule))) throw noSuchRule();
}

/** The rules as an operator's file, and as files for the release, without anything of a payer's. */
export async function exportReadingRules(
  gateway: Gateway,
  { merchant_id }: { merchant_id: string },
): Promise<{ rules_file: string; format_files: { name: string; content: string }[] }> {
  const rows = await selectReadingRules(gateway.sql, merchant_id);
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
