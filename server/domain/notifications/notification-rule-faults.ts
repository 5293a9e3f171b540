/**
 * Finds the faults of a rule, in sentences for its author. Tests check the rules of the release with it, and the
 * gateway checks an operator's rules when it loads them.
 */

import { limits } from "../../contract/limits.ts";
import { cleanText } from "./formats/engine/clean-text.ts";
import { compileTemplate, isFree, matchTemplate } from "./formats/engine/template.ts";
import type { Rule } from "../banks/format.ts";
import type { NotificationReader, NotificationReading } from "./notification-reader.ts";

export function findTemplateFaults(rule: Rule): string[] {
  const unusable = [...(rule.title ?? []), ...rule.body].flatMap(findSyntaxFaults);
  return unusable.length > 0 ? unusable : rule.body.flatMap((text) => findBodyFaults(rule, text));
}

function findSyntaxFaults(template: string): string[] {
  try {
    const { parts } = compileTemplate(template);
    const wordings = parts.filter((name) => isFree({ name }) && name !== "channel");
    return wordings.length > limits.ruleWordings
      ? [`more than ${limits.ruleWordings} parts of any wording: ${template}`]
      : [];
  } catch (cause) {
    return [(cause as Error).message];
  }
}

function findBodyFaults(rule: Rule, template: string): string[] {
  const faults: string[] = [];
  if ("type" in rule && !namesOneAmount(template)) {
    faults.push(`{amount} must stand once, outside brackets: ${template}`);
  }
  if ("type" in rule && rule.type === "CREDIT" && bareAmountBehindWords.test(template)) {
    faults.push(`{amount} is needed for {bare_amount} behind a payer's words: ${template}`);
  }
  const compiled = compileTemplate(template);
  if (!rule.samples.some(({ body }) => matchTemplate(compiled, cleanText(body)))) {
    faults.push(`no sample fits the template: ${template}`);
  }
  return faults;
}

/** Matches a bare amount after free words, because a payer's words could be read as that amount. */
const bareAmountBehindWords = /\{(?:sender|remark_sender|receiver|place|text)\}.*\{bare_amount\}/u;

/**
 * Returns whether a template has exactly one amount outside brackets. Inside brackets, the amount could be missing
 * from a matching text.
 */
function namesOneAmount(template: string): boolean {
  const amount = /\{(?:bare_)?amount\}/gu;
  const all = template.match(amount)?.length;
  return all === 1 && withoutBrackets(template).match(amount)?.length === 1;
}

function withoutBrackets(template: string): string {
  const outer = template.replace(/[[(][^[\]()]*[\])]/gu, "");
  return outer === template ? outer : withoutBrackets(outer);
}

/**
 * Finds samples that are read wrongly. Any rule can read a sample, because a later release might have a rule for the
 * same wording.
 */
export function findSampleFaults(
  reader: NotificationReader,
  packages: readonly string[],
  rule: Rule,
): string[] {
  return packages.flatMap((package_name) =>
    rule.samples.flatMap((sample) => {
      const { title = null, body } = sample;
      const found = describe(reader.read({ package_name, title, body }));
      const expected = describeExpected(rule, sample);
      return found === expected ? [] : [`a sample reads as ${found}, not as ${expected}: ${body}`];
    }),
  );
}

function describe(reading: NotificationReading): string {
  if (reading.outcome === "transaction") return describeTransaction(reading);
  return "reason" in reading ? `${reading.outcome} (${reading.reason})` : reading.outcome;
}

function describeExpected(rule: Rule, sample: Rule["samples"][number]): string {
  if ("reason" in rule) return `not_a_transaction (${rule.reason})`;
  const { amount, sender } = sample as (typeof rule)["samples"][number];
  return describeTransaction({ type: rule.type, amount, sender: sender ?? null });
}

function describeTransaction(found: { type: string; amount: number; sender: string | null }) {
  const { type, amount, sender } = found;
  return `${type} ${amount} ${sender === null ? "without a sender" : `from ${sender}`}`;
}
