import { isIP } from "node:net";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import { z } from "zod";
import { limits } from "../contract/limits.ts";
// oxlint-disable-next-line import/no-unassigned-import -- the module words the problem of a setting
import "../contract/messages.ts";
import { addressesOf, namesHosts } from "../db/client.ts";
import type { DomainSettings } from "../domain/gateway/gateway.ts";
import { secretCharactersMin } from "../domain/security/secrets.ts";
import { defaultNoticeRetrySchedule } from "../domain/notices/notice-sending.ts";
import { defaultRetrySchedule, parseRetrySchedule } from "../domain/webhooks/webhook-schedule.ts";
import {
  noProxies,
  parseTrustedProxies,
  type TrustedProxies,
} from "../http/transport/client-address.ts";
import { isLoopback, withoutBrackets } from "../domain/base/host.ts";
import { reasonOf } from "../domain/base/reason.ts";
import { readSettingsFile } from "./settings-file.ts";

/** Reads the settings from the environment. All other code gets this frozen object. */

const flag = z.enum(["true", "false"]).transform((value) => value === "true");

const count = (defaultValue: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "must be a whole number")
    .transform(Number)
    .default(defaultValue);

/**
 * Returns the schema of a setting with its own parser. The parser throws an error whose message describes the problem
 * in a sentence.
 */
function parsedBy<Setting>(parse: (text: string) => Setting) {
  return z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (cause) {
      context.addIssue({ code: "custom", message: (cause as Error).message });
      return z.NEVER;
    }
  });
}

const isLongEnough = (secret: string): boolean => secret.length >= secretCharactersMin;
const shortSecret = `must have at least ${secretCharactersMin} characters. To make one, run openssl rand -base64 32`;

const postgresAddress = () =>
  z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "must be postgres://user:password@host:5432/database")
    .refine(
      namesHosts,
      "must name each host as host or host:5432, with commas between several, and brackets around an IPv6 address; in a password write @ as %40, / as %2F, : as %3A and % as %25",
    );

const databaseUrl = () =>
  postgresAddress().refine(
    (url) =>
      /^(primary|read-write)?$/.test(/[?&]target_session_attrs=([^&]*)/.exec(url)?.[1] ?? ""),
    "must not have target_session_attrs other than primary or read-write, because Tepat writes",
  );

const printable = () =>
  z.string().regex(/^[\x21-\x7e]{1,500}$/, "must be printable characters without spaces");

/** PostgreSQL's timestamps reach further back than this number of days. */
const daysMax = 36_500;

/**
 * Together with the 10 s for requests in flight, this stays below the 80 s after which `tepat@.service` kills the
 * process.
 */
const stopDelaySecondsMax = 60;

const replicasMax = 16;
/** A read waits for up to this time, and the leader must then have time to respond. */
const replicaLagMillisecondsMax = 2_000;

const environment = z.object({
  PORT: count(8080).refine((port) => port <= 65_535, "must be a port number, 0 to 65535"),
  HOST: z
    .string()
    .transform(withoutBrackets)
    .refine(
      (host) => isIP(host) !== 0 || isHostName(host),
      "must be an address of this machine or a name for one, without a port: 127.0.0.1, ::1, 0.0.0.0 or localhost",
    )
    .optional(),
  TEPAT_DATA_DIR: z.string().default(join(import.meta.dirname, "../../.tepat")),
  DATABASE_URL: databaseUrl().optional(),
  TEPAT_EMBEDDED: z.literal("1", "must be 1, or not be set").optional(),
  NODE_ENV: z.string().optional(),
  DATABASE_DIRECT_URL: databaseUrl().optional(),
  DATABASE_REPLICA_URL: postgresAddress()
    .refine(
      (url) => !/[?&]target_session_attrs=/.test(url),
      "must not have target_session_attrs, because Tepat itself finds out which hosts are replicas",
    )
    .refine(
      (url) => addressesOf(url).length <= replicasMax,
      `must name at most ${replicasMax} hosts`,
    )
    .optional(),
  REPLICA_MAX_LAG_MS: count(200).refine(
    (milliseconds) => milliseconds >= 1 && milliseconds <= replicaLagMillisecondsMax,
    `must be milliseconds, 1 to ${replicaLagMillisecondsMax}`,
  ),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\/\S+$/, "must be redis://user:password@host:6379 or rediss://…")
    .optional(),
  PUBLIC_URL: z
    .string()
    .regex(
      /^https?:\/\/[^/?#\s]+(\/[^?#\s]*)?$/,
      "must be an http(s) URL without query or fragment",
    )
    .transform((url) => url.replace(/\/+$/, ""))
    .refine(
      isRoot,
      "must be a name or an address without a path and without a login, such as https://pay.example.com. Below a path, pages would not find their files",
    )
    .optional(),
  ROLE: z.enum(["all", "api", "jobs"]).default("all"),
  TRANSPORT: z.enum(["auto", "uws", "node"]).default("auto"),
  STOP_DELAY_SECONDS: count(0).refine(
    (seconds) => seconds <= stopDelaySecondsMax,
    `must be seconds, 0 to ${stopDelaySecondsMax}`,
  ),
  TRUST_PROXY: parsedBy(parseTrustedProxies).default(noProxies),
  RATE_LIMIT_READ: count(limits.readsPerWindow),
  RATE_LIMIT_WRITE: count(limits.writesPerWindow),
  RATE_LIMIT_CHECKOUT: count(limits.checkoutReadsPerWindow),
  RATE_LIMIT_WORKER: count(limits.workerReportsPerWindow),
  RATE_LIMIT_DASHBOARD: count(limits.dashboardCallsPerWindow),
  QUOTA_TIME_ZONE: z
    .string()
    .refine(isTimeZone, "must be an IANA time zone, such as Asia/Jakarta")
    // A check after the default skips the default. Looking up a zone loads Intl, which takes 15 ms of the start.
    .default("Asia/Jakarta"),
  TOTAL_QUARANTINE_HOURS: z
    .string()
    .regex(/^\d{1,5}(\.\d{1,6})?$/, "must be hours, such as 24 or 0.5")
    .transform(Number)
    .default(24),
  LINK_UNPAID_PER_CLIENT: count(limits.linkUnpaidPerClient),
  LINK_UNPAID_PER_LINK: count(limits.linkUnpaidPerLink),
  LINK_TOTALS_PER_AMOUNT: count(limits.linkTotalsPerAmount),
  LINK_UNPAID_PIECES_PER_CLIENT: count(limits.linkUnpaidPiecesPerClient),
  LINK_STOCK_PERCENT_PER_CLIENT: count(limits.linkStockPercentPerClient),
  WEBHOOK_RETRY_SCHEDULE: parsedBy(parseRetrySchedule).default([...defaultRetrySchedule]),
  WEBHOOK_ALLOW_PRIVATE: flag.optional(),
  NOTICE_RETRY_SCHEDULE: parsedBy(parseRetrySchedule).default([...defaultNoticeRetrySchedule]),
  ALLOW_SIGN_UP: flag.optional(),
  ALLOW_TRIGGER: flag.default(false),
  RETENTION_WEBHOOK_ATTEMPTS_DAYS: count(90).refine(
    (days) => days >= 7 && days <= daysMax,
    `must be days, 7 to ${daysMax}`,
  ),
  // The database refuses to delete audit entries earlier than this minimum.
  RETENTION_AUDIT_DAYS: count(730).refine(
    (days) => days >= 365 && days <= daysMax,
    `must be days, 365 to ${daysMax}`,
  ),
  RETENTION_NOTICES_DAYS: count(90).refine(
    (days) => days >= 7 && days <= daysMax,
    `must be days, 7 to ${daysMax}`,
  ),
  // The days for which the books stay in the database. The default is the period that Indonesian law requires for a
  // company's documents.
  RETENTION_BOOKS_DAYS: count(3653).refine(
    (days) => days >= 90 && days <= daysMax,
    `must be days, 90 to ${daysMax}`,
  ),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, "must be days, weeks and months, such as 7,4,12")
    .transform((text) => {
      const [days = 0, weeks = 0, months = 0] = text.split(",").map(Number);
      return { days, weeks, months };
    })
    .refine(({ days }) => days >= 1, "must keep at least one day")
    .default({ days: 7, weeks: 4, months: 12 }),
  BACKUP_RECIPIENT: z
    .string()
    .regex(
      /^(age1[a-z0-9]+|ssh-(ed25519|rsa) \S+( .*)?|gpg:\S+)$/,
      "must be a public key of age (age1… or ssh-…), or gpg: and a key's fingerprint or address",
    )
    .optional(),
  BACKUP_IDENTITY_FILE: z.string().optional(),
  BACKUP_COPY_COMMAND: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, "must be smtp://user:password@host:587 or smtps://…")
    .optional(),
  SMTP_FROM: z.string().optional(),
  SMTP_RECEIVE_DOMAIN: z
    .string()
    // DNS and addresses write internationalised domains with xn--.
    .transform(domainToASCII)
    .refine((domain) => isHostName(domain), "must be a domain, such as in.example.com")
    .optional(),
  SMTP_RECEIVE: z
    .string()
    .regex(
      /^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i,
      "must be an address and a port, such as 0.0.0.0:25",
    )
    .transform((text) => ({
      host: withoutBrackets(text.slice(0, text.lastIndexOf(":"))),
      port: Number(text.slice(text.lastIndexOf(":") + 1)),
    }))
    .refine(({ port }) => port <= 65_535, "must have a port, 0 to 65535")
    .optional(),
  SMTP_RECEIVE_CERTIFICATE_FILE: z.string().optional(),
  SMTP_RECEIVE_KEY_FILE: z.string().optional(),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d+:[\w-]+$/, "must be the token that @BotFather gave, such as 123456:ABC-def")
    .optional(),
  TELEGRAM_API_URL: z
    .string()
    .regex(/^https?:\/\/[^?#\s]+$/, "must be an http(s) URL, such as https://api.telegram.org")
    .transform((url) => url.replace(/\/+$/, ""))
    .default("https://api.telegram.org"),
  GOOGLE_CLIENT_ID: printable().optional(),
  GOOGLE_CLIENT_SECRET: printable().optional(),
  MICROSOFT_CLIENT_ID: printable().optional(),
  MICROSOFT_CLIENT_SECRET: printable().optional(),
  TEPAT_SECRET: z.string().refine(isLongEnough, shortSecret).optional(),
  TEPAT_SECRET_PREVIOUS: z.string().refine(isLongEnough, shortSecret).optional(),
  TEPAT_RULES_FILE: z.string().optional(),
  TEPAT_ANDROID_APP: z
    .string()
    .default(join(import.meta.dirname, "../../worker/android/build/tepat-worker.apk")),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .regex(/^https?:\/\/[^?#\s]+$/, "must be an http(s) URL, such as http://localhost:4318")
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  OTEL_SERVICE_NAME: z.string().default("tepat"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a share from 0 to 1, such as 0.1")
    .transform(Number)
    .default(1),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,}$/, "must have at least 16 printable characters without spaces")
    .optional(),
  LOG_LEVEL: z.enum(["silent", "error", "warn", "info", "debug"]).default("info"),
});

export interface Config {
  readonly port: number;
  readonly host: string;
  /** Whether other devices of the local network can connect. null: the setting in the dashboard applies. */
  readonly opensLocalNetwork: boolean | null;
  /** Whether the gateway can run a tunnel, because this process is all of it and no start setting has an address. */
  readonly runsTunnel: boolean;
  readonly dataDirectory: string;
  /** null: the embedded PostgreSQL is used. */
  readonly databaseUrl: string | null;
  /** The same database without a connection pooler. null: `databaseUrl` leads to the database directly. */
  readonly databaseDirectUrl: string | null;
  /** The replicas, and the largest lag at which they are read. null: the leader serves all reads. */
  readonly replicas: { url: string; maxLagMilliseconds: number } | null;
  readonly redisUrl: string | null;
  /** null: the setting in the dashboard applies, otherwise `http://localhost` with the listener's port. */
  readonly publicUrl: string | null;
  /**
   * The role of this process: respond to requests (`api`), send webhooks and run recurring work (`jobs`), or both
   * (`all`).
   */
  readonly role: "all" | "api" | "jobs";
  readonly transport: "auto" | "uws" | "node";
  /**
   * The time for which the process still responds after SIGTERM, so that load balancers learn from /readyz that the
   * process stops.
   */
  readonly stopDelayMilliseconds: number;
  readonly trustedProxies: TrustedProxies;
  readonly rateLimits: {
    read: number;
    write: number;
    checkout: number;
    worker: number;
    dashboard: number;
  };
  readonly quotaTimeZone: string;
  readonly totalQuarantineHours: number;
  /**
   * Limits on the stock and the totals that strangers can hold through payment links. DomainSettings describes them.
   */
  readonly linkLimits: DomainSettings["linkLimits"];
  readonly webhookRetrySeconds: readonly number[];
  /** null: private addresses are allowed while no stranger can have an account. */
  readonly allowPrivateWebhooks: boolean | null;
  /** Whether anyone can sign up as a merchant in the dashboard. null: the setting in the dashboard applies. */
  readonly allowSignUp: boolean | null;
  /** Whether a merchant's key can trigger test events, which are invoices that a simulated phone pays. */
  readonly allowTrigger: boolean;
  readonly noticeRetrySeconds: readonly number[];
  readonly retention: {
    webhookAttemptDays: number;
    auditDays: number;
    noticeDays: number;
    booksDays: number;
  };
  /** null: `npx tepat backup run` has no folder, and `/metrics` shows nothing about backups. */
  readonly backups: {
    folder: string;
    keep: { days: number; weeks: number; months: number };
    /** The public key with which the files are encrypted. null: the files are not encrypted. */
    recipient: string | null;
    /** The file of the key that decrypts backups, for `backup verify`. null: the key is absent, or in gpg's keyring. */
    identityFile: string | null;
    /** The command that copies a file to another place. */
    copyCommand: string | null;
  } | null;
  /** Without a token, the bot in the dashboard applies. */
  readonly telegram: { token: string | null; apiUrl: string };
  /** The OAuth clients at mail providers. null: the client in the dashboard applies. */
  readonly mailClients: Record<
    "google" | "microsoft",
    { client_id: string; client_secret: string } | null
  >;
  /** null: the environment names no mail server. */
  readonly smtp: { url: string; from: string } | null;
  /** The domain of the addresses that receive forwarded emails. null: there are no such addresses. */
  readonly mailDomain: string | null;
  /** null: this process does not receive emails. Without a certificate, connections are not encrypted. */
  readonly mailReception: {
    host: string;
    port: number;
    domain: string;
    certificate: { certificateFile: string; keyFile: string } | null;
  } | null;
  /** null: a secret is created and kept in the data directory. Only the embedded database allows null. */
  readonly secret: string | null;
  /** Opens values that were sealed before TEPAT_SECRET changed, until `npx tepat secrets rotate` seals them again. */
  readonly previousSecret: string | null;
  /** The JSON file of the operator's notification formats. null: only the release's formats are used. */
  readonly rulesFile: string | null;
  /** The installation file of the Android Worker, which phones can download. The file need not exist. */
  readonly androidAppFile: string;
  /** null: no traces. `ratio` is the share of requests that are traced, unless the client of a request has decided. */
  readonly traces: { endpoint: string; serviceName: string; ratio: number } | null;
  /** null: anyone who reaches `/metrics` can read it. */
  readonly metricsToken: string | null;
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
}

/** The problems of the settings, in words for the person who starts the service. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readConfig(env: Environment): Config {
  // Shells and compose files use an empty variable for "not set".
  const given = Object.fromEntries(
    Object.entries(withSettingsFile(env)).filter(([, value]) => value !== ""),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `  ${issue.path.join(".")} ${issue.message}`,
    );
    throw new ConfigError(
      `Correct these settings, which docs/settings.md describes:\n${problems.join("\n")}`,
    );
  }
  const settings = parsed.data;
  const isEmbedded = settings.DATABASE_URL === undefined;
  if (isEmbedded && !settings.TEPAT_EMBEDDED) requireTrial(settings);
  if (!isEmbedded && settings.TEPAT_EMBEDDED) {
    throw new ConfigError(
      "DATABASE_URL and TEPAT_EMBEDDED=1 name two databases. Remove one of these settings.",
    );
  }
  if (!isEmbedded && !settings.TEPAT_SECRET) {
    throw new ConfigError(
      "With DATABASE_URL, set TEPAT_SECRET, which encrypts the secrets in that database. To make one, run openssl rand -base64 32",
    );
  }
  if (isEmbedded && settings.DATABASE_DIRECT_URL) {
    throw new ConfigError(
      "DATABASE_DIRECT_URL is set without DATABASE_URL. Set DATABASE_URL too, or remove DATABASE_DIRECT_URL.",
    );
  }
  if (isEmbedded && settings.DATABASE_REPLICA_URL) {
    throw new ConfigError(
      "DATABASE_REPLICA_URL is set without DATABASE_URL. Set DATABASE_URL too, or remove DATABASE_REPLICA_URL.",
    );
  }
  if (settings.TEPAT_SECRET_PREVIOUS && !settings.TEPAT_SECRET) {
    throw new ConfigError(
      "TEPAT_SECRET_PREVIOUS is set without TEPAT_SECRET. Set TEPAT_SECRET too, or remove TEPAT_SECRET_PREVIOUS.",
    );
  }
  const host = settings.HOST ?? (isEmbedded ? "127.0.0.1" : "0.0.0.0");
  return Object.freeze({
    port: settings.PORT,
    host,
    opensLocalNetwork: settings.HOST === undefined && isEmbedded ? null : !isLoopback(host),
    runsTunnel: isEmbedded && settings.ROLE === "all" && settings.PUBLIC_URL === undefined,
    dataDirectory: settings.TEPAT_DATA_DIR,
    databaseUrl: settings.DATABASE_URL ?? null,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? null,
    replicas: settings.DATABASE_REPLICA_URL
      ? { url: settings.DATABASE_REPLICA_URL, maxLagMilliseconds: settings.REPLICA_MAX_LAG_MS }
      : null,
    redisUrl: settings.REDIS_URL ?? null,
    publicUrl: settings.PUBLIC_URL ?? null,
    role: settings.ROLE,
    transport: settings.TRANSPORT,
    stopDelayMilliseconds: settings.STOP_DELAY_SECONDS * 1_000,
    trustedProxies: settings.TRUST_PROXY,
    rateLimits: {
      read: settings.RATE_LIMIT_READ,
      write: settings.RATE_LIMIT_WRITE,
      checkout: settings.RATE_LIMIT_CHECKOUT,
      worker: settings.RATE_LIMIT_WORKER,
      dashboard: settings.RATE_LIMIT_DASHBOARD,
    },
    quotaTimeZone: settings.QUOTA_TIME_ZONE,
    totalQuarantineHours: settings.TOTAL_QUARANTINE_HOURS,
    linkLimits: {
      unpaidPerClient: settings.LINK_UNPAID_PER_CLIENT,
      unpaidPerLink: settings.LINK_UNPAID_PER_LINK,
      totalsPerAmount: settings.LINK_TOTALS_PER_AMOUNT,
      unpaidPiecesPerClient: settings.LINK_UNPAID_PIECES_PER_CLIENT,
      stockPercentPerClient: settings.LINK_STOCK_PERCENT_PER_CLIENT,
    },
    webhookRetrySeconds: settings.WEBHOOK_RETRY_SCHEDULE,
    allowPrivateWebhooks: settings.WEBHOOK_ALLOW_PRIVATE ?? (isEmbedded ? null : false),
    allowSignUp: settings.ALLOW_SIGN_UP ?? null,
    allowTrigger: settings.ALLOW_TRIGGER,
    retention: {
      webhookAttemptDays: settings.RETENTION_WEBHOOK_ATTEMPTS_DAYS,
      auditDays: settings.RETENTION_AUDIT_DAYS,
      noticeDays: settings.RETENTION_NOTICES_DAYS,
      booksDays: settings.RETENTION_BOOKS_DAYS,
    },
    noticeRetrySeconds: settings.NOTICE_RETRY_SCHEDULE,
    telegram: {
      token: settings.TELEGRAM_BOT_TOKEN ?? null,
      apiUrl: settings.TELEGRAM_API_URL,
    },
    smtp: settings.SMTP_URL
      ? { url: settings.SMTP_URL, from: settings.SMTP_FROM ?? defaultSender(settings) }
      : null,
    mailClients: {
      google: mailClientOf(settings, "GOOGLE"),
      microsoft: mailClientOf(settings, "MICROSOFT"),
    },
    mailDomain: settings.SMTP_RECEIVE_DOMAIN ?? null,
    mailReception: receptionOf(settings),
    secret: settings.TEPAT_SECRET ?? null,
    previousSecret: settings.TEPAT_SECRET_PREVIOUS ?? null,
    backups: backupsOf(settings),
    rulesFile: settings.TEPAT_RULES_FILE ?? null,
    androidAppFile: settings.TEPAT_ANDROID_APP,
    traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
          serviceName: settings.OTEL_SERVICE_NAME,
          ratio: settings.OTEL_TRACES_SAMPLER_ARG,
        }
      : null,
    metricsToken: settings.METRICS_TOKEN ?? null,
    logLevel: settings.LOG_LEVEL,
  });
}

type Settings = z.infer<typeof environment>;

function mailClientOf(settings: Settings, provider: "GOOGLE" | "MICROSOFT") {
  const client_id = settings[`${provider}_CLIENT_ID`];
  const client_secret = settings[`${provider}_CLIENT_SECRET`];
  if (client_id !== undefined && client_secret !== undefined) return { client_id, client_secret };
  if (client_id === undefined && client_secret === undefined) return null;
  throw new ConfigError(
    `Set both ${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET, or neither.`,
  );
}

function receptionOf(settings: Settings): Config["mailReception"] {
  const certificateFile = settings.SMTP_RECEIVE_CERTIFICATE_FILE;
  const keyFile = settings.SMTP_RECEIVE_KEY_FILE;
  if ((certificateFile === undefined) !== (keyFile === undefined)) {
    throw new ConfigError(
      "Set both SMTP_RECEIVE_CERTIFICATE_FILE and SMTP_RECEIVE_KEY_FILE, or neither.",
    );
  }
  if (!settings.SMTP_RECEIVE) return null;
  if (!settings.SMTP_RECEIVE_DOMAIN) {
    throw new ConfigError(
      "SMTP_RECEIVE is set without SMTP_RECEIVE_DOMAIN. Set SMTP_RECEIVE_DOMAIN too, or remove SMTP_RECEIVE.",
    );
  }
  return {
    ...settings.SMTP_RECEIVE,
    domain: settings.SMTP_RECEIVE_DOMAIN,
    certificate:
      certificateFile === undefined || keyFile === undefined ? null : { certificateFile, keyFile },
  };
}

/**
 * Reads the settings file. As with systemd's EnvironmentFile, the file takes precedence, so that a command finds the
 * service's database from any shell.
 */
function withSettingsFile(env: Environment): Environment {
  const file = env["TEPAT_SETTINGS_FILE"];
  if (!file) return env;
  try {
    return { ...env, ...readSettingsFile(file) };
  } catch (cause) {
    throw new ConfigError(`TEPAT_SETTINGS_FILE ${file} cannot be read: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

/**
 * Throws if a gateway in use has lost its DATABASE_URL. Such a gateway must not continue with an empty database,
 * which a backup would then save.
 */
function requireTrial(settings: z.infer<typeof environment>): void {
  const signs = [
    ...(settings.TEPAT_SECRET ? ["TEPAT_SECRET"] : []),
    ...(settings.PUBLIC_URL ? ["PUBLIC_URL"] : []),
    ...(settings.NODE_ENV === "production" ? ["NODE_ENV=production"] : []),
  ];
  if (signs.length === 0) return;
  throw new ConfigError(
    `A gateway with ${signs.join(" and ")} needs a DATABASE_URL. Set DATABASE_URL, or TEPAT_EMBEDDED=1 to use the embedded database on purpose.`,
  );
}

function backupsOf(settings: z.infer<typeof environment>): Config["backups"] {
  const {
    BACKUP_DIR: folder,
    BACKUP_KEEP: keep,
    BACKUP_RECIPIENT: recipient = null,
    BACKUP_IDENTITY_FILE: identityFile = null,
    BACKUP_COPY_COMMAND: copyCommand = null,
  } = settings;
  if (folder !== undefined) return { folder, keep, recipient, identityFile, copyCommand };
  if (recipient === null && copyCommand === null) return null;
  throw new ConfigError(
    "BACKUP_RECIPIENT or BACKUP_COPY_COMMAND is set without BACKUP_DIR. Set BACKUP_DIR too, or remove the other setting.",
  );
}

/**
 * Returns whether a URL has no path or credentials. Pages, streams and cookies name their paths from the root, and
 * every customer sees the address.
 */
function isRoot(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { pathname, username, password } = new URL(url);
  return pathname === "/" && username === "" && password === "";
}

const isHostName = (host: string): boolean => /^[a-z\d]([\w.-]{0,252}[a-z\d])?$/i.test(host);

/**
 * Returns the default sender for a gateway without SMTP_FROM. Mail servers refuse addresses such as no-reply@127.0.0.1,
 * so a gateway without a domain uses its login at the mail server.
 */
function defaultSender({
  PUBLIC_URL,
  SMTP_URL,
}: Pick<z.infer<typeof environment>, "PUBLIC_URL" | "SMTP_URL">) {
  const { hostname } = new URL(PUBLIC_URL ?? "http://localhost");
  if (isIP(withoutBrackets(hostname)) === 0) return `Tepat <no-reply@${hostname}>`;
  const user = URL.canParse(SMTP_URL ?? "")
    ? decodeURIComponent(new URL(SMTP_URL ?? "").username)
    : "";
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(user)) return `Tepat <${user}>`;
  throw new ConfigError(
    "SMTP_FROM is not set, and PUBLIC_URL has an IP address instead of a name. Set SMTP_FROM to a sender such as Toko <toko@example.com>.",
  );
}

function isTimeZone(name: string): boolean {
  // PostgreSQL reads a bare offset with the opposite sign.
  if (/^[+-]/.test(name)) return false;
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
