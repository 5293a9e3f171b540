import { readConfig, type Config } from "../start/config.ts";
import { BackupFileError } from "../db/backup-file.ts";
import { connect, type Sql } from "../db/client.ts";
import { startEmbedded } from "../db/embedded.ts";
import { openNotificationHub } from "../db/notification-hub.ts";
import { audited, operatorCli, type AuditEvent } from "../domain/access/audit.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { loadOperatorRules } from "../domain/notifications/operator-rules.ts";
import { changedPayments } from "../domain/payments/payment-announcements.ts";
import { openDatabase, openGateway, requireItsSecret } from "../start/open-gateway.ts";
import { reasonOf } from "../domain/base/reason.ts";
import { lossOfDatabase, startProblem } from "../start/start-problem.ts";

const applicationName = "tepat cli";

interface Options {
  /**
   * Whether the command can create an installation. Other commands refuse an empty database, because it might be the
   * wrong one.
   */
  mayMake?: boolean;
  /**
   * Whether the command encrypts values, so that TEPAT_SECRET must be the database's. A command that replaces a lost
   * secret must run without this check.
   */
  seals?: boolean;
  /** A longer statement timeout, in milliseconds, for a command whose statements read very many rows. */
  statementMilliseconds?: number;
  /**
   * The note to the operator about the work that is kept when the connection to the database was lost. The operator
   * must then run the command again.
   */
  kept?: string;
}

/**
 * Opens the gateway for one command. The embedded database is shared with a running server, or started for the
 * duration of the command.
 */
export async function withGateway<Result>(
  work: (gateway: Gateway) => Promise<Result>,
  { mayMake = false, seals = false, statementMilliseconds }: Options = {},
): Promise<Result> {
  const config = readConfig(process.env);
  const opening = openDatabase(config, applicationName, { mayMake, statementMilliseconds });
  const database = await opening.catch(refuse);
  const hub = openNotificationHub(database.directUrl, { warn: () => {} });
  try {
    if (seals) await requireItsSecret(config, database);
    // A recurring job wakes a server's sender within a few seconds.
    return await work(
      await openGateway(config, database, {
        // The rules are read when a command needs them, so that a mistake in the file does not prevent
        // revoking a key.
        notificationReader: () => loadOperatorRules(config.rulesFile).reader(),
        wakeWebhookSender: () => {},
        announcePayments: (payments) => hub.publish(changedPayments, payments),
      }),
    );
  } catch (cause) {
    throw orLoss(
      cause,
      "If the command changes something, first check whether the change was made.",
    );
  } finally {
    await hub.close();
    await database.close();
  }
}

/** Writes one command's change and its audit entry in one transaction. */
export const changing = <Result>(
  change: (gateway: Gateway) => Promise<Result>,
  eventOf: (result: Result) => AuditEvent,
): Promise<Result> => withGateway((gateway) => audited(gateway, operatorCli, change, eventOf));

/** Opens the database directly: without the pooler, without migrations and without decrypting secrets. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: { url: string; sql: Sql }) => Promise<Result>,
  { mayMake = false, kept = "Nothing was changed." }: Options = {},
): Promise<Result> {
  const embedded =
    config.databaseUrl === null
      ? await startEmbedded({ dataDirectory: config.dataDirectory, mayMake })
      : null;
  try {
    const url = config.databaseDirectUrl ?? config.databaseUrl ?? embedded?.url ?? "";
    const sql = connect(url, { applicationName, connections: 1 });
    try {
      // A database that cannot be reached is a different problem from a connection lost later.
      await sql`select`;
      return await work({ url, sql }).catch((cause: unknown) => {
        throw orLoss(cause, kept);
      });
    } finally {
      await sql.end({ timeout: 1 });
    }
  } finally {
    await embedded?.stop();
  }
}

function orLoss(cause: unknown, kept: string): unknown {
  const loss = lossOfDatabase(cause, kept);
  return loss === null ? cause : new DomainError(loss, { cause });
}

/** Throws a database problem as a message for the operator, because the operator must fix it. */
export function refuse(cause: unknown): never {
  if (cause instanceof BackupFileError) throw cause;
  const problem = startProblem(cause)?.replace("\n", ". ");
  const unforeseen = `Tepat cannot use the database (${reasonOf(cause)}). To find the cause, run npx tepat doctor`;
  throw new DomainError(problem ?? unforeseen, { cause });
}
