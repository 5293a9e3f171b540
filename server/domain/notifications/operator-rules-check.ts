import type { AppFormat, Rule, StrangersReach } from "../banks/format.ts";
import { appFormats } from "./formats/index.ts";
import { findSampleFaults, findTemplateFaults } from "./notification-rule-faults.ts";
import type { NotificationReader } from "./notification-reader.ts";
import { createNotificationReader } from "./notification-text.ts";
import { findWordFaults, type WordFault } from "./payers-words.ts";
import { refuseAny, type OperatorFormat } from "./operator-rules-file.ts";

/**
 * Creates a reader that also knows the operator's formats. Throws if they have faults. The samples are read only if the
 * rules themselves have no fault.
 */
export function readerWith(formats: readonly OperatorFormat[]): NotificationReader {
  refuseAny([
    ...findNameFaults(formats),
    ...formats.flatMap(findAppFaults),
    ...formats.flatMap((format) => eachRule(format, findTemplateFaults)),
    ...formats.flatMap((format) => eachRule(format, (rule) => findPayersWords(rule, format))),
  ]);
  const operator = {
    formats: formats
      .filter(isComplete)
      .map((format) => ({ ...format, strangers: reachOf(format) })),
    added: formats.filter((format) => !isComplete(format)),
  };
  const reader = createNotificationReader(operator);
  const touched = appFormats.filter((format) => operator.added.some(sharesPackageWith(format)));
  refuseAny([
    ...[...formats, ...touched].flatMap((format) =>
      eachRule(format, (rule) => findSampleFaults(reader, format.packages, rule)),
    ),
    ...operator.formats.flatMap((format) => findIncomingFaults(reader, format)),
  ]);
  return reader;
}

function eachRule(
  { id, rules }: Pick<AppFormat, "id" | "rules">,
  find: (rule: Rule) => readonly string[],
): string[] {
  return rules.flatMap((rule) => find(rule).map((fault) => `${id}.${rule.name}: ${fault}`));
}

const wordFaults: Readonly<Record<WordFault["code"], (text: string) => string>> = {
  second_amount: (text) =>
    `the fixed words name an amount (${text}), so a sender might have written {amount}. Write {other_money} for a balance or a fee`,
  payers_amount: (text) =>
    `{amount} follows "${text}", where the sender's own words begin. Use {sender} for a sender named before the amount`,
  outgoing_words: (text) => `"${text}" reports outgoing money, so the rule cannot be a CREDIT`,
  no_income: () => "no word reports incoming money, so the rule cannot be a CREDIT",
};

/** Finds payers' words, as for rules that a merchant teaches. */
function findPayersWords(rule: Rule, { packages, ...format }: OperatorFormat): string[] {
  if (!("type" in rule) || rule.type !== "CREDIT") return [];
  const known = appFormats.find(sharesPackageWith({ packages }));
  const { kind = "account", name = format.id } = known ?? format;
  return rule.body.flatMap((template) =>
    findWordFaults(template, { kind, name }, rule.title?.join(" ")).map(
      ({ code, text }) => `${wordFaults[code](text)}: ${template}`,
    ),
  );
}

/** Finds names that two rules share, because `id.name` identifies a rule in a mutation. */
function findNameFaults(formats: readonly OperatorFormat[]): string[] {
  const ids = [...formats, ...appFormats, { id: "general" }].map(({ id }) => id);
  const rules = formats.flatMap((format) =>
    format.rules.map((rule) => `${format.id}.${rule.name}`),
  );
  const newPackages = formats.filter(isComplete).flatMap(({ packages }) => packages.map(keyOf));
  return [...repeated(ids), ...repeated(rules), ...repeated(newPackages)].map(
    (name) => `${name}: this name is taken`,
  );
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

function findAppFaults(format: OperatorFormat): string[] {
  const isOfRelease = (name: string) => appFormats.some(sharesPackageWith({ packages: [name] }));
  const known = format.packages.filter(isOfRelease);
  const { name, kind, strangers, own_titles, incoming_sample } = format;
  const details = [name, kind, strangers, own_titles, incoming_sample];
  if (known.length === 0 && !isComplete(format)) {
    return [`${format.id}: a new app needs name, kind and incoming_sample`];
  }
  if (known.length > 0 && details.some((detail) => detail !== undefined)) {
    const known_details = "name, kind, strangers, own_titles and incoming_sample";
    return [`${format.id}: ${known_details} of ${known.join(", ")} are known already`];
  }
  if (known.length === 0 && (reachOf(format) === "messages") !== (own_titles !== undefined)) {
    return [
      `${format.id}: own_titles are needed where strangers write "messages", and nowhere else`,
    ];
  }
  if (known.length > 0 && known.length < format.packages.length) {
    return [
      `${format.id}: ${known.join(", ")} is already known. Put new packages into another format`,
    ];
  }
  return [];
}

/** Returns the reach of strangers. Files of earlier releases omit the field, and mean `remarks`. */
const reachOf = ({ strangers = "remarks" }: OperatorFormat): StrangersReach => strangers;

type CompleteFormat = OperatorFormat & Pick<AppFormat, "name" | "kind" | "incoming_sample">;

function isComplete(format: OperatorFormat): format is CompleteFormat {
  const { name, kind, incoming_sample } = format;
  return name !== undefined && kind !== undefined && incoming_sample !== undefined;
}

const keyOf = (package_name: string): string => package_name.toLowerCase();

function sharesPackageWith(one: { packages: readonly string[] }) {
  const names = new Set(one.packages.map(keyOf));
  return (other: { packages: readonly string[] }) =>
    other.packages.some((name) => names.has(keyOf(name)));
}

/** One amount with one group of thousands and one with two, because `{dots}` stands for both. */
const sampleAmounts = [50_137, 1_000_451];

function findIncomingFaults(
  reader: NotificationReader,
  { id, packages }: Pick<AppFormat, "id" | "packages">,
): string[] {
  return packages.flatMap((package_name) =>
    sampleAmounts.flatMap((amount) => {
      const transfer = { amount, sender: "BUDI CONTOH" };
      const sample = reader.sampleOf(package_name, transfer) ?? { title: null, body: null };
      const reading = reader.read({ package_name, ...sample });
      const isRead = reading.outcome === "transaction" && reading.amount === amount;
      if (isRead && reading.type === "CREDIT") return [];
      return [`${id}: incoming_sample does not read as a CREDIT of ${amount}`];
    }),
  );
}
