// app/webhooks/tepat/route.ts
import { unwrapWebhook, WebhookVerificationError } from "@tepat/sdk";

export async function POST(request: Request): Promise<Response> {
  try {
    const secret = process.env.TEPAT_WEBHOOK_SECRET ?? "";
    const event = await unwrapWebhook(await request.text(), request.headers, { secret });
    if (event.type === "payment.paid") console.log(`${event.data.payment_code} is paid`);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.reason, { status: 400 });
  }
}
