import { unwrapWebhook, WebhookVerificationError } from "@tepat/sdk";
import { Hono } from "hono";

export const app = new Hono();

app.post("/webhooks/tepat", async (context) => {
  const secret = process.env.TEPAT_WEBHOOK_SECRET ?? "";
  const event = await unwrapWebhook(await context.req.text(), context.req.raw.headers, { secret });
  if (event.type === "payment.paid") console.log(`${event.data.payment_code} is paid`);
  return context.body(null, 204);
});

app.onError((error, context) => {
  if (!(error instanceof WebhookVerificationError)) throw error;
  return context.text(error.reason, 400);
});
