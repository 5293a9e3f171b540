import { randomUUID } from "node:crypto";
import { Tepat } from "@tepat/sdk";
import { refundPayment } from "../../server/domain/mutations/ledgers.ts";
import { cliWith, gatewayOfCli, jsonOf, settingsOf } from "../../server/testing/cli-process.ts";
import { createTestDatabase } from "../../server/testing/database.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { startServerProcess, type ServerProcess } from "../../server/testing/server-process.ts";

/** A real gateway process of one merchant, which can be away for a while. */
export interface Gateway {
  url: string;
  api_key: string;
  webhook_secret: string;
  tepat: Tepat;
  /**
   * Lets the simulated phone report a transfer of exactly this invoice's total, even if the invoice is no longer
   * waiting.
   */
  transferFor(code: string): Promise<void>;
  /** A person records in the dashboard that this much was paid back. */
  refund(code: string, amount: number): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  end(): Promise<void>;
}

interface Merchant {
  merchant_id: string;
  api_key: string;
  webhook_secret: string;
}

export async function startGateway(): Promise<Gateway> {
  const database = await createTestDatabase();
  const port = await freePort();
  const settings = {
    ...settingsOf(database),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WEBHOOK_ALLOW_PRIVATE: "true", // the shop is on this machine
    WEBHOOK_RETRY_SCHEDULE: "0.2,0.2,0.5,0.5,1,1,2,2",
    LOG_LEVEL: "error",
  };
  const cli = cliWith(settings);
  let server: ServerProcess | undefined = await startServerProcess(settings);
  const create = "merchant create --name Toko --email toko@example.com --account BCA";
  const merchant = await jsonOf<Merchant>(cli, ...create.split(" "));
  const { merchant_id, api_key, webhook_secret } = merchant;
  const update = `merchant update --merchant ${merchant_id} --expired-events true --cancelled-events true --difference-events true`;
  await jsonOf(cli, ...update.split(" "));
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    api_key,
    webhook_secret,
    tepat: new Tepat({ apiKey: api_key, baseUrl: url }),
    async transferFor(code) {
      // Exit code 1 means that it did not match, as for late and second transfers.
      await cli("simulate", "transfer", "--payment", code, "--merchant", merchant_id);
    },
    async refund(payment_code, amount) {
      await refundPayment(gatewayOfCli(database), {
        merchant_id,
        payment_code,
        refund: {
          refund_id: randomUUID(),
          amount,
          refunded_at: new Date(),
          recipient: "SITI RAHAYU, BCA 1234567890",
          reason: "Barang rusak",
          made_by: null,
          form_key: randomUUID(),
        },
      });
    },
    async start() {
      server ??= await startServerProcess(settings);
    },
    async stop() {
      await server?.terminate();
      server = undefined;
    },
    async end() {
      await server?.terminate();
      await database.drop();
    },
  };
}
