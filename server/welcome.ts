import { resolve } from "node:path";
import { quote } from "./cli/shell.ts";
import { readConfig, type Config } from "./start/config.ts";
import type { RunningServer } from "./server.ts";

/**
 * Returns the text that `npm start` prints. The address that a shopkeeper opens is the last line, because the rest is
 * for programmers.
 */
export function welcome(server: RunningServer, config: Config): string {
  if (config.role === "jobs") {
    return `\nTepat runs jobs (webhooks, deadlines, recurring work); its health is at ${server.url}/readyz\n`;
  }
  const { firstAccountAddress } = server;
  const address = config.publicUrl ?? server.url;
  return `
${placesOf(server, config)}For programmers: ${address}/docs/first-api-payment${commandsOf(server, config)}

Tepat runs until you close this window. ${
    firstAccountAddress === null
      ? `The dashboard is at:\n\n${address}/dashboard`
      : `Create the first account in a browser, at this address:\n\n${firstAccountAddress}`
  }
`;
}

/** Describes how this server's commands differ from the guide's, or returns an empty text. */
function commandsOf(server: RunningServer, config: Config): string {
  const shared = settingsToShare(config);
  const repeated = settingsToRepeat(server, config);
  return [
    shared === "" ? "" : ` (in a terminal with the same ${shared})`,
    repeated.length === 0
      ? ""
      : `\nIts commands begin here with: ${[...repeated, "npx tepat"].join(" ")}`,
  ].join("");
}

/** Names the places that the addresses below do not show. */
function placesOf({ url }: RunningServer, { publicUrl, databaseUrl, dataDirectory }: Config) {
  const local = publicUrl === null ? "" : `Local address: ${url}\n`;
  return databaseUrl === null ? `${local}Data folder: ${dataDirectory}\n` : local;
}

/** Returns the secret settings that another terminal needs. They are not printed. */
const settingsToShare = ({ databaseUrl, secret }: Config): string => {
  if (secret === null) return "";
  return `${databaseUrl === null ? "TEPAT_EMBEDDED" : "DATABASE_URL"} and TEPAT_SECRET`;
};

const reachedAsLocalhost = new Set(["localhost", "127.0.0.1", "::1", "0.0.0.0", "::"]);

/**
 * Returns the settings of this start that differ from the defaults and that another terminal would
 * not have.
 */
function settingsToRepeat({ url }: RunningServer, config: Config): string[] {
  const defaults = readConfig({});
  const [port] = /\d+$/.exec(url) ?? [];
  const isLocal = config.publicUrl !== null || reachedAsLocalhost.has(config.host);
  const isOwnDirectory =
    config.databaseUrl === null && config.dataDirectory !== defaults.dataDirectory;
  return [
    ...(port === String(defaults.port) ? [] : [`PORT=${port}`]),
    ...(isLocal ? [] : [`PUBLIC_URL=${quote(url)}`]),
    // With a PUBLIC_URL the command line would ask for it.
    ...(isLocal || config.databaseUrl !== null ? [] : ["TEPAT_EMBEDDED=1"]),
    ...(isOwnDirectory ? [`TEPAT_DATA_DIR=${quote(resolve(config.dataDirectory))}`] : []),
  ];
}
