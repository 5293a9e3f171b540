import assert from "node:assert/strict";
import type { WebhookEvent } from "../contract/webhook-event.ts";
import { webhookExamples } from "../procedures/openapi/merchant-examples.ts";
import { webhooksOf } from "../procedures/openapi/webhooks.ts";

/**
 * Returns each event with its description and its example, for docs/events.md. The fields of a payment are shown
 * once.
 */
export function eventCatalogue(): string {
  const events = webhooksOf(webhookExamples);
  return Object.entries(events)
    .map(([type, { post }]) => {
      assert(post?.summary && post.description, `${type} is described`);
      const example = webhookExamples[type as keyof typeof webhookExamples];
      return `## ${type}\n\n${post.summary}. ${post.description}\n\n${bodyOf(type, example)}`;
    })
    .join("\n\n");
}

function bodyOf(type: string, example: WebhookEvent): string {
  const { data } = example;
  if (type !== "payment.paid" && "payment_unique" in data) {
    return `The body is that of [payment.paid](#paymentpaid), with this \`type\` and the \`payment_status\` ${data.payment_status}.`;
  }
  return `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``;
}
