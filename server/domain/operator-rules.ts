import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { limits } from "../contract/limits.ts";
import { DomainError } from "./domain-error.ts";
import type { AppFormat, Rule } from "./notification-formats/format.ts";
import { appFormats } from "./notification-formats/index.ts";
import { findSampleFaults, findTemplateFaults } from "./notification-rule-faults.ts";
import { createNotificationReader, type NotificationReader } from "./notification-text.ts";
import { parseRulesFile, refusal, refuseAny, type OperatorFormat } from "./operator-rules-file.ts";

/**
 * Rules that an operator adds without a release. A wrong rule could pay invoices that nobody paid, so a file is used
 * whole or not at all, and only when every sample reads back, those of the release's rules for the same apps too.
 */

export interface OperatorRules {
  /** What is read with from now on; it stays as it is, whatever becomes of the file. */
  readonly reader: () => NotificationReader;
  /** Looks whether the file has changed. A version that is refused is answered once, and changes nothing. */
  refresh(): Promise<"unchanged" | "changed" | DomainError>;
}

/** Throws a DomainError when the file cannot be used. */
export function loadOperatorRules(file: string | null): OperatorRules {
  if (file === null) {
    const reader = createNotificationReader();
    return { reader: () => reader, refresh: async () => "unchanged" };
  }
  let known = contentOf(() => readFileSync(file, "utf8"));
  let reader = readerOf(known);
  return {
    reader: () => reader,
    async refresh() {
      const content = await readFile(file, "utf8").catch((cause: Error) => cause);
      if (String(content) === String(known)) return "unchanged";
      known = content;
      try {
        reader = readerOf(content);
        return "changed";
      } catch (cause) {
        if (cause instanceof DomainError) return cause;
        throw cause;
      }
    },
  };
}

/** The text of the file, or why there is none. */
type Content = string | Error;

function contentOf(read: () => string): Content {
  try {
    return read();
  } catch (cause) {
    return cause as Error;
  }
}

function readerOf(content: Content): NotificationReader {
  if (content instanceof Error) throw refusal([content.message]);
  if (Buffer.byteLength(content) > limits.rulesFileBytes) {
    throw refusal([`the file is longer than ${limits.rulesFileBytes} bytes`]);
  }
  return compileRules(parseRulesFile(content));
}

/** Each step relies on the one before it having found no fault. */
function compileRules(formats: readonly OperatorFormat[]): NotificationReader {
  refuseAny([
    ...findNameFaults(formats),
    ...formats.flatMap(findAppFaults),
    ...formats.flatMap((format) => eachRule(format, findTemplateFaults)),
  ]);
  const operator = {
    formats: formats.filter(isComplete),
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

/** `id.name` names a rule in a mutation, so it must not be another's. */
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
  const details = [format.name, format.kind, format.incoming_sample];
  if (known.length === 0 && !isComplete(format)) {
    return [`${format.id}: a new app needs name, kind and incoming_sample`];
  }
  if (known.length > 0 && details.some((detail) => detail !== undefined)) {
    return [
      `${format.id}: name, kind and incoming_sample of ${known.join(", ")} are known already`,
    ];
  }
  if (known.length > 0 && known.length < format.packages.length) {
    return [`${format.id}: ${known.join(", ")} is known already, new packages need another format`];
  }
  return [];
}

function isComplete(format: OperatorFormat): format is AppFormat {
  const { name, kind, incoming_sample } = format;
  return name !== undefined && kind !== undefined && incoming_sample !== undefined;
}

const keyOf = (package_name: string): string => package_name.toLowerCase();

function sharesPackageWith(one: { packages: readonly string[] }) {
  const names = new Set(one.packages.map(keyOf));
  return (other: { packages: readonly string[] }) =>
    other.packages.some((name) => names.has(keyOf(name)));
}

/** With and without thousands of thousands, since `{dots}` stands for both. */
const sampleAmounts = [50_137, 1_000_451];

function findIncomingFaults(reader: NotificationReader, { id, packages }: AppFormat): string[] {
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
