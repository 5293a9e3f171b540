import { readConfig, type Config } from "../start/config.ts";
import { BackupFileError } from "../db/backup-file.ts";
import { connect, type Sql } from "../db/client.ts";
import { startEmbedded } from "../db/embedded.ts";
import { openNotificationHub } from "../db/notification-hub.ts";
import { audited, operatorCli, type Deed } from "../domain/access/audit.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { loadOperatorRules } from "../domain/notifications/operator-rules.ts";
import { changedPayments } from "../domain/payments/payment-announcements.ts";
import { createGateway, openDatabase, requireItsSecret } from "../start/open-gateway.ts";
import { reasonOf } from "../domain/base/reason.ts";
import { startProblem } from "../start/start-problem.ts";

const applicationName = "tepat cli";

interface Options {
  /** Whether the command begins an installation. Others refuse an empty database: it may be the wrong one. */
  mayMake?: boolean;
  /** Whether it seals what only TEPAT_SECRET opens. What replaces a lost secret's must run without it. */
  seals?: boolean;
}

/** Lends the gateway to one command. The embedded database is shared with a running server, or started for as long. */
export async function withGateway<Result>(
  work: (gateway: Gateway) => Promise<Result>,
  { mayMake = false, seals = false }: Options = {},
): Promise<Result> {
  const config = readConfig(process.env);
  const database = await openDatabase(config, applicationName, { mayMake }).catch(refuse);
  const hub = openNotificationHub(database.directUrl, { warn: () => {} });
  try {
    if (seals) await requireItsSecret(config, database);
    // A server's sender wakes by itself, at the latest every minute.
    return await work(
      createGateway(config, database, {
        // Read when a command needs them: a mistake in the file keeps nobody from revoking a key.
        notificationReader: () => loadOperatorRules(config.rulesFile).reader(),
        wakeWebhookSender: () => {},
        announcePayments: (payments) => hub.publish(changedPayments, payments),
      }),
    );
  } finally {
    await hub.close();
    await database.close();
  }
}

/** One command's change and its audit entry, in one transaction. */
export const changing = <Result>(
  change: (gateway: Gateway) => Promise<Result>,
  deedOf: (result: Result) => Deed,
): Promise<Result> => withGateway((gateway) => audited(gateway, operatorCli, change, deedOf));

/** Lends the database as it is: past a pooler, without applying migrations, without opening secrets. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: { url: string; sql: Sql }) => Promise<Result>,
  { mayMake = false }: Options = {},
): Promise<Result> {
  const embedded =
    config.databaseUrl === null
      ? await startEmbedded({ dataDirectory: config.dataDirectory, mayMake })
      : null;
  try {
    const url = config.databaseDirectUrl ?? config.databaseUrl ?? embedded?.url ?? "";
    const sql = connect(url, { applicationName, connections: 1 });
    return await work({ url, sql }).finally(() => sql.end({ timeout: 1 }));
  } finally {
    await embedded?.stop();
  }
}

/** What stands between us and the database is for the operator to mend, not a mistake of ours. */
export function refuse(cause: unknown): never {
  if (cause instanceof BackupFileError) throw cause;
  const problem = startProblem(cause)?.replace("\n", ": ");
  const unforeseen = `The database cannot be used: ${reasonOf(cause)} (npx tepat doctor looks for the reason)`;
  throw new DomainError(problem ?? unforeseen, { cause });
}
