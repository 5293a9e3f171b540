import type { AppTraits } from "./engine/clean-notification.ts";
import { type CompiledRule, compileRule } from "./engine/judge.ts";
import { createLexer, type Lexer } from "./engine/lexicon.ts";
import { compileOwnTitle } from "./engine/strangers.ts";
import type { AddedRules, AppFormat, Rule } from "../../banks/format.ts";
import { generalIncomingRules } from "./general-incoming.ts";
import { generalMerchantRules } from "./general-merchant.ts";
import { generalOtherRules } from "./general-other.ts";
import { generalOutgoingRules } from "./general-outgoing.ts";

/** An app that a format describes, with its compiled rules. */

export interface KnownApp extends AppTraits {
  format: AppFormat;
  own_rules: readonly CompiledRule[];
  general_rules: readonly CompiledRule[];
  /** Splits a text into the words of a sentence, for wordings that no rule knows. */
  lex: Lexer;
  /** True if only rules that the merchant has taught believe the app's credits. */
  isTaughtOnly?: boolean;
}

/** `formatOf` and `appOf` return null for a package without a format. */
export interface Catalogue {
  formatOf(package_name: string): AppFormat | null;
  /** Compiles the app's rules at the first call, because a merchant uses only one or two of the apps. */
  appOf(package_name: string): KnownApp | null;
  /** Describes an app outside the catalogue, with the general rules. */
  describe(format: AppFormat, package_name: string): KnownApp;
}

export function createCatalogue(
  formats: readonly AppFormat[],
  added: readonly AddedRules[] = [],
): Catalogue {
  let generalRules: ReturnType<typeof compileGeneralRules> | undefined;
  const describe = (format: AppFormat, package_name: string): KnownApp => {
    generalRules ??= compileGeneralRules();
    const sources = [format, ...added.filter(({ packages }) => includes(packages, package_name))];
    return {
      format,
      name: format.name,
      other_names: format.other_names ?? [],
      strangers: format.strangers,
      own_titles: (format.own_titles ?? []).map(compileOwnTitle),
      general_rules: generalRules[format.kind],
      lex: createLexer(ownNames(format)),
      ...compileOwnRules(sources),
    };
  };
  const known = new Map<string, { format: AppFormat; app?: KnownApp }>(
    formats.flatMap((format) => format.packages.map((name) => [keyOf(name), { format }])),
  );
  return {
    describe,
    formatOf: (package_name) => known.get(keyOf(package_name))?.format ?? null,
    appOf(package_name) {
      const entry = known.get(keyOf(package_name));
      return entry ? (entry.app ??= describe(entry.format, package_name)) : null;
    },
  };
}

/**
 * Returns the words of the app's name, and its titles of one word: Gojek's notifications about money have the title
 * "GoPay".
 */
function ownNames({ name, other_names = [], own_titles = [] }: AppFormat): string[] {
  const titles = own_titles.filter((title) => /^\p{L}+$/u.test(title));
  return [name, ...other_names]
    .flatMap((full) => full.split(" "))
    .concat(titles)
    .filter((word) => word.length > 2 && !generic.test(word));
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
