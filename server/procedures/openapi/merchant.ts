import { reservedCodes } from "../../contract/errors.ts";
import { merchantOperations } from "../../contract/index.ts";
import { limits } from "../../contract/limits.ts";
import manifest from "../../package.json" with { type: "json" };
import { buildDocument, type OpenApiDocument } from "./document.ts";
import { merchantExamples, webhookExamples } from "./merchant-examples.ts";
import { webhooksOf } from "./webhooks.ts";

/** Creates the published document: the operations for merchants and the checkout page, and the webhooks. */
export function merchantDocument(): OpenApiDocument {
  return buildDocument(merchantOperations, {
    title: "Tepat",
    version: manifest.version,
    description,
    tags: {
      Accounts: "The merchant's receiving accounts.",
      Payments: "Invoices: create, read, cancel, match manually.",
      Channels: "Payment steps for a bank or QRIS.",
      Mutations: "Transfers that the merchant's sources reported, in and out.",
      Refunds: "Refunds to customers. Tepat records them; a team member sends the money.",
      Events:
        "The events behind your webhooks. List them to catch up, inspect their deliveries, or resend them.",
      Checkout: "Public data of the checkout page.",
      Webhooks: "Calls that Tepat makes to the merchant's server.",
    },
    examples: merchantExamples,
    webhooks: webhooksOf(webhookExamples),
    reservedCodes,
  });
}

/**
 * Creates the table of checks from each operation's codes. `internal_error` is omitted, because it is a fault of
 * Tepat and not a check.
 */
function orderOfChecks(): string {
  const rows = Object.values(merchantOperations).map(({ meta: { method, path, errors } }) => {
    const checks = errors.filter((code) => code !== "internal_error").map((code) => `\`${code}\``);
    return `| \`${method} ${path}\` | ${checks.join(" → ")} |`;
  });
  return ["| Operation | Codes, in the order of their checks |", "| --- | --- |", ...rows].join(
    "\n",
  );
}

const description = `A self-hosted payment gateway. Each payment has an exact amount, \`payment_total\`. A transfer of that amount makes the payment PAID, and Tepat notifies your server with a webhook.

## Responses

Every response is JSON. A success is \`{success: true, message, data}\`; lists add \`pagination\`. An error is \`{success: false, code, message}\`; \`validation_error\` adds \`errors\`, which maps each invalid field to its problem. Decide by \`code\`; \`message\` is for people and can change. Ignore fields that you do not know. Tepat ignores unknown fields in your requests and names them in \`X-Tepat-Ignored-Fields\` (\`webhook_url, customer_orders[0].weight\`, percent-encoded, at most ${limits.ignoredFieldsNamed} of them). \`X-Request-Id\` on every response identifies the request in the gateway's log. If your request has an \`X-Request-Id\` of 1 to 64 letters, digits, dots, underscores and dashes, Tepat keeps it.

Three errors can occur on any path. An unknown path returns 404 \`not_found\`, an unsupported method 405 \`bad_request\` with \`Allow\`, and an oversized header section 431 \`bad_request\`. \`HEAD\` works like \`GET\` without a body. Send bodies as UTF-8 without a byte-order mark. Another charset returns 400 \`bad_request\`; a compressed body returns 415 \`bad_request\`.

## Order of checks

If several things are wrong, Tepat returns the first code in the operation's row. Tepat checks parameters together with the body, and names all invalid fields in one \`validation_error\`. After ${limits.totpFailures} wrong codes in ${limits.totpFailureWindowSeconds / 60} minutes, a match is also \`rate_limited\`, just before Tepat checks the code.

${orderOfChecks()}

## Credentials

\`/gateway/\` needs the merchant's key in \`X-Api-Key\`. A missing, malformed, unknown or revoked key returns \`tenant_api_key_required\`: 401 on list accounts, 403 elsewhere. Checkout data is public.

## Rate limits

By default, ${limits.readsPerWindow} GET requests and ${limits.writesPerWindow} POST and DELETE requests per merchant in a window of ${limits.rateWindowSeconds} seconds, over all keys of the merchant; ${limits.checkoutReadsPerWindow} reads of checkout data per client address. The \`X-RateLimit\` headers show the remaining requests. Requests with invalid credentials are not counted, and their responses carry no such headers.

## Retrying

Repeat a request automatically only after \`rate_limited\`, \`unique_amount_conflict\` and \`internal_error\`: wait the seconds in \`X-RateLimit-Reset\`, otherwise longer each time, and retry at most three times. Repeating a create is safe, because \`payment_code\` can be used once. Before you repeat a match, fetch the payment.

## Values

Amounts are whole rupiah: JSON integers, never above 2^53 − 1, so that every JSON reader keeps them exact. Times in responses are UTC with milliseconds (RFC 3339). An empty text in an optional field counts as a missing field. Request bodies have at most ${limits.bodyBytes / 1024} KiB and ${limits.jsonDepth} levels.`;
