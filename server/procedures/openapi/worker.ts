import { workerOperations } from "../../contract/index.ts";
import { limits } from "../../contract/limits.ts";
import manifest from "../../package.json" with { type: "json" };
import { buildDocument, type OpenApiDocument } from "./document.ts";
import { workerExamples } from "./worker-examples.ts";

/** The internal document: what a Worker may call. */
export function workerDocument(): OpenApiDocument {
  return buildDocument(workerOperations, {
    title: "Tepat Worker interface",
    version: manifest.version,
    description,
    tags: {
      Worker: "Phones that report the notifications of bank and wallet apps.",
      Mutations: "Why transfers matched or did not, for the merchant.",
    },
    examples: workerExamples,
  });
}

const description = `How a Worker reports what the merchant's bank and wallet apps announce. It registers with the merchant's key, waits for approval, and then sends notifications with its own device token.

Answers have the envelopes of the merchant's interface. A token that is missing, unknown or revoked is 401 \`unauthorized\`; a device that waits for approval is 403 \`device_not_approved\`, and nothing is stored.

Deliver at least once: repeats are answered \`duplicate\`. Duplicates and ignored texts are successes, so that forwarders do not send them for ever.

A device may make ${limits.workerReportsPerWindow} requests in a window of ${limits.rateWindowSeconds} seconds. Times are RFC 3339; request bodies have at most ${limits.bodyBytes / 1024} KiB.`;
