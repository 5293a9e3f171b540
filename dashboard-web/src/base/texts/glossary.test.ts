import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { languages, type Language } from "../../../../web-shared/src/language.ts";
import { textsIn } from "../../../tests/texts-in.ts";

/** server/ENGLISH.md has the glossary. This test checks its most important words. */

const root = path.resolve(import.meta.dirname, "../../../..");

/** All texts for people: the pages of merchants and customers, emails and notices. */
const catalogues = globSync(
  [
    "dashboard-web/src/**/*-texts.ts",
    "dashboard-web/src/base/texts/{common,statement-refusals}.ts",
    "checkout-web/src/{texts,forms/form-texts}.ts",
    "server/domain/notices/notice-texts.ts",
    "server/domain/sales/customer-mail-texts.ts",
    "server/http/pages/pairing-texts.ts",
  ],
  { cwd: root },
);

/** For each word of the glossary, the words that it replaces. Names of operations and programs are exempt. */
const notWritten: Record<Language, Record<string, RegExp>> = {
  id: {
    email: /\be-mail/iu,
    HP: /\bponsel|\btelepon genggam/iu,
    browser: /\bperamban/iu,
    "pemilik server": /\bpengelola\b|\badministrator\b/iu,
    otomatis: /secara otomatis|dengan sendirinya/iu,
    "secara manual": /dengan tangan/iu,
    "bukti pembayaran": /tanda terima|kuitansi|\bstruk/iu,
    tagihan: /\binvoice\b|\bfaktur\b/iu,
    tautan: /\blink\b/iu,
    "kata sandi": /\bpassword\b/iu,
    memantau: /mengawasi/iu,
    lunas: /"Dibayar"|dinyatakan dibayar|nyatakan dibayar|menjadi dibayar/iu,
    "sebuah kalimat": /\b(?:null|undefined|NaN)\b|\.\.\//u,
  },
  en: {
    transfer: /\bmutations?\b/iu,
    "made by a person: manual": /invoices? by hand/iu,
    phone: /\bhandphone\b/iu,
    email: /\be-mail/iu,
    sender: /\bpayers?\b/iu,
    "checkout page": /\bpayment page\b/iu,
    "sign in": /\blog(?:ged)? ?in\b/iu,
    "server's owner": /\badministrators?\b/iu,
    "a sentence": /\.\.\//u,
  },
};

interface Written {
  language: Language;
  text: string;
}

/** Returns the texts between quotes, each with the language of its part of the file. */
function textsOf(source: string): Written[] {
  let language: Language = "id";
  const written: Written[] = [];
  for (const line of source.split("\n")) {
    const begun =
      /^(?:const |\s*)(id|en)(?:: typeof id|: Texts|: \w+)? ?[=:] ?\{|^const (indonesian|english)\b/u.exec(
        line,
      );
    if (begun) language = begun[1] === "en" || begun[2] === "english" ? "en" : "id";
    if (/^\s*(?:\/\*|\*|\/\/|import )/u.test(line)) continue;
    for (const [, quoted = "", template = ""] of line.matchAll(/"([^"]*)"|`([^`]*)`/gu)) {
      const text = (quoted || template).replaceAll(/\$\{[^}]*\}/gu, "…");
      if (text !== "") written.push({ language, text });
    }
  }
  return written;
}

const isForPeople = ({ text }: Written) => /\s/u.test(text) || /^[A-Z]/u.test(text);

test("every catalogue has both languages", () => {
  expect(catalogues.length).toBeGreaterThan(25);
  const all = catalogues.flatMap((file) => textsOf(readFileSync(path.join(root, file), "utf8")));
  for (const language of languages) {
    const own = all.filter((each) => each.language === language && isForPeople(each));
    expect(own.length).toBeGreaterThan(500);
  }
});

test.each(catalogues)("%s uses one word for one thing", (file) => {
  const texts = textsOf(readFileSync(path.join(root, file), "utf8")).filter(isForPeople);
  const strange = texts.flatMap(({ language, text }) =>
    Object.entries(notWritten[language])
      .filter(([, word]) => word.test(text))
      .map(([instead]) => `${text} (write: ${instead})`),
  );
  expect(strange).toEqual([]);
});

/** Words that only developers and server owners use. */
const technical =
  /\b(?:operator(?:s|nya)?|SMTP_URL|TELEGRAM_BOT_TOKEN|PUBLIC_URL|TEPAT_\w+|Termux|tepat-worker|webhooks?|galat|NMID|payment\.paid|npx|adb)\b|aplikasi penerus/iu;

/** The folders of pages for developers and server owners. */
const technicalFolders = ["developers", "webhooks", "operator", "gateway-settings"];

/** Other texts that can contain such words. */
const technicalElsewhere: Record<string, RegExp> = {
  // The menu's names of these pages, and refusals that only these pages show.
  "base/texts/common.ts": /^Operator$|^Webhooks?$/u,
  "base/texts/refusal-reason-texts.ts": /\bwebhooks?\b/iu,
  // The audit log names actions of developers and operators.
  "features/team/audit-log-texts.ts": /\bwebhooks?\b|\boperator\b/iu,
  // The description of the developer's role.
  "features/team/team-texts.ts": /^(?:Kunci API|API keys), webhooks?\b/u,
  // The name of a part of another app.
  "features/sources/sources-texts.ts": /pengirim Webhook|Webhook sender/u,
};

const shopkeepersTexts = catalogues
  .filter((file) => file.startsWith("dashboard-web/src/"))
  .map((file) => file.replace("dashboard-web/src/", ""))
  .filter((file) => !technicalFolders.some((folder) => file.startsWith(`features/${folder}/`)));

test.each(shopkeepersTexts)("%s has no word that a shopkeeper does not know", (file) => {
  const texts = textsOf(readFileSync(path.join(root, "dashboard-web/src", file), "utf8"));
  const strange = texts
    .map(({ text }) => text)
    .filter((text) => isForPeople({ language: "id", text }) && technical.test(text))
    .filter((text) => !technicalElsewhere[file]?.test(text));
  expect(strange).toEqual([]);
});

test.each(languages)("%s calls a received payment by the glossary's word", async (language) => {
  const { commonTexts } = await textsIn(language, () => import("./common.ts"));
  expect(commonTexts.paymentStatuses.PAID).toBe({ id: "Lunas", en: "Paid" }[language]);
});

test.each([
  ["id", /tagihan/iu],
  ["en", /invoices/iu],
] as const)("in %s the menu says invoices, as all texts do", async (language, invoices) => {
  const { commonTexts } = await textsIn(language, () => import("./common.ts"));
  expect(commonTexts.menu.payments).toMatch(invoices);
});
