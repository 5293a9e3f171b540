import { limits } from "../contract/limits.ts";
import type { AskTokenServer } from "../domain/mail/mail-access.ts";
import { createCurrentWebhookClient, type WebhookClientOptions } from "./webhook-client.ts";

/** Requests tokens from mail providers, under the rules for the addresses of webhooks. */
export function createTokenClient(rules: () => WebhookClientOptions): AskTokenServer {
  const client = createCurrentWebhookClient(() => {
    const { limits: given, ...other } = rules();
    const room = limits.mailTokenResponseBytes;
    return { ...other, limits: { ...given, answerBytes: room, responseHeadBytes: room } };
  });
  return async (url, form) => {
    const { http_status, response_head } = await client.post({
      url,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "application/json",
      },
      body: new URLSearchParams(form).toString(),
    });
    return { http_status, body: response_head ?? "" };
  };
}
