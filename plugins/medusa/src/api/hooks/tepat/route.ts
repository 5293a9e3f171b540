import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { readWebhook, settingsFrom } from "../../../../../shared/index.ts";
import { settle } from "../../../settle.ts";

/**
 * Responds with 2xx only after the shop has completed its action. After any other response, the gateway sends the
 * webhook again.
 */
export async function POST(request: MedusaRequest, response: MedusaResponse): Promise<void> {
  const { rawBody, headers } = request as MedusaRequest & { rawBody?: Buffer };
  const webhook = await readWebhook(settingsFrom(process.env), rawBody, headers);
  if (webhook.kind === "refused") {
    response.status(400).send(webhook.reason);
    return;
  }
  if (webhook.kind === "payment") await settle(request.scope, webhook.code);
  response.sendStatus(204);
}
