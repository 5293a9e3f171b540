import type { Config } from "./config.ts";
import { connect, type Sql } from "../db/client.ts";
import { startEmbedded, type LaunchedDatabase } from "../db/embedded.ts";
import { migrate, requireTables } from "../db/migrate.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import {
  openSettingsInForce,
  type SettingsAtStart,
  type SettingsInForce,
} from "../domain/gateway-settings/settings-in-force.ts";
import { createSecretBox, secretBoxOf, type SecretBox } from "../domain/security/secrets.ts";
import { strangeKey } from "../domain/upkeep/sealed-values.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { localSecretFile, localSecrets } from "./local-secret.ts";

/** The migrated database and its secrets, for the server and the command line. */
export interface OpenDatabase {
  /**
   * The address without a pooler, for work that needs a session: migrations, LISTEN, and advisory locks that last
   * longer than a transaction.
   */
  directUrl: string;
  sql: Sql;
  secrets: SecretBox;
  close(): Promise<void>;
}

export async function openDatabase(
  config: Config,
  applicationName: string,
  {
    mayMake = true,
    launched,
    statementMilliseconds,
  }: {
    mayMake?: boolean;
    launched?: LaunchedDatabase | null;
    /** The time limit of a statement, if it differs from the client's default. */
    statementMilliseconds?: number | undefined;
  } = {},
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await (launched?.ready ?? startEmbedded({ dataDirectory: config.dataDirectory, mayMake }));
  const url = config.databaseUrl ?? embedded?.url ?? "";
  const directUrl = config.databaseDirectUrl ?? url;
  try {
    if (!mayMake) await requireTables(directUrl);
    const secrets = await openSecrets(config);
    await migrate(directUrl);
    const sql = connect(url, { applicationName, statementMilliseconds });
    return {
      directUrl,
      sql,
      secrets,
      async close() {
        await sql.end({ timeout: 5 });
        await embedded?.stop();
      },
    };
  } catch (cause) {
    await embedded?.stop();
    throw cause;
  }
}

/** Returns the secrets that open the sealed values. Creates them if the data directory has none. */
export async function openSecrets({
  secret,
  previousSecret,
  dataDirectory,
}: Config): Promise<SecretBox> {
  return secret === null
    ? secretBoxOf(await localSecrets(dataDirectory))
    : createSecretBox(secret, previousSecret === null ? [] : [previousSecret]);
}

/**
 * Throws if another secret encrypted the values in this database. Called before a value is sealed or signed, because
 * that value would be useless under the wrong secret.
 */
export async function requireItsSecret(
  { secret, dataDirectory }: Config,
  database: Pick<OpenDatabase, "sql" | "secrets">,
): Promise<void> {
  const key_id = await strangeKey(database);
  if (key_id === null) return;
  const [place, remedy] =
    secret === null
      ? [`The secret in ${localSecretFile(dataDirectory)}`, "Restore that file from a backup"]
      : [
          "TEPAT_SECRET",
          "Set TEPAT_SECRET to the secret with that key, or TEPAT_SECRET_PREVIOUS while you change it",
        ];
  throw new DomainError(
    `${place} is not the secret that encrypted the values in this database (key ${key_id} is). ${remedy}. If that secret is lost, run npx tepat secrets rotate to see what to replace.`,
  );
}

export const settingsAtStart = ({
  smtp,
  telegram,
  allowSignUp,
  publicUrl,
  opensLocalNetwork,
  mailClients,
}: Config): SettingsAtStart => ({
  email: smtp,
  telegram: telegram.token === null ? null : { token: telegram.token, apiUrl: telegram.apiUrl },
  telegramApiUrl: telegram.apiUrl,
  sign_up: allowSignUp === null ? null : { is_open: allowSignUp },
  public_address: publicUrl === null ? null : { url: publicUrl },
  local_network: opensLocalNetwork === null ? null : { is_open: opensLocalNetwork },
  ...mailClients,
});

type GatewayParts = Pick<Gateway, "notificationReader" | "wakeWebhookSender" | "announcePayments">;

/** Opens the gateway for a command, which reads the settings in force once. */
export async function openGateway(
  config: Config,
  database: OpenDatabase,
  parts: GatewayParts,
): Promise<Gateway> {
  const settingsInForce = await openSettingsInForce(database, settingsAtStart(config));
  return createGateway(config, database, settingsInForce, parts);
}

export function createGateway(
  config: Config,
  database: Pick<OpenDatabase, "sql" | "secrets">,
  settingsInForce: SettingsInForce,
  parts: GatewayParts,
): Gateway {
  const listensAt = {
    host: config.host,
    // With PORT=0, the system chooses the port.
    get port() {
      return settingsInForce.boundPort ?? config.port;
    },
  };
  return {
    ...parts,
    sql: database.sql,
    secrets: database.secrets,
    now: () => null,
    random: Math.random,
    builtInSteps: new Map(),
    settings: {
      get publicUrl() {
        return settingsInForce.publicUrl ?? `http://localhost:${listensAt.port}`;
      },
      listensAt,
      androidAppFile: config.androidAppFile,
      mailDomain: config.mailDomain,
      get sendsMail() {
        return settingsInForce.mailServer !== null;
      },
      quotaTimeZone: config.quotaTimeZone,
      totalQuarantineHours: config.totalQuarantineHours,
      linkLimits: config.linkLimits,
      // A stranger who has signed up must not make the server call its own network and show the response.
      get allowPrivateWebhooks() {
        return config.allowPrivateWebhooks ?? !settingsInForce.mayHaveStrangers;
      },
      webhookRetrySeconds: config.webhookRetrySeconds,
      noticeRetrySeconds: config.noticeRetrySeconds,
      get allowSignUp() {
        return settingsInForce.allowSignUp;
      },
      get mayHaveStrangers() {
        return settingsInForce.mayHaveStrangers;
      },
      allowTrigger: config.allowTrigger,
      ...config.retention,
    },
  };
}
