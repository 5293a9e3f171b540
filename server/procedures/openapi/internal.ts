import {
  dashboardOperations,
  developerOperations,
  mutationReasonOperations,
  workerOperations,
} from "../../contract/index.ts";
import { limits } from "../../contract/limits.ts";
import manifest from "../../package.json" with { type: "json" };
import { dashboardExamples } from "./dashboard/index.ts";
import { developerExamples } from "./developer-examples.ts";
import { buildDocument, type OpenApiDocument } from "./document.ts";
import { workerExamples } from "./worker-examples.ts";

/** Makes the internal document: the operations for a Worker and for the dashboard's pages. */
export function internalDocument(): OpenApiDocument {
  return buildDocument(
    {
      ...workerOperations,
      ...mutationReasonOperations,
      ...developerOperations,
      ...dashboardOperations,
    },
    {
      title: "Tepat: Worker and dashboard",
      version: manifest.version,
      description,
      tags: {
        Worker: "Phones that report the notifications of bank and wallet apps.",
        Mutations: "Why transfers matched or did not, for the merchant.",
        Developers: "What `npx @tepat/cli` asks for on a merchant's own machine.",
        "Sign-in": "Sessions of the dashboard.",
        "Two-factor authentication": "One-time codes, for signing in and for manual matches.",
        "API keys": "Keys of the merchant's own programs.",
        Accounts: "Receiving accounts, instructions and day quota.",
        Devices: "Phones that report, and pairing them.",
        Payments: "Invoices: list, search, history, cancel, match manually.",
        Transfers: "Incoming transfers and why they matched or did not.",
        Overview: "Figures of the last days, and first steps.",
        Settings: "What a merchant decides for itself.",
        Webhooks: "The webhooks' secret, and every delivery with its attempts.",
        Operator: "Every merchant, for merchants who are operators.",
        "Audit log": "Who did what from where.",
      },
      examples: { ...workerExamples, ...developerExamples, ...dashboardExamples },
    },
  );
}

const description = `Interfaces that merchants' programs do not use. Answers have the envelopes of the merchant's interface; times are RFC 3339; request bodies have at most ${limits.bodyBytes / 1024} KiB.

## Worker

How a Worker reports what the merchant's bank and wallet apps announce. It registers with the merchant's key, waits for approval, and then sends notifications with its own device token.

A token that is missing, unknown or revoked is 401 \`unauthorized\`; a device that waits for approval is 403 \`device_not_approved\`, and nothing is stored.

Deliver at least once: repeats are answered \`duplicate\`. Duplicates and ignored texts are successes, so that forwarders do not send them for ever.

A device may make ${limits.workerReportsPerWindow} requests in a window of ${limits.rateWindowSeconds} seconds.

## Developers

What \`npx @tepat/cli\` asks for, with the merchant's API key.

## Dashboard

What the pages at \`/dashboard\` call, with the cookie that signing in sets. Without an open session every operation answers 401 \`unauthorized\`: show the sign-in page.

POST and DELETE are refused with \`bad_request\` unless the browser says that a page of the dashboard sends them (\`Sec-Fetch-Site: same-origin\`, or \`Origin\`); every POST carries JSON, \`{}\` where there is nothing to say. With another merchant's ids every operation answers as with ids that do not exist. Refusals say what is wrong in English, and beside that as codes with parameters, which pages say in their reader's language: \`problems\` of the fields, the \`reason\` of a \`conflict\`. A merchant's browsers may make ${limits.dashboardCallsPerWindow} requests in a window of ${limits.rateWindowSeconds} seconds together.`;
