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

/** Creates the internal document: the operations for the Worker and the dashboard's pages. */
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
        Mutations: "The reasons why transfers matched or did not match.",
        Developers: "Operations of `npx @tepat/cli` on a merchant's own machine.",
        "Sign-in": "Sessions of the dashboard.",
        "Two-factor authentication": "One-time codes, for signing in and for manual matches.",
        "API keys": "Keys of the merchant's own programs.",
        Accounts: "Receiving accounts, instructions and day quota.",
        Devices: "Phones that report transfers, and their pairing.",
        Payments: "Invoices: list, search, history, cancel, match manually.",
        Transfers: "Transfers, and the reasons why they matched or did not match.",
        Overview: "The figures of a period, and the first steps.",
        Settings: "The merchant's own settings.",
        Webhooks: "The webhook secret, and every delivery with its attempts.",
        Operator: "All merchants, for operators.",
        "Audit log": "The log of actions, with their authors and addresses.",
      },
      examples: { ...workerExamples, ...developerExamples, ...dashboardExamples },
    },
  );
}

const description = `Interfaces that merchants' programs do not use. Responses have the same envelopes as in the merchant's API, times are RFC 3339, and request bodies have at most ${limits.bodyBytes / 1024} KiB.

## Worker

A Worker reports the notifications of the merchant's bank and wallet apps. The Worker registers with the merchant's key, waits for approval, and then sends notifications with its own device token.

A missing, unknown or revoked token returns 401 \`unauthorized\`. A device that waits for approval gets 403 \`device_not_approved\`, and Tepat stores nothing.

Deliver at least once: for a repeat Tepat returns \`duplicate\`. Duplicates and ignored notifications count as successes, so that forwarders stop sending them.

A device can make ${limits.workerReportsPerWindow} requests in a window of ${limits.rateWindowSeconds} seconds.

## Developers

The operations that \`npx @tepat/cli\` calls with the merchant's API key.

## Dashboard

The operations that the pages at \`/dashboard\` call with the session cookie. Without an open session every operation returns 401 \`unauthorized\`; show the sign-in page then.

POST and DELETE return \`bad_request\` unless the browser's headers show that a dashboard page sends them (\`Sec-Fetch-Site: same-origin\`, or \`Origin\`). Every POST carries JSON, at least \`{}\`. Another merchant's ids count as unknown ids. Errors have an English message, and codes with parameters that pages translate: \`problems\` of the fields, and the \`reason\` of a \`conflict\`. Together, a merchant's browsers can make ${limits.dashboardCallsPerWindow} requests in a window of ${limits.rateWindowSeconds} seconds.`;
