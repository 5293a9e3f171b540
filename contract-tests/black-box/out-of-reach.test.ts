import { test } from "vitest";

/** The tests that are skipped here, each with what it would need. */

const needed = {
  "an invoice is matched by hand": "needs a merchant's one-time code",
  "another merchant's accounts and invoices are as unknown": "needs a second merchant",
  "a transfer that a device reports pays its invoice": "needs a device that the merchant approved",
  "a webhook tells of a paid invoice":
    "needs a paid invoice, and a receiver that the gateway reaches",
  "the limits are as the document says": "needs a gateway whose limits may be used up",
};

test.for(Object.entries(needed))("%s", ([, reason], { skip }) => skip(reason));
