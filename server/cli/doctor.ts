import { readConfig, type Config } from "../start/config.ts";
import { runCheck, type CheckResult } from "../domain/base/check-result.ts";
import { hasForwarded } from "../domain/mail/mailboxes.sql.ts";
import { loadOperatorRules } from "../domain/notifications/operator-rules.ts";
import { nearestFolder, roomIn } from "../domain/upkeep/machine-figures.ts";
import { command, type Output } from "./command.ts";
import { checkDatabase } from "./doctor-database.ts";
import {
  describeMailReception,
  describePort,
  describePublicAddress,
  describeTransport,
} from "./doctor-network.ts";
import { withGateway } from "./database.ts";
import { flag } from "./option.ts";
import { columns } from "./print.ts";

const doctor = command({
  name: "doctor",
  summary: "Checks this installation, and explains each problem and its fix.",
  options: {
    thorough: flag("check all invariants of the data, even if that takes a long time"),
  },
  run: async ({ thorough }) => report(await runChecks({ isThorough: thorough })),
});

async function runChecks(options: { isThorough: boolean }): Promise<CheckResult[]> {
  const settings = await runCheck("settings", () => describeSettings(readConfig(process.env)));
  const results = [await runCheck("Node.js", describeNode), settings];
  if (!settings.is_ok) return results;

  const config = readConfig(process.env);
  const database = await checkDatabase(config, options);
  const isCurrent = database.some(({ check, is_ok }) => check === "migrations" && is_ok);
  return [
    ...results,
    ...database,
    await runCheck("rules", () => describeRules(config)),
    await runCheck("transport", () => describeTransport(config)),
    await runCheck("port", () => describePort(config)),
    await runCheck("forwarded emails", async () =>
      describeMailReception(config, isCurrent && (await hasAddresses())),
    ),
    await runCheck("public address", async () =>
      describePublicAddress(await publicUrlOf(config, isCurrent)),
    ),
    ...(config.databaseUrl === null ? [await runCheck("disk", () => describeDisk(config))] : []),
  ];
}

/** Returns the dashboard's address. Reads it from the database only if no migration is due. */
async function publicUrlOf(config: Config, isCurrent: boolean): Promise<string> {
  if (config.publicUrl !== null) return config.publicUrl;
  const local = `http://localhost:${config.port}`;
  if (!isCurrent) return local;
  return withGateway(async ({ settings }) => settings.publicUrl).catch(() => local);
}

const hasAddresses = (): Promise<boolean> =>
  withGateway(({ sql }) => hasForwarded(sql)).catch(() => false);

const oldestNode = 24;

function describeNode(): string {
  const { node } = process.versions;
  if (Number.parseInt(node) >= oldestNode) return node;
  throw new Error(
    `${node} is too old. Use npm start and npx tepat, which install Node.js ${oldestNode}`,
  );
}

function describeSettings({ databaseUrl, dataDirectory }: Config): string {
  return databaseUrl === null
    ? `embedded database in ${dataDirectory}`
    : "database of DATABASE_URL";
}

/** The least free space. PostgreSQL stops when there is no space for its write-ahead log. */
const freeBytesMin = 1024 ** 3;

async function describeDisk({ dataDirectory }: Config): Promise<string> {
  const folder = nearestFolder(dataDirectory);
  const { free_bytes } = await roomIn(folder);
  const free = `${(free_bytes / 1024 ** 3).toFixed(1)} GiB free in ${folder}`;
  if (free_bytes >= freeBytesMin) return free;
  throw new Error(
    `Only ${free}. Make room, or move the database with npx tepat backup and npx tepat restore`,
  );
}

function describeRules({ rulesFile }: Config): string {
  loadOperatorRules(rulesFile);
  return rulesFile === null ? "built-in rules" : `built-in rules and ${rulesFile}`;
}

function report(results: readonly CheckResult[]): Output {
  const wrong = results.filter(({ is_ok }) => !is_ok).map(({ check }) => check);
  const lines = results.map(({ check, is_ok, detail }) => [is_ok ? "ok" : "WRONG", check, detail]);
  return {
    data: { is_ok: wrong.length === 0, checks: results },
    text: columns(lines),
    ...(wrong.length > 0 && { problem: `Wrong: ${wrong.join(", ")}.` }),
  };
}

export const commands = [doctor];
