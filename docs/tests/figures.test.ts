import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { limits as checkoutLimits } from "../../checkout-web/src/limits.ts";
import { limits } from "../../server/contract/limits.ts";
import { defaultRetrySchedule } from "../../server/domain/webhooks/webhook-schedule.ts";
import { readConfig } from "../../server/start/config.ts";
import { formatCountIn, formatRupiah } from "../../web-shared/src/money.ts";

/** Tests that the guides state the limits and the defaults that the code has. */

const read = (file: string) => readFileSync(path.join(import.meta.dirname, "..", file), "utf8");

const inEnglish = (count: number) => formatCountIn("en", count);
const rupiah = (amount: number) => formatRupiah(amount);

const numerals = {
  en: ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
  id: [
    "nol",
    "satu",
    "dua",
    "tiga",
    "empat",
    "lima",
    "enam",
    "tujuh",
    "delapan",
    "sembilan",
    "sepuluh",
  ],
};
const word = (count: number, language: keyof typeof numerals = "en") =>
  numerals[language][count] ?? String(count);

const inMegabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
const { first: firstPoll, last: lastPoll } = checkoutLimits.pollMilliseconds;
const [firstRetry = 0, secondRetry = 0, thirdRetry = 0] = defaultRetrySchedule;
const webhookSeconds = limits.webhookExchangeMilliseconds / 1000;
const statementSizes = `${inMegabytes(limits.statementFileBytes)} (Excel: ${inMegabytes(limits.statementSheetBytes)})`;

/** A guide, and a sentence of it with the figures of the code. */
const sentences: readonly (readonly [guide: string, sentence: string])[] = [
  ["first-payment.md", `to ${rupiah(limits.testPaymentAmount)}. The total tells`],
  ["first-payment.id.md", `ke ${rupiah(limits.testPaymentAmount)}. Dari totalnya`],
  ["phone.md", `differ by more than ${word(limits.announcementSeconds)} seconds`],
  ["phone.md", `valid for ${word(limits.pairingOfferSeconds / 60)} minutes and for one phone`],
  ["phone.id.md", `lebih dari ${word(limits.announcementSeconds, "id")} detik`],
  ["phone.id.md", `Kode berlaku ${word(limits.pairingOfferSeconds / 60, "id")} menit`],
  ["notices.md", `silent for ${word(limits.deviceSilentSeconds / 60)} minutes`],
  ["notices.md", `has ${word(limits.quotaLowDays)} days of use left`],
  [
    "notices.md",
    `at most ${word(limits.noticeMessagesPerWindow)} messages of a kind in ${word(limits.noticeWindowSeconds / 60)} minutes`,
  ],
  [
    "notices.md",
    `fails ${word(limits.webhookFailingAttempts)} times; at most ${word(24 / limits.webhookFailingHours)} a day`,
  ],
  ["statements.md", `The limit is ${inMegabytes(limits.statementUploadBytes)}.`],
  ["statements.md", `up to ${statementSizes}`],
  ["statements.md", `at most ${limits.statementReversalDays} days away`],
  ["statements.id.md", `paling besar ${inMegabytes(limits.statementUploadBytes)}`],
  ["statements.id.md", `sampai ${statementSizes}`],
  ["checkout.md", `After ${checkoutLimits.returnSeconds} seconds the page returns`],
  ["checkout.md", `can hold ${limits.streamsPerAddress} streams`],
  ["testing.md", `${word(limits.activeApiKeys)}, besides ${word(limits.activeApiKeys)} live ones`],
  [
    "conventions.md",
    `(default ${limits.perPageDefault}; Tepat treats more than ${limits.perPageMax} as ${limits.perPageMax})`,
  ],
  [
    "conventions.md",
    `${inEnglish(limits.readsPerWindow)} GET requests and ${limits.writesPerWindow} POST and DELETE requests per window of ${limits.rateWindowSeconds} seconds`,
  ],
  ["webhooks.md", `2xx within ${webhookSeconds} seconds`],
  [
    "webhooks.md",
    `after ${firstRetry} seconds, ${secondRetry} seconds, ${thirdRetry / 60} minutes`,
  ],
  ["webhooks.md", `For ${limits.webhookSecretOverlapHours} hours Tepat signs`],
  ["recovery.md", `with both secrets for ${limits.webhookSecretOverlapHours} hours`],
  ["recovery.md", `webhook within about ${limits.webhookLeaseSeconds} seconds`],
  ["going-live.md", `responds within ${webhookSeconds} seconds`],
  ["going-live.id.md", `merespons dalam ${webhookSeconds} detik`],
  ["languages.md", `2xx within ${webhookSeconds} seconds`],
  ["request-log.md", `cut after ${limits.loggedPathCharacters} characters`],
  ["request-log.md", `Age: ${limits.loggedRequestDays} days`],
  ["request-log.md", `minute and process: ${inEnglish(limits.loggedSuccessesOfAllPerMinute)}\n`],
  ["request-log.md", `minute and process: ${limits.loggedSuccessesPerMinute}\n`],
  ["request-log.md", `minute and process: ${limits.loggedErrorsPerMinute}\n`],
  ["request-log.md", `the newest ${inEnglish(limits.loggedRequestsPerMerchant)}\n`],
  ["request-log.md", `${inEnglish(limits.loggedRequests)}, in equal shares`],
  ["rules.md", `texts for ${word(limits.unreadTextDays)} days`],
  ["rules.md", `within ${word(limits.rulesFileLookSeconds)} seconds`],
  ["commands.md", `last ${word(limits.unreadTextDays)} days`],
  ["commands.md", `have ${word(limits.merchantEventStreamsPerMerchant)} open streams`],
  ["production.md", `at most ${inEnglish(limits.streams)} pages`],
  ["alerts.md", `accepts ${inEnglish(limits.streams)} from checkout pages`],
  ["alerts.md", `every ${firstPoll / 1000} to ${lastPoll / 1000} seconds`],
  ["alerts.md", `names at most ${limits.silentMerchantsNamed} merchants`],
  ["scaling.md", `creates up to ${limits.createsPerStatement} invoices`],
];

test.each(sentences)("%s says “%s”", (guide, sentence) => {
  expect(read(guide)).toContain(sentence);
});

describe("settings.md states the default of", () => {
  const config = readConfig({
    DATABASE_URL: "postgres://127.0.0.1/tepat",
    TEPAT_SECRET: "x".repeat(32),
    BACKUP_DIR: "/backups",
    DATABASE_REPLICA_URL: "postgres://127.0.0.1/tepat",
  });
  const { rateLimits, linkLimits, retention, backups } = config;
  const { days = 0, weeks = 0, months = 0 } = backups?.keep ?? {};
  const defaults: Record<string, unknown> = {
    REPLICA_MAX_LAG_MS: config.replicas?.maxLagMilliseconds,
    ROLE: config.role,
    TRANSPORT: config.transport,
    STOP_DELAY_SECONDS: config.stopDelayMilliseconds / 1000,
    "RATE_LIMIT_READ, RATE_LIMIT_WRITE": `${rateLimits.read}, ${rateLimits.write}`,
    "RATE_LIMIT_CHECKOUT, RATE_LIMIT_WORKER": `${rateLimits.checkout}, ${rateLimits.worker}`,
    RATE_LIMIT_DASHBOARD: rateLimits.dashboard,
    "LINK_UNPAID_PER_CLIENT, LINK_UNPAID_PER_LINK": `${linkLimits.unpaidPerClient}, ${linkLimits.unpaidPerLink}`,
    LINK_TOTALS_PER_AMOUNT: linkLimits.totalsPerAmount,
    LINK_UNPAID_PIECES_PER_CLIENT: linkLimits.unpaidPiecesPerClient,
    LINK_STOCK_PERCENT_PER_CLIENT: linkLimits.stockPercentPerClient,
    ALLOW_TRIGGER: config.allowTrigger,
    BACKUP_KEEP: [days, weeks, months].join(),
    QUOTA_TIME_ZONE: config.quotaTimeZone,
    TOTAL_QUARANTINE_HOURS: config.totalQuarantineHours,
    WEBHOOK_RETRY_SCHEDULE: config.webhookRetrySeconds.join(),
    RETENTION_WEBHOOK_ATTEMPTS_DAYS: retention.webhookAttemptDays,
    RETENTION_AUDIT_DAYS: retention.auditDays,
    RETENTION_NOTICES_DAYS: retention.noticeDays,
    RETENTION_BOOKS_DAYS: retention.booksDays,
    NOTICE_RETRY_SCHEDULE: config.noticeRetrySeconds.join(),
    TELEGRAM_API_URL: config.telegram.apiUrl,
    LOG_LEVEL: config.logLevel,
  };
  const rows = new Map(
    [...read("settings.md").matchAll(/^\| (`[A-Z].*?) \| (.*?) \|/gm)].map(
      ([, names = "", value = ""]) => [names.replaceAll("`", ""), value.replaceAll("`", "")],
    ),
  );

  test.each(Object.entries(defaults))("%s", (names, value) => {
    const row = [...rows].find(([row]) => row === names || row.startsWith(`${names}, or `));
    expect(row?.[1]).toBe(String(value));
  });
});
