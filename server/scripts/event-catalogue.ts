import assert from "node:assert/strict";
import { webhookExamples } from "../procedures/openapi/merchant-examples.ts";
import { webhooksOf } from "../procedures/openapi/webhooks.ts";

/** Writes each event with what the document says of it and its example, for docs/events.md. */
export function eventCatalogue(): string {
  const events = webhooksOf(webhookExamples);
  return Object.entries(events)
    .map(([type, { post }]) => {
      assert(post?.summary && post.description, `${type} is described`);
      const example = webhookExamples[type as keyof typeof webhookExamples];
      return `## ${type}

${post.summary}. ${post.description}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\``;
    })
    .join("\n\n");
}
