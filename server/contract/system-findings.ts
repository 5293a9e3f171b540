import { z } from "zod";
import { coded, textOf, type Coded, type TextsFor } from "./coded.ts";

/** The findings of an installation's checks. The operator's page has its own sentences for the codes. */

const word = (description: string) => z.string().meta({ description });
const seconds = z.number().min(0).meta({ description: "The difference of the clocks." });

export const systemCheck = z
  .enum(["database", "migrations", "TEPAT_SECRET", "clocks", "recurring work", "rate limits"])
  .meta({ id: "SystemCheck", description: "The subject of the check." });

const lateWork = z.enum(["ending_invoices", "sending_webhooks", "counting_invoices"]).meta({
  id: "LateWork",
  description: "A recurring job that is late.",
});

export type LateWork = z.infer<typeof lateWork>;

const findings = {
  postgres: { version: word("The version of PostgreSQL.") },
  postgres_too_old: {
    version: word("The version found."),
    oldest: z.int().meta({ description: "The oldest usable version." }),
  },
  migrations_current: {},
  migrations_due: { names: word("The migrations not yet applied, separated by commas.") },
  secret_fits: {},
  nothing_sealed: {},
  unknown_key: { key: word("The id of the key. It reveals nothing about the key.") },
  changed_secret: { place: word("The place of the encrypted value.") },
  unknown_form: { version: z.int().meta({ description: "The supported version." }) },
  clocks_agree: { seconds },
  clocks_differ: { seconds },
  work_done: {},
  work_late: { late: z.array(lateWork).meta({ description: "The jobs that are late." }) },
  limits_shared: {},
  limits_apart: {
    processes: z.int().meta({ description: "The number of processes that count separately." }),
  },
  /** An unexpected failure, such as a database that does not respond. */
  failed: { message: word("The cause of the failure, in English.") },
} as const;

export type SystemFinding = Coded<typeof findings>;

export const systemFinding = coded(findings).meta({
  id: "SystemFinding",
  description: "The finding of a check. Each page has its own text for it.",
});

const late: Readonly<Record<LateWork, string>> = {
  ending_invoices: "overdue invoices have not been ended",
  sending_webhooks: "due webhooks have not been sent",
  counting_invoices: "ended invoices have not been counted",
};

/** The command line's texts. A text about a problem includes the next step. */
const english: TextsFor<SystemFinding> = {
  postgres: ({ version }) => `PostgreSQL ${version}`,
  postgres_too_old: ({ version, oldest }) =>
    `PostgreSQL ${version} is too old. Upgrade it to ${oldest} or newer`,
  migrations_current: () => "current",
  migrations_due: ({ names }) => `not applied: ${names}. Run npx tepat migrate or npm start`,
  secret_fits: () => "can open the secrets in the database",
  nothing_sealed: () => "no secrets stored yet",
  unknown_key: ({ key }) =>
    `A stored secret was encrypted with key ${key}, which does not belong to the current TEPAT_SECRET. ` +
    "Set this database's earlier secret as TEPAT_SECRET or TEPAT_SECRET_PREVIOUS.",
  changed_secret: ({ place }) =>
    `The encrypted value of ${place} was changed, or belongs to another place. Replace the value, or restore a backup.`,
  unknown_form: ({ version }) =>
    `An encrypted value is not in format version ${version}. It was cut off, or a newer Tepat wrote it. Start the newer release, or restore a backup.`,
  clocks_agree: (apart) => `${apart.seconds.toFixed(1)} s apart`,
  clocks_differ: (apart) =>
    `the clocks of this machine and of the database are ${apart.seconds.toFixed(1)} s apart. Switch on NTP on both machines`,
  work_done: () => "on time",
  work_late: (work) => `${work.late.map((each) => late[each]).join("; ")}. Check the server's log`,
  limits_shared: () => "counted in one place",
  limits_apart: ({ processes }) =>
    `${processes} processes count separately, so the limits are ${processes} times as high. Set REDIS_URL for all processes`,
  failed: ({ message }) => message,
};

export const findingInEnglish = (finding: SystemFinding): string => textOf(english, finding);
