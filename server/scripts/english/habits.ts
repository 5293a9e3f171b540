/** The habits of ENGLISH.md that a pattern can find. */

import type { Kind, Text } from "./texts.ts";

export interface Habit {
  pattern: RegExp;
  instead: string;
  /**
   * Set if more than one in five judged findings was wrong. The writer decides then, and nothing
   * fails.
   */
  warns?: true;
  /** The kinds of text that the habit concerns. All kinds if not set. */
  kinds?: readonly Kind[];
}

const things = "(?:invoice|payment|account|merchant|key|link|rule|order|sale)s?";

export const habits: Record<string, Habit> = {
  "a clause as subject": {
    pattern: /(?:^|[.;:] )(?:what|who|whose) (?!to |happen)[^.;?|]{30,}(?=[.;,]|$)(?![^.]*\?)/giu,
    instead: "name the thing or the person",
    warns: true,
  },
  nobody: {
    pattern: /\b(?:whoever|whatever(?! (?:its|the|their)\b)|(?:no|some|any|every)body)\b/giu,
    instead: "name the person: a team member, a customer, the operator",
  },
  "is told": {
    pattern: /\b(?:is|are|was|were|be|been) (?:\w+ )?told\b(?! (?:apart|from))/giu,
    instead: "say who notifies or tells whom",
  },
  may: {
    pattern:
      /\bmay\b(?! (?:not )?(?:have|pay|come|fall|fail|exist)\b| be (?:an?|the|busy|\w+ing)\b)/gu,
    instead: "can (ability, permission), must (duty) or might (chance)",
    warns: true,
  },
  "make an invoice": {
    pattern: new RegExp(
      `\\bma(?:kes?|de|king) (?:an? |the |new |its )?${things}\\b(?! PAID)|\\b${things} (?:is|was|are|were) made\\b`,
      "giu",
    ),
    instead: "create",
  },
  "of its own": { pattern: /\bof (?:its|their|our|your|his) own\b/giu, instead: "its own X" },
  "so many": {
    pattern: /\b(?:so many|the most (?:there can be|that))\b/giu,
    instead: "a number, a limit, the maximum",
  },
  "by hand": { pattern: /\bby hand\b/giu, instead: "manually, yourself" },
  "any more": { pattern: /\bany ?more\b/giu, instead: "no longer" },
  "by itself": {
    pattern: /\bby (?:itself|themselves)\b/giu,
    instead: "automatically",
    kinds: ["page", "message", "document"],
  },
  "pay back": { pattern: /\bpa(?:ys?|id|ying) (?:it )?back\b/giu, instead: "refund" },
  present: {
    pattern: /\bpresent (?:key|text|role|state|name|secret|one|owner)\b|\bformer\b/giu,
    instead: "current, previous",
  },
  mend: { pattern: /\bmend(?:s|ed|ing)?\b/giu, instead: "fix" },
  else: { pattern: /[;,] else\b(?! if)/giu, instead: "otherwise" },
  "it without a noun": {
    pattern: /^(?:(?:It|They|Its|Their)\b|(?:Those|These) (?:of|that|are|were)\b)/gu,
    instead: "begin with the noun",
    kinds: ["page", "message"],
  },
  "e-mail": { pattern: /\be-mail/giu, instead: "email" },
};

export interface Finding {
  line: number;
  habit: string;
  found: string;
}

/** Blanks out code and quotations, which stay as written. */
const quiet = (text: string) =>
  text
    .replaceAll(/`[^`]*`|"[^"\n]{0,40}"|“[^”]*”|\]\([^)]*\)/gu, (part) => "x".repeat(part.length))
    .replaceAll("\n", " ");

export function findHabits({ kind, line, text }: Text): Finding[] {
  const words = quiet(text);
  return Object.entries(habits).flatMap(([habit, { pattern, kinds }]) =>
    kinds && !kinds.includes(kind)
      ? []
      : [...words.matchAll(pattern)].map(({ 0: found, index }) => ({
          habit,
          found: found.trim().slice(0, 60),
          line: line + text.slice(0, index + found.length).split("\n").length - 1,
        })),
  );
}
