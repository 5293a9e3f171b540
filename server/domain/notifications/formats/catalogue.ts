import type { AppTraits } from "./engine/doubts.ts";
import { type CompiledRule, compileRule } from "./engine/judge.ts";
import { createLexer, type Lexer } from "./engine/lexicon.ts";
import { compileOwnTitle } from "./engine/strangers.ts";
import type { AddedRules, AppFormat, Rule } from "./format.ts";
import { generalIncomingRules } from "./general-incoming.ts";
import { generalMerchantRules } from "./general-merchant.ts";
import { generalOtherRules } from "./general-other.ts";
import { generalOutgoingRules } from "./general-outgoing.ts";

/** An app that a format describes, with its rules compiled. */

export interface KnownApp extends AppTraits {
  format: AppFormat;
  own_rules: readonly CompiledRule[];
  general_rules: readonly CompiledRule[];
  /** Reads a text as the words of a sentence, for wordings that no rule knows. */
  lex: Lexer;
}

/** Returns null for a package without a format. */
export type Catalogue = (package_name: string) => KnownApp | null;

export function createCatalogue(
  formats: readonly AppFormat[],
  added: readonly AddedRules[] = [],
): Catalogue {
  const generalRules = compileGeneralRules();
  const apps = new Map(
    formats.flatMap((format) =>
      format.packages.map((name) => {
        const sources = [format, ...added.filter(({ packages }) => includes(packages, name))];
        const app: KnownApp = {
          format,
          name: format.name,
          strangers: format.strangers,
          own_titles: (format.own_titles ?? []).map(compileOwnTitle),
          general_rules: generalRules[format.kind],
          lex: createLexer(ownNames(format)),
          ...compileOwnRules(sources),
        };
        return [keyOf(name), app] as const;
      }),
    ),
  );
  return (package_name) => apps.get(keyOf(package_name)) ?? null;
}

/** The words of the app's name, and titles that are one word: Gojek's notifications about money are titled "GoPay". */
function ownNames({ name, own_titles = [] }: AppFormat): string[] {
  const titles = own_titles.filter((title) => /^\p{L}+$/u.test(title));
  return [...name.split(" "), ...titles].filter((word) => word.length > 2 && !generic.test(word));
}

const generic = /^(?:qris|mobile|merchant|bank|banking|order)$/iu;

const keyOf = (package_name: string): string => package_name.toLowerCase();

function includes(packages: readonly string[], package_name: string): boolean {
  return packages.some((name) => keyOf(name) === keyOf(package_name));
}

function compileOwnRules(
  sources: readonly Pick<AppFormat, "id" | "rules">[],
): Pick<KnownApp, "own_rules" | "payer_speaks_first"> {
  return {
    own_rules: sources.flatMap(({ id, rules }) => rules.map((rule) => compileRule(id, rule))),
    payer_speaks_first: sources.some(({ rules }) => rules.some(beginsWithSender)),
  };
}

function beginsWithSender({ body }: Rule): boolean {
  return body.some((template) => /^(?:\[[^\]]*\])*\{sender\}/u.test(template));
}

function compileGeneralRules(): Readonly<Record<AppFormat["kind"], readonly CompiledRule[]>> {
  const compile = (rules: readonly Rule[]) => rules.map((rule) => compileRule("general", rule));
  const other = compile(generalOtherRules);
  return {
    account: [...compile(generalIncomingRules), ...compile(generalOutgoingRules), ...other],
    merchant: [...compile(generalMerchantRules), ...other],
  };
}
