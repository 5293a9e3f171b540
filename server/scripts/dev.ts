/**
 * Runs `npm run dev`: the server with an example shop, restarted whenever a source file changes. It has its own
 * data directory, because its merchant's password is in this repository.
 */

import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ConfigError, readConfig, type Config } from "../start/config.ts";
import { loadOperatorRules } from "../domain/notifications/operator-rules.ts";
import { openGateway, openDatabase } from "../start/open-gateway.ts";
import { seed, type DevShop } from "./dev-seed.ts";

const root = path.resolve(import.meta.dirname, "../..");
const env = {
  ...process.env,
  TEPAT_DATA_DIR: path.join(root, ".tepat/dev"),
  TEPAT_EMBEDDED: "1",
};

try {
  if (process.env["DATABASE_URL"]) {
    throw new ConfigError("npm run dev keeps to its own database: unset DATABASE_URL.");
  }
  const config = readConfig(env);
  console.log(describe(config, await openShop(config)));
  startServer();
} catch (cause) {
  console.error(cause instanceof ConfigError ? cause.message : cause);
  process.exitCode = 1;
}

/**
 * Returns the shop. The API key is known only when it is created, so it is stored beside the
 * database.
 */
async function openShop(config: Config): Promise<DevShop> {
  const file = path.join(config.dataDirectory, "shop.json");
  const database = await openDatabase(config, "tepat dev");
  try {
    const gateway = await openGateway(config, database, {
      notificationReader: () => loadOperatorRules(config.rulesFile).reader(),
      wakeWebhookSender: () => {},
      announcePayments: () => {},
    });
    const shop = await seed(gateway);
    if (shop) await writeFile(file, JSON.stringify(shop), { mode: 0o600 });
    return JSON.parse(await readFile(file, "utf8")) as DevShop;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new ConfigError(
      `The seed was interrupted: remove ${config.dataDirectory}, start again.`,
      {
        cause,
      },
    );
  } finally {
    await database.close();
  }
}

function describe({ port, publicUrl, dataDirectory }: Config, shop: DevShop): string {
  const url = publicUrl ?? `http://localhost:${port}`;
  return `
Dashboard  ${url}/dashboard
           ${shop.email}
           ${shop.password}

In another terminal:

  export TEPAT_URL=${url} TEPAT_DATA_DIR=${path.relative(process.cwd(), dataDirectory)} \\
    TEPAT_API_KEY=${shop.api_key} TEPAT_WEBHOOK_SECRET=${shop.webhook_secret} \\
    TEPAT_MERCHANT_ID=${shop.merchant_id} TEPAT_ACCOUNT_ID=${shop.account_id}
  npx tepat simulate transfer --payment DEV-PENDING --merchant $TEPAT_MERCHANT_ID
`;
}

/**
 * Starts the server. Signals from a terminal reach this child process directly, and it stops its
 * own child process.
 */
function startServer(): void {
  const args = ["--watch", "--watch-preserve-output", path.join(root, "server/main.mjs")];
  const child = spawn(process.execPath, args, { stdio: "inherit", env });
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (code) => (process.exitCode = code ?? 0));
}
