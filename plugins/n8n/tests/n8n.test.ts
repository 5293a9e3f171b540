import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../server/testing/database.ts";
import { freePort } from "../../../server/testing/free-port.ts";
import { signWebhook } from "../../../server/domain/webhooks/webhook-signature.ts";
import { startGateway, type Gateway } from "../../tests/gateway.ts";
import { startPlatform, type PlatformProcess } from "../../tests/platform-process.ts";

/**
 * Tests the nodes in a real n8n with a real gateway. n8n has 2,900 packages and 3 GB, so the test does not install it.
 * TEPAT_N8N is a folder with n8n, and TEPAT_N8N_TOOLS a folder with n8n's tools (see README.md).
 */

const n8n = process.env["TEPAT_N8N"] ?? "";
const isMissing = !existsSync(path.join(n8n, "node_modules/n8n/bin/n8n"));
const tools = path.join(process.env["TEPAT_N8N_TOOLS"] ?? "", "node_modules");
const lacksTools = !existsSync(path.join(tools, ".bin/n8n-node"));
const skipped = Object.entries({ TEPAT_N8N: isMissing, TEPAT_N8N_TOOLS: lacksTools });
for (const [name, isSkipped] of skipped) {
  if (isSkipped)
    console.log(`Skipped: ${name} names no folder. plugins/n8n/README.md says how to make it.`);
}

const run = promisify(execFile);
const plugin = path.join(import.meta.dirname, "..");
const webhookId = "0b7a3c5e-2b07-4d1e-8f4c-2a6b9d0e1f23";

let folder: string;
let database: TestDatabase;
let gateway: Gateway;
let platform: PlatformProcess;
let url: string;

beforeAll(async () => {
  if (isMissing) return;
  folder = await mkdtemp(path.join(tmpdir(), "tepat-n8n-"));
  await installAsTold();
  database = await createTestDatabase();
  gateway = await startGateway();
  await startN8n();
}, 600_000);
afterAll(async () => {
  if (isMissing) return;
  await platform.kill();
  await gateway.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Runs the README's command, with the packed plugin in place of the downloaded release. */
async function installAsTold(): Promise<void> {
  const readme = await readFile(path.join(plugin, "README.md"), "utf8");
  const manifest = await readFile(path.join(plugin, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const [command = "false"] = /^npm install --prefix ~.+$/m.exec(readme) ?? [];
  await run("sh", ["-c", command.replace("X.Y.Z", version)], {
    cwd: inject("packed"),
    env: { PATH: process.env["PATH"], HOME: folder },
  });
}

async function startN8n(): Promise<void> {
  const port = await freePort();
  const { hostname, port: databasePort, pathname, username, password } = new URL(database.url);
  const environment = {
    N8N_USER_FOLDER: folder,
    N8N_PORT: String(port),
    N8N_LISTEN_ADDRESS: "127.0.0.1",
    N8N_RUNNERS_BROKER_PORT: String(await freePort()),
    N8N_DIAGNOSTICS_ENABLED: "false",
    N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
    N8N_TEMPLATES_ENABLED: "false",
    N8N_PERSONALIZATION_ENABLED: "false",
    DB_TYPE: "postgresdb",
    DB_POSTGRESDB_HOST: hostname,
    DB_POSTGRESDB_PORT: databasePort,
    DB_POSTGRESDB_DATABASE: pathname.slice(1),
    DB_POSTGRESDB_USER: decodeURIComponent(username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
    DB_POSTGRESDB_SCHEMA: "n8n",
  };
  const program = path.join(n8n, "node_modules/n8n/bin/n8n");
  const command = (...args: string[]) =>
    run(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, ...environment },
    });
  const { data: accounts } = (await (
    await fetch(`${gateway.url}/gateway/accounts`, { headers: { "x-api-key": gateway.api_key } })
  ).json()) as { data: { account_id: string }[] };
  const credential = { id: "tepatcredential1", name: "Tepat" };
  await writeFile(
    path.join(folder, "credentials.json"),
    JSON.stringify([
      {
        ...credential,
        type: "tepatApi",
        data: {
          baseUrl: `${gateway.url}/`,
          apiKey: gateway.api_key,
          webhookSecret: gateway.webhook_secret,
        },
      },
    ]),
  );
  const credentials = { tepatApi: credential };
  await writeFile(
    path.join(folder, "workflow.json"),
    JSON.stringify([
      {
        id: "tepatworkflow001",
        name: "A receipt for each paid invoice",
        active: false,
        settings: {},
        nodes: [
          {
            id: "n1",
            name: "Paid",
            type: "n8n-nodes-tepat.tepatTrigger",
            typeVersion: 1,
            position: [0, 0],
            webhookId,
            credentials,
            parameters: { events: ["payment.paid"] },
          },
          {
            id: "n2",
            name: "Create",
            type: "n8n-nodes-tepat.tepat",
            typeVersion: 1,
            position: [200, 0],
            credentials,
            parameters: {
              operation: "create",
              payment_code: "=AFTER-{{ $json.data.payment_code }}",
              account_id: accounts[0]?.account_id,
              payment_amount: 20000,
              customer_name: "={{ $json.data.customer_name }}",
              customer_email: "budi@example.com",
            },
          },
          {
            id: "n3",
            name: "Cancel",
            type: "n8n-nodes-tepat.tepat",
            typeVersion: 1,
            position: [400, 0],
            credentials,
            parameters: { operation: "cancel", payment_code: "={{ $json.payment_code }}" },
          },
        ],
        connections: {
          Paid: { main: [[{ node: "Create", type: "main", index: 0 }]] },
          Create: { main: [[{ node: "Cancel", type: "main", index: 0 }]] },
        },
      },
    ]),
  );
  await command("import:credentials", "--input", "credentials.json");
  await command("import:workflow", "--input", "workflow.json");
  await command("publish:workflow", "--id", "tepatworkflow001");
  platform = await startPlatform({
    folder,
    args: [program, "start"],
    environment: { ...environment, HOME: folder },
    ready: `http://127.0.0.1:${port}/healthz/readiness`,
  });
  url = `http://127.0.0.1:${port}/webhook/${webhookId}/tepat`;
}

const body = JSON.stringify({
  type: "payment.paid",
  timestamp: new Date().toISOString(),
  data: { payment_code: "INV-1", customer_name: "Budi", payment_status: "PAID" },
});

async function send(id: string, secrets: readonly string[], sent = body): Promise<number> {
  const timestampSeconds = Math.floor(Date.now() / 1000);
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": signWebhook({ secrets: [...secrets], id, timestampSeconds, body }),
  };
  return (await fetch(url, { method: "POST", headers, body: sent })).status;
}

const statusOf = async (code: string) =>
  (await gateway.tepat.payments.get(code).catch(() => null))?.payment_status ?? "none";

test.skipIf(lacksTools)("n8n's own linter finds nothing", async () => {
  const copy = await mkdtemp(path.join(tmpdir(), "tepat-n8n-lint-"));
  onTestFinished(() => rm(copy, { recursive: true }));
  await cp(plugin, copy, { recursive: true, filter: (file) => file !== import.meta.dirname });
  await symlink(tools, path.join(copy, "node_modules"));
  const program = path.join(tools, ".bin/n8n-node");
  // With NODE_ENV=test, the linter treats every file as a test.
  const env = { ...process.env, NODE_ENV: "production" };
  await run(program, ["lint"], { cwd: copy, env }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
});

test.skipIf(isMissing)(
  "a forged webhook starts nothing, and a signed one runs the actions once, despite repeats",
  async () => {
    const forged = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
    await expect.poll(() => send("msg_0", [forged]), { timeout: 120_000 }).toBe(401);
    expect(await send("msg_1", [gateway.webhook_secret], `${body} `)).toBe(401);
    expect(await statusOf("AFTER-INV-1")).toBe("none");

    expect(await send("msg_1", [gateway.webhook_secret])).toBe(200);
    await expect.poll(() => statusOf("AFTER-INV-1")).toBe("CANCELLED");
    for (let time = 0; time < 4; time++)
      expect(await send("msg_1", [gateway.webhook_secret])).toBe(200);

    const another = body.replace("INV-1", "INV-2");
    const timestampSeconds = Math.floor(Date.now() / 1000);
    const secrets = [gateway.webhook_secret];
    const signature = signWebhook({ secrets, id: "msg_2", timestampSeconds, body: another });
    const headers = {
      "content-type": "application/json",
      "webhook-id": "msg_2",
      "webhook-timestamp": String(timestampSeconds),
      "webhook-signature": signature,
    };
    await fetch(url, { method: "POST", headers, body: another });
    await expect.poll(() => statusOf("AFTER-INV-2")).toBe("CANCELLED");
    const { data } = (await gateway.tepat.payments.list({ per_page: 100 })) as { data: unknown[] };
    expect(data).toHaveLength(2);
  },
);
