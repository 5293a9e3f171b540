import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { Tepat } from "@tepat/sdk";
import {
  refundPayment,
  sendRefund,
  tieTransfer,
  withdrawRefund,
} from "../../server/domain/mutations/ledgers.ts";
import {
  cliWith,
  gatewayBesideServer,
  jsonOf,
  settingsOf,
} from "../../server/testing/cli-process.ts";
import { createTestDatabase } from "../../server/testing/database.ts";
import { freePort } from "../../server/testing/free-port.ts";
import { startServerProcess } from "../../server/testing/server-process.ts";

/** A real gateway process of one merchant, which a test can stop and start. */
export interface Gateway {
  url: string;
  api_key: string;
  webhook_secret: string;
  tepat: Tepat;
  /**
   * Makes the simulated phone report a transfer of exactly this invoice's total, even if the invoice is no
   * longer pending.
   */
  transferFor(code: string): Promise<void>;
  /** Creates the paid follow-up of an expired invoice, and returns its code. */
  payFollowUp(code: string, webhookUrl: string): Promise<string>;
  /** Records a refund of this amount, as a team member in the dashboard would. */
  refund(code: string, amount: number): Promise<void>;
  /**
   * Decides, as a team member would, that the newest unmatched transfer is a second one for this invoice and was
   * refunded.
   */
  refundSecondTransfer(code: string): Promise<void>;
  /** Records that a team member has sent an owed refund. */
  send(refund_id: string): Promise<void>;
  /** Withdraws a refund, as a team member would. */
  withdraw(refund_id: string): Promise<void>;
  /** The faults of the next requests that record refunds. */
  refundFaults: RefundFault[];
  /** Lets connections through again. */
  start(): void;
  /** Breaks each connection from now on, as a gateway that is away does. Its process stays, because a start takes seconds. */
  stop(): void;
  end(): Promise<void>;
}

/**
 * `refused`: the refund is not recorded. `lost`: the refund is recorded, and the response is lost.
 */
export type RefundFault = "none" | "refused" | "lost";

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
  const server = await startServerProcess(settings);
  const create = "merchant create --name Toko --email toko@example.com --account BCA";
  const merchant = await jsonOf<Merchant>(cli, ...create.split(" "));
  const { merchant_id, api_key, webhook_secret } = merchant;
  const update = `merchant update --merchant ${merchant_id} --expired-events true --cancelled-events true --difference-events true`;
  await jsonOf(cli, ...update.split(" "));
  const sent = () => ({
    refunded_at: new Date(),
    recipient: "SITI RAHAYU, BCA 1234567890",
    made_by: null,
  });
  const refundOf = (amount: number) => ({
    ...sent(),
    refund_id: randomUUID(),
    amount,
    reason: "Barang rusak",
    form_key: randomUUID(),
  });
  const refundFaults: RefundFault[] = [];
  const network = await startNetwork(port, (method, path) =>
    method === "POST" && path.endsWith("/refunds") ? refundFaults.shift() : undefined,
  );
  const { url } = network;
  const tepat = new Tepat({ apiKey: api_key, baseUrl: url });
  return {
    url,
    api_key,
    webhook_secret,
    tepat,
    refundFaults,
    async transferFor(code) {
      // Exit code 1 means that no invoice matched, as for late and second transfers.
      await cli("simulate", "transfer", "--payment", code, "--merchant", merchant_id);
    },
    async payFollowUp(ended, payment_webhook_url) {
      const { account_id, ...payment } = await tepat.payments.get(ended);
      const payment_code = `${ended}-2`;
      await tepat.payments.create({
        account_id: account_id ?? "",
        payment_code,
        payment_amount: payment.payment_amount,
        payment_expired_at: new Date(Date.now() + 600_000).toISOString(),
        customer_name: payment.customer_name ?? "",
        customer_phone: "0812",
        payment_webhook_url,
      });
      await cli("simulate", "transfer", "--payment", payment_code, "--merchant", merchant_id);
      return payment_code;
    },
    async refund(payment_code, amount) {
      const refund = refundOf(amount);
      await refundPayment(gatewayBesideServer(database), { merchant_id, payment_code, refund });
    },
    async refundSecondTransfer(payment_code) {
      const [second] = (await tepat.mutations.list({ only_unmatched: true })).data;
      await tieTransfer(gatewayBesideServer(database), {
        merchant_id,
        payment_code,
        mutation_id: second?.id ?? "",
        outcome: "refund",
        refund: refundOf(second?.amount_parsed ?? 0),
      });
    },
    async send(refund_id) {
      await sendRefund(gatewayBesideServer(database), { merchant_id, refund_id, ...sent() });
    },
    async withdraw(refund_id) {
      await withdrawRefund(gatewayBesideServer(database), { merchant_id, refund_id });
    },
    start() {
      network.isUp = true;
    },
    stop() {
      network.isUp = false;
    },
    async end() {
      await server.terminate();
      await network.end();
      await database.drop();
    },
  };
}

/** Starts a proxy between the shop and the gateway, which breaks connections while it is not up. */
async function startNetwork(
  port: number,
  faultOf: (method: string, path: string) => RefundFault | undefined,
): Promise<Network> {
  const server = createServer((incoming, response) => {
    if (!network.isUp) {
      response.destroy();
      return;
    }
    const { method = "", url: path = "", headers } = incoming;
    const fault = faultOf(method, path);
    if (fault === "refused") {
      incoming.resume();
      response.writeHead(503).end();
      return;
    }
    const outgoing = ask({ host: "127.0.0.1", port, method, path, headers, agent: false });
    outgoing.on("response", (answer) => {
      if (fault === "lost") {
        answer.resume();
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const network: Network = {
    isUp: true,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return network;
}

interface Network {
  url: string;
  isUp: boolean;
  end(): Promise<void>;
}
