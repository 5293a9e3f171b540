import { resolve } from "node:path";
import { quote } from "./cli/shell.ts";
import { readConfig, type Config } from "./start/config.ts";
import type { RunningServer } from "./server.ts";

/**
 * Returns the text that `npm start` prints: the address, and commands to paste that lead to a PAID
 * invoice.
 */
export function welcome(server: RunningServer, config: Config): string {
  if (config.role === "jobs") {
    return `\nTepat runs jobs (webhooks, deadlines, recurring work); its health is at ${server.url}/readyz\n`;
  }
  const shared = settingsToShare(config);
  const tepat = [...settingsToRepeat(server, config), "npx tepat"].join(" ");
  return `
Tepat listens on ${server.url} (${describe(server, config)})
${firstAccount(server)}
Try it in another terminal${shared === "" ? "" : ` with the same ${shared}`}. A merchant with an account, in variables of that shell:

  eval "$(${tepat} merchant create --name 'Toko Contoh' --email toko@example.com --account BCA --export)"

an invoice of Rp150.000:

  curl -s "$TEPAT_URL/gateway/payments" -H "X-Api-Key: $TEPAT_API_KEY" -H 'Content-Type: application/json' \\
    -d '{"account_id": "'"$TEPAT_ACCOUNT_ID"'", "payment_code": "INV-1", "payment_amount": 150000,
         "payment_expired_at": "2099-12-31T23:59:59+07:00",
         "customer_name": "Budi", "customer_email": "budi@example.com"}'

the bank's notification of its total, from a simulated phone:

  ${tepat} simulate transfer --payment INV-1 --merchant "$TEPAT_MERCHANT_ID"

and the invoice is PAID:

  curl -s "$TEPAT_URL/gateway/payments/INV-1" -H "X-Api-Key: $TEPAT_API_KEY"

The dashboard is at ${config.publicUrl ?? server.url}/dashboard; the first command printed the email address and the password to sign in with.
`;
}

const firstAccount = ({ firstAccountAddress: address }: RunningServer): string =>
  address === null
    ? ""
    : `\nCreate the first account in a browser, at this address:\n\n${address}\n`;

function describe({ transport }: RunningServer, { databaseUrl, dataDirectory }: Config): string {
  const listener = transport === "uws" ? "uWebSockets.js" : "node:http";
  return databaseUrl === null ? `${listener}, database in ${dataDirectory}` : listener;
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
