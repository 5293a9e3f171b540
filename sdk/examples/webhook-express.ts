import { unwrapWebhook, WebhookVerificationError } from "@tepat/sdk";
import express from "express";

export const app = express();

// The raw body, not express.json(): the signature covers its bytes.
app.post(
  "/webhooks/tepat",
  express.raw({ type: "application/json" }),
  (request, response, next) => {
    const secret = process.env.TEPAT_WEBHOOK_SECRET ?? "";
    unwrapWebhook(request.body as Buffer, request.headers, { secret })
      .then((event) => {
        if (event.type === "payment.paid") console.log(`${event.data.payment_code} is paid`);
        return response.sendStatus(204);
      })
      .catch((error: unknown) => {
        if (!(error instanceof WebhookVerificationError)) return next(error);
        return response.status(400).send(error.reason);
      });
  },
);
