/** The tests that prove each row of FAULTS.md: the file, and the beginning of a title in it. */
export const faultProofs: Readonly<
  Record<string, readonly (readonly [file: string, title: string])[]>
> = {
  A1: [
    [
      "contract-tests/create-payment.test.ts",
      "one of 50 simultaneous creates of a code succeeds, and 49 conflict",
    ],
    [
      "server/domain/payments/payments.race.test.ts",
      "50 parallel creates with one code give one payment and take one unit of quota",
    ],
  ],
  A2: [
    [
      "contract-tests/create-payment.test.ts",
      "two merchants can use the same code at the same time",
    ],
  ],
  A3: [
    [
      "contract-tests/create-payment.test.ts",
      "a code stays used after any end of its payment, and the refusal names the payment",
    ],
  ],
  A4: [
    [
      "contract-tests/create-payment-valid.test.ts",
      "with codes that differ only in case or in normal form",
    ],
    ["contract-tests/create-payment-invalid.test.ts", "%s: %s"],
  ],
  A5: [
    [
      "contract-tests/unique-amounts.test.ts",
      "exactly 999 of 1,000 parallel creates succeed, each with its own total",
    ],
  ],
  A7: [
    [
      "contract-tests/unique-amounts.test.ts",
      "the next create gets exactly the total of a cancelled payment",
    ],
  ],
  A8: [
    [
      "contract-tests/unique-amounts.test.ts",
      "a released total is not given to the next customers",
    ],
    [
      "server/domain/payments/payments.test.ts",
      "avoids a released total during the quarantine, and then takes the longest released one",
    ],
  ],
  A9: [
    [
      "server/domain/accounts/quota.race.test.ts",
      "200 simultaneous first creates of a day take one unit of quota",
    ],
  ],
  A10: [
    [
      "contract-tests/create-payment-refusals.test.ts",
      "a day with the last unit of quota stays paid to its end",
    ],
  ],
  A11: [
    [
      "server/domain/payments/payments.test.ts",
      "falls by one on each local day of use, and the day stays paid for at 0",
    ],
  ],
  A13: [
    [
      "contract-tests/create-payment-refusals.test.ts",
      "another merchant's account and an unknown one get the same refusal, byte for byte",
    ],
    ["contract-tests/create-payment-invalid.test.ts", "%s: %s"],
  ],
  A14: [
    [
      "contract-tests/create-payment.test.ts",
      "a deadline in the next moment is refused or on time, never late",
    ],
  ],
  A15: [
    [
      "contract-tests/create-payment-invalid.test.ts",
      "payment_amount %i outside the account's bounds",
    ],
    ["contract-tests/create-payment-valid.test.ts", "with exactly the account's bound %i"],
  ],
  B1: [
    [
      "contract-tests/reported-transfers.test.ts",
      "the transfer of exactly the total pays the payment, and both name each other",
    ],
    ["contract-tests/webhooks.test.ts", "is sent once, despite repeated reports of the transfer"],
  ],
  B2: [
    [
      "contract-tests/reported-transfers.test.ts",
      "the same notification 100 times at once is one mutation",
    ],
  ],
  B3: [
    [
      "contract-tests/reported-transfers.test.ts",
      "the second of two genuine transfers of one total stays unmatched",
    ],
    [
      "server/domain/mutations/matching.test.ts",
      "leaves a second transfer of the same total unmatched and listed",
    ],
  ],
  B5: [
    ["contract-tests/races.test.ts", "a cancel and a transfer"],
    [
      "server/domain/payments/payments.race.test.ts",
      "cancel, match, expiry and manual match at once on 200 payments have one winner each",
    ],
  ],
  B6: [["contract-tests/races.test.ts", "a transfer and the deadline"]],
  B7: [
    ["contract-tests/races.test.ts", "a cancel, a manual match, a transfer and the deadline"],
    [
      "server/domain/payments/payments.race.test.ts",
      "cancel, match, expiry and manual match at once on 200 payments have one winner each",
    ],
  ],
  B9: [
    [
      "contract-tests/races.test.ts",
      "a manual match and a transfer cause one event, which names the winner",
    ],
  ],
  B10: [
    ["contract-tests/reported-transfers.test.ts", "is too early when %s before"],
    ["contract-tests/match-payment.test.ts", "with a transfer from long before the payment"],
  ],
  B11: [
    ["contract-tests/list-mutations.test.ts", "outgoing money is listed as DEBIT and pays nothing"],
    ["server/domain/notifications/formats/engine/amount.test.ts", "%j is no exact amount"],
  ],
  B12: [
    ["contract-tests/reported-transfers.test.ts", "of another merchant pays nothing"],
    ["contract-tests/reported-transfers.test.ts", "reported by another bank's app pays nothing"],
  ],
  B13: [
    [
      "contract-tests/worker.test.ts",
      "a report of a device that waits for approval, and stores none of it",
    ],
    ["contract-tests/worker.test.ts", "a missing, unknown or revoked token, and a merchant's key"],
  ],
  B14: [
    ["server/domain/notifications/notification-text.test.ts", "a payer's forgery has no effect"],
    ["contract-tests/reported-transfers.test.ts", "%s pays nothing"],
  ],
  B15: [
    ["server/domain/notifications/formats/engine/amount.test.ts", "%s is %i whole rupiah"],
    ["server/domain/notifications/formats/engine/amount.test.ts", "%j is no exact amount"],
  ],
  B17: [
    [
      "contract-tests/reported-transfers.test.ts",
      "ahead of the server's is stored and moves no deadline",
    ],
    ["contract-tests/reported-transfers.test.ts", "is too early when %s before"],
  ],
  B18: [
    [
      "contract-tests/match-payment.test.ts",
      "unknown, another merchant's, already matched, or outgoing",
    ],
  ],
  B19: [
    ["contract-tests/races.test.ts", "readers see PENDING, then PAID, and never PENDING again"],
  ],
  B20: [
    [
      "server/domain/notifications/notification-text.test.ts",
      "the tests forge texts of every known app",
    ],
    [
      "contract-tests/reported-transfers.test.ts",
      "pays nothing as a buyer's chat, and pays as the wallet's own notification",
    ],
  ],
  B21: [
    [
      "contract-tests/forwarded-notifications.test.ts",
      "a remark that continues as another field pays nothing",
    ],
    ["server/procedures/forwarded-notification.test.ts", "with an unescaped text is refused"],
  ],
  B22: [
    [
      "server/domain/mutations/match-reasons.test.ts",
      "pays once, and ten of them leave nothing to refund",
    ],
    [
      "server/domain/mutations/announced-twice.race.test.ts",
      "one notification reported by two phones simultaneously pays once",
    ],
  ],
  C1: [
    [
      "server/processes/crash.test.ts",
      "kill -9 at any moment loses no acknowledged invoice, match or webhook",
    ],
    [
      "server/jobs/webhook-sender.test.ts",
      "is replaced after its lease if it died during an attempt",
    ],
  ],
  C3: [
    [
      "server/processes/crash.test.ts",
      "kill -9 at any moment loses no acknowledged invoice, match or webhook",
    ],
  ],
  C4: [
    [
      "sdk/src/payments.test.ts",
      "an answer %s, then a conflict with our own payment, gives that payment",
    ],
    [
      "sdk/tests/faults.test.ts",
      "1,000 creates over a faulty network leave exactly one invoice each",
    ],
  ],
  C5: [
    [
      "server/chaos/chaos.test.ts",
      "killed and stopped processes and databases lose no acknowledged data",
    ],
    [
      "server/processes/crash.test.ts",
      "kill -9 at any moment loses no acknowledged invoice, match or webhook",
    ],
    ["contract-tests/errors.test.ts", "the service answers again when the database returns"],
    [
      "server/db/client.test.ts",
      "every statement is answered in full or fails, alone and in a transaction",
    ],
  ],
  C20: [
    [
      "server/cluster/cluster.test.ts",
      "killing the leader of a Patroni cluster loses no acknowledged data",
    ],
  ],
  C21: [
    ["server/db/leader.test.ts", "the writable one is migrated"],
    ["server/db/leader.test.ts", "a starting one is skipped"],
    [
      "server/db/leader.test.ts",
      "the first statement of a lost connection fails, and later ones succeed",
    ],
  ],
  C22: [["server/processes/readiness.test.ts", "a server with a stopping PostgreSQL is not ready"]],
  C6: [
    [
      "server/processes/starting.test.ts",
      "a server waits for a missing database, without listening, and logs that once",
    ],
    ["server/start/start-problem.test.ts", "%s is reported, with the setting to change"],
    ["server/db/migrate.test.ts", "an unreachable database is reported as such"],
  ],
  C7: [
    ["server/db/client.test.ts", "a slow statement is cancelled"],
    ["server/http/transport/deadline.test.ts", "work beyond its time limit is overdue"],
  ],
  C9: [
    [
      "server/jobs/queue.test.ts",
      "two processes have one chain of runs, and a deleted chain restarts",
    ],
  ],
  C11: [
    [
      "server/domain/payments/payments.test.ts",
      "is exact for every reader and every action, before and after the sweep",
    ],
    [
      "checkout-web/tests/live.test.ts",
      "the countdown follows the server's clock on a phone that is an hour off",
    ],
  ],
  C12: [
    [
      "server/domain/payments/payments.test.ts",
      "takes nothing for a repeated day after the clock is set back",
    ],
    ["server/domain/security/totp-code.test.ts", "a code at time 0 is accepted"],
    [
      "server/domain/sources/device-watch.test.ts",
      "a clock that steps back and two processes do not interrupt it",
    ],
  ],
  C14: [
    [
      "server/http/transport/listeners.test.ts",
      "answers requests in flight, closes idle connections, refuses new ones and ends",
    ],
    [
      "server/processes/stopping.test.ts",
      "SIGTERM with ${transport}: requests in flight are answered, new ones refused, and it ends in time",
    ],
    ["server/processes/checkout-events.test.ts", "a stopping server ends its streams and exits"],
    [
      "server/jobs/webhook-sender.test.ts",
      "interrupts running attempts when it stops, and leaves them due",
    ],
  ],
  C15: [
    [
      "server/db/migrate.test.ts",
      "of two simultaneous runs one migrates and the other finds nothing due",
    ],
    ["server/db/migrate.test.ts", "a run completes a killed one"],
    [
      "server/processes/starting.test.ts",
      "a first start killed at any moment is completed by the next",
    ],
  ],
  C17: [
    [
      "server/security/disk-full.test.ts",
      "a create that finds the disk full is a 500 that leaves nothing, and the next one succeeds",
    ],
  ],
  C19: [
    [
      "server/processes/readiness.test.ts",
      "a server with a full disk is not ready until there is room",
    ],
    ["server/start/start-problem.test.ts", "without room for the database's data"],
  ],
  C18: [
    ["server/jobs/queue.test.ts", "stops no recurring job of %s"],
    ["server/jobs/queue.test.ts", "does not stop pg-boss's own upkeep"],
    [
      "server/domain/upkeep/clock-jumps.test.ts",
      "a webhook's retry is due at once, not after an hour",
    ],
    [
      "server/domain/upkeep/clock-jumps.test.ts",
      "a silent phone is noticed in time, not after an hour",
    ],
  ],
  D1: [
    ["server/domain/base/webhook-targets.test.ts", "the host %s is refused as not public"],
    ["contract-tests/webhook-targets.test.ts", "%s are refused"],
    [
      "server/outside/webhook-connector.test.ts",
      "a literal loopback address, which has no lookup, is refused after the handshake",
    ],
  ],
  D2: [
    ["server/domain/base/webhook-targets.test.ts", "the host %s is refused as not public"],
    [
      "server/outside/webhook-connector.test.ts",
      "a name that resolves to loopback is refused before a connection",
    ],
  ],
  D3: [
    [
      "server/outside/webhook-connector.test.ts",
      "a name that changes from public to loopback is looked up once per attempt and never reaches loopback",
    ],
  ],
  D5: [
    ["server/outside/webhook-client.test.ts", "%i is a failure, and the redirect is not followed"],
  ],
  D6: [
    [
      "server/domain/base/webhook-targets.test.ts",
      "%j is refused even if private targets are allowed",
    ],
    ["contract-tests/webhook-targets.test.ts", "%s is refused"],
    ["server/outside/webhook-client.test.ts", "%j is refused without asking a name server"],
  ],
  D7: [
    [
      "server/domain/base/webhook-targets.test.ts",
      "%j is refused even if private targets are allowed",
    ],
    [
      "server/outside/webhook-client.test.ts",
      "with the header value %j is a programming error and is never sent",
    ],
  ],
  D8: [
    [
      "contract-tests/webhook-targets.test.ts",
      "the service's own address is refused even if private ones are allowed",
    ],
    ["server/outside/webhook-client.test.ts", "is never the gateway itself"],
  ],
  D11: [["server/outside/webhook-client.test.ts", "ends for a server that %s"]],
  D12: [["server/outside/webhook-client.test.ts", "has its own error code if the server %s"]],
  D14: [
    ["server/outside/webhook-client.test.ts", "%i is a %s"],
    [
      "server/domain/webhooks/webhook-schedule.test.ts",
      "410 ends the delivery at the first attempt",
    ],
    ["server/domain/webhooks/webhook-schedule.test.ts", "%i waits as the schedule says"],
    [
      "server/domain/webhooks/webhook-schedule.test.ts",
      "for a %i that asks for %i s after attempt %i waits %j s",
    ],
  ],
  D16: [
    [
      "server/domain/webhooks/webhook-schedule.test.ts",
      "a server that is down for 80 virtual hours gets exactly 12 attempts, then the delivery is FAILED",
    ],
    [
      "server/domain/webhooks/webhook-schedule.test.ts",
      "every wait is within 20 % of the schedule, with any random number",
    ],
  ],
  D18: [
    [
      "server/jobs/webhook-sender.test.ts",
      "is signed with both secrets for 24 hours after a rotation, then with the new one",
    ],
  ],
  D19: [
    ["sdk/src/webhooks.test.ts", "a body with one changed byte"],
    [
      "sdk/src/webhooks.test.ts",
      "the right signature behind ten thousand wrong ones, at little cost",
    ],
  ],
  D20: [["sdk/src/webhooks.test.ts", "an age of %i s"]],
  D21: [
    [
      "contract-tests/webhooks.test.ts",
      "is retried byte for byte under the same id, until it succeeds",
    ],
  ],
  D23: [
    [
      "server/jobs/webhook-sender.test.ts",
      "is sent to the merchant's webhook URL if the payment has none, and not at all without either",
    ],
  ],
  D24: [
    [
      "contract-tests/webhooks.test.ts",
      "contains the payment as get returns it, signed for the merchant",
    ],
  ],
  D25: [["server/outside/webhook-client.test.ts", "with %s is kept as safe text of at most 4 KiB"]],
  D26: [
    ["server/domain/webhooks/webhook-signature.test.ts", "accepts our signature"],
    ["server/domain/webhooks/webhook-signature.test.ts", "$title gets the vector's signature"],
  ],
  D27: [
    [
      "server/jobs/webhook-sender.test.ts",
      "is accepted with the clock of the process %s, at every attempt",
    ],
    [
      "server/processes/starting.test.ts",
      "a server with a clock difference of more than 5 seconds starts with a warning",
    ],
    ["server/cli/doctor.test.ts", "finds clocks that differ by more than 5 seconds"],
  ],
  D28: [
    ["server/domain/base/webhook-targets.test.ts", "the host %s is refused as not public"],
    ["server/domain/base/webhook-targets.test.ts", "isPublicAddress(%j) is %s"],
    ["contract-tests/webhook-targets.test.ts", "%s are refused"],
  ],
  E1: [
    [
      "contract-tests/bad-input.test.ts",
      "refuses a body of 256 KiB and one byte, of announced length or in chunks",
    ],
    ["server/http/transport/listeners.test.ts", "is refused if endless, and uses little memory"],
  ],
  E2: [
    ["contract-tests/bad-input.test.ts", "refuses a body %s"],
    ["server/procedures/read-json.test.ts", "refuses 200,000 levels of %s at once"],
  ],
  E3: [
    ["contract-tests/bad-input.test.ts", "refuses a body that is not UTF-8: %s"],
    ["contract-tests/create-payment-invalid.test.ts", "%s: %s"],
    [
      "contract-tests/get-payment.test.ts",
      "a code with %s gets the same answer as an unknown one, byte for byte",
    ],
  ],
  E4: [
    ["contract-tests/bad-input.test.ts", "refuses a body %s"],
    ["contract-tests/create-payment-invalid.test.ts", "%s: %s"],
    [
      "server/security/contract-properties.test.ts",
      "every response to a random request is documented, and a refusal changes nothing",
    ],
  ],
  E6: [["contract-tests/bad-input.test.ts", "refuses a body %s"]],
  E7: [
    ["contract-tests/create-payment-invalid.test.ts", "%s: %s"],
    ["contract-tests/create-payment-valid.test.ts", "with the amount written %s"],
    ["contract-tests/bad-input.test.ts", "but refuses JSON amounts that no integer can hold"],
  ],
  E8: [["contract-tests/create-payment-invalid.test.ts", "%s: %s"]],
  E9: [
    ["contract-tests/bad-input.test.ts", "%s ignores inherited fields"],
    ["contract-tests/bad-input.test.ts", "inherited names, like any other names"],
  ],
  E10: [["contract-tests/create-payment.test.ts", "fields set by the service are ignored"]],
  E12: [
    ["contract-tests/create-payment-invalid.test.ts", "%s: %s"],
    ["contract-tests/create-payment-valid.test.ts", "with 500 items, each with its subtotal"],
  ],
  E13: [["contract-tests/create-payment-invalid.test.ts", "invalid_expired_at refuses %s"]],
  E14: [
    ["contract-tests/create-payment-invalid.test.ts", "both contact fields if neither is given"],
    ["contract-tests/create-payment-invalid.test.ts", "%s: %s"],
  ],
  E16: [
    ["contract-tests/list-payments.test.ts", "%s must be a whole number from 1, and appear once"],
    ["contract-tests/list-payments.test.ts", "per_page=%s is a page of %i"],
    ["contract-tests/list-mutations.test.ts", "%s must have its type, and appear once"],
  ],
  E17: [["contract-tests/create-payment-valid.test.ts", "with %s, and get returns the same value"]],
  E19: [
    [
      "contract-tests/unknown-requests.test.ts",
      "answers other methods with the allowed ones before checking a key",
    ],
    ["contract-tests/unknown-requests.test.ts", "a header does not change the method"],
  ],
  E20: [
    [
      "server/http/transport/crowds.test.ts",
      "serves nothing in response to bytes that are not HTTP",
    ],
    ["server/http/transport/request-smuggling.test.ts", "serves nothing after %s"],
    ["server/security/planted-secrets.test.ts", "is not in the %s"],
  ],
  E21: [
    [
      "server/security/contract-properties.test.ts",
      "every response to a random request is documented, and a refusal changes nothing",
    ],
    ["contract-tests/random-input.test.ts", "$operationId withstands random input"],
  ],
  E22: [["server/http/transport/request-smuggling.test.ts", "serves nothing after %s"]],
  E23: [
    ["contract-tests/bad-input.test.ts", "but refuses a byte-order mark"],
    ["contract-tests/bad-input.test.ts", "but refuses another charset (%s)"],
  ],
  E24: [
    [
      "contract-tests/ignored-fields.test.ts",
      "an unknown field of a create is named, and the payment is created",
    ],
    ["server/http/transport/ignored-fields.test.ts", "with %s is safe in a header"],
  ],
  F1: [
    [
      "contract-tests/accounts.test.ts",
      "a missing or unknown key is 401 here and carries no rate limit",
    ],
    [
      "contract-tests/accounts.test.ts",
      "a repeated key is refused, and the header's name works in any case",
    ],
  ],
  F3: [
    [
      "contract-tests/accounts.test.ts",
      "a second key works beside the first, and stops soon after its revocation",
    ],
    [
      "contract-tests/accounts.test.ts",
      "a key revoked during the upload of a body creates nothing",
    ],
  ],
  F4: [
    ["contract-tests/tenant-isolation.test.ts", "lists show no record of another merchant"],
    ["contract-tests/dashboard-walls.test.ts", "$operationId responds as to unknown ids"],
    [
      "server/security/equal-work.test.ts",
      "another merchant's ids cost the same statements as unknown ones",
    ],
  ],
  F5: [
    ["server/security/planted-secrets.test.ts", "is not in the %s"],
    ["server/security/planted-secrets.test.ts", "the pages' bundles name no secret"],
  ],
  F6: [
    [
      "contract-tests/totp.test.ts",
      "further codes are rate limited, even a right one, and other operations work",
    ],
    [
      "server/domain/payments/payments.race.test.ts",
      "parallel wrong codes all count, and at most five are checked",
    ],
  ],
  F7: [["contract-tests/totp.test.ts", "one of 20 simultaneous matches with one code pays"]],
  F8: [
    ["contract-tests/totp.test.ts", "the previous code counts until a later one was used"],
    ["server/domain/security/totp-code.test.ts", "the code of another secret is not accepted"],
  ],
  F9: [
    ["contract-tests/totp.test.ts", "in digits of another script, or sent twice"],
    ["contract-tests/match-payment.test.ts", "the header, then two-factor authentication"],
  ],
  F11: [["server/domain/mutations/matching.test.ts", "needs two-factor authentication"]],
  F12: [
    [
      "contract-tests/match-payment.test.ts",
      "gets not_found like an unknown one and another merchant's, and the code stays usable",
    ],
  ],
  F14: [
    [
      "contract-tests/checkout.test.ts",
      "an unknown and a malformed id return not_found, byte for byte alike, for every caller",
    ],
    [
      "contract-tests/rate-limits.test.ts",
      "one address can read checkout data 3,000 times, with any forwarding header",
    ],
  ],
  F15: [
    ["contract-tests/dashboard-walls.test.ts", "$operationId is 401"],
    ["contract-tests/worker.test.ts", "a merchant's call with a device's token"],
  ],
  F16: [
    [
      "contract-tests/totp.test.ts",
      "the owner signs in with the next right code, and finds a warning",
    ],
    [
      "server/domain/access/guessed-codes.test.ts",
      "five wrong codes block no operation of the owner in the dashboard",
    ],
    ["server/domain/access/guessed-codes.test.ts", "continued guesses cause one warning an hour"],
  ],
  F17: [
    [
      "server/security/install-scripts.test.ts",
      "the packages with install scripts are exactly the listed ones",
    ],
  ],
  F18: [
    [
      "server/domain/access/sign-in.test.ts",
      "from many networks locks out no known browser and ends no session",
    ],
    [
      "server/domain/base/admission.test.ts",
      "waiting strangers do not block known callers, and the two queues take turns",
    ],
  ],
  F19: [
    [
      "contract-tests/worker.test.ts",
      "keeps working while its new registration waits, until that one is approved",
    ],
    ["contract-tests/worker.test.ts", "ends with its waiting registration when it is revoked"],
    [
      "server/domain/sources/own-devices.test.ts",
      "after a new registration ends the previous tokens, and an older pairing code approves nothing",
    ],
  ],
  G1: [
    ["checkout-web/tests/page.test.ts", "the page shows hostile texts as text"],
    [
      "checkout-web/tests/build.test.ts",
      "a stranger's text opens no element in the page or in its data",
    ],
  ],
  G2: [
    ["checkout-web/src/invoice.test.ts", "a link to %s is not followed"],
    ["checkout-web/src/invoice.test.ts", "a drawing is not a product picture"],
  ],
  G3: [
    ["contract-tests/create-payment-invalid.test.ts", "%s: %s"],
    ["checkout-web/tests/live.test.ts", "the page does not redirect to %s"],
  ],
  G5: [["checkout-web/tests/page.test.ts", "order items %s do not affect the rest of the page"]],
  G6: [
    ["checkout-web/tests/live.test.ts", "%s while the page is open removes every payment detail"],
    [
      "contract-tests/checkout-page.test.ts",
      "no longer shows payment details after a cancellation",
    ],
  ],
  G8: [
    [
      "server/http/pages/checkout-page.test.ts",
      "is never cached or framed, and allows only its own style",
    ],
  ],
  G9: [
    [
      "server/processes/checkout-events.test.ts",
      "a thousand customers of one payment get the event together",
    ],
    [
      "server/domain/live/payment-watch.test.ts",
      "of one payment cost one read, and one more per change",
    ],
  ],
  G10: [
    ["contract-tests/checkout.test.ts", "is shown with a code for exactly the total"],
    ["contract-tests/checkout.test.ts", "shows the printed code in no response"],
  ],
  G11: [["contract-tests/checkout-page.test.ts", "%s names the page's policy and forbids caching"]],
  G12: [
    [
      "checkout-web/tests/live.test.ts",
      "after 5 seconds the page returns the customer to the merchant, once",
    ],
  ],
  H1: [
    [
      "contract-tests/rate-limits.test.ts",
      "a merchant can write 600 times and then still read, without affecting another merchant",
    ],
    [
      "contract-tests/rate-limits.test.ts",
      "a merchant can read 3,000 times over all its keys, and then still write",
    ],
  ],
  H2: [
    [
      "contract-tests/rate-limits.test.ts",
      "a merchant can read 3,000 times over all its keys, and then still write",
    ],
    ["server/procedures/rate-limits.test.ts", "are shared by two processes"],
  ],
  H3: [
    [
      "contract-tests/rate-limits.test.ts",
      "a merchant can write 600 times and then still read, without affecting another merchant",
    ],
  ],
  H5: [
    [
      "server/http/transport/client-address.test.ts",
      "is the peer's without a trusted proxy, with any header",
    ],
    [
      "contract-tests/rate-limits.test.ts",
      "one address can read checkout data 3,000 times, with any forwarding header",
    ],
  ],
  H6: [
    ["server/http/transport/slow-clients.test.ts", "the %s listener closes a slow client with %s"],
  ],
  H7: [
    [
      "server/http/transport/crowds.test.ts",
      "answers beside five hundred clients who are %s, and after they leave",
    ],
    [
      "server/http/transport/crowds.test.ts",
      "answers beside five hundred clients that leave in the middle, repeatedly",
    ],
    [
      "server/http/transport/crowds.test.ts",
      "answers beside many clients that do not read a long answer",
    ],
  ],
  H8: [
    ["server/http/transport/listeners.test.ts", "in the middle of its body aborts the request"],
    ["server/http/transport/listeners.test.ts", "before its response is ready does no harm"],
  ],
  H9: [["server/security/soak.test.ts", "the server leaks no memory over thousands of requests"]],
  H10: [
    [
      "server/procedures/rate-limits.test.ts",
      "are counted in each process while Redis is down, and then shared again",
    ],
    [
      "server/procedures/rate-limits.test.ts",
      "are counted in each process while Redis is silent, soon without a wait, and then shared again",
    ],
  ],
  H11: [
    [
      "server/http/transport/unread-bodies.test.ts",
      "keeps under 64 MiB of ${connections} bodies sent %s",
    ],
    [
      "server/http/transport/body-room.test.ts",
      "no memory is held after their answers are decided",
    ],
    ["server/http/transport/body-room.test.ts", "one address holds no more than its limit"],
    [
      "server/http/transport/body-room.test.ts",
      "drops the oldest body of the address with the most, not of one with little",
    ],
  ],
  H20: [
    ["server/http/pages/pages.test.ts", "many simultaneous requests for metrics cost one reading"],
    ["server/http/pages/pages.test.ts", "metrics with a token are refused to a caller with %j"],
    ["server/http/pages/pages.test.ts", "/openapi.json is built once, compressed, and cacheable"],
  ],
  I1: [["sdk/src/connection.test.ts", "every call refuses the code %j before any request"]],
  I2: [["sdk/src/connection.test.ts", "the amount %s is refused before any request"]],
  I4: [
    ["sdk/src/connection.test.ts", "%s is not data"],
    ["sdk/src/connection.test.ts", "a cancel response that contains data is rejected"],
  ],
  I5: [
    ["sdk/src/connection.test.ts", "%s has its class"],
    ["sdk/src/connection.test.ts", "a 429 waits for X-RateLimit-Reset"],
    ["sdk/src/connection.test.ts", "%s is retried after growing waits, at most three times"],
  ],
  I6: [["sdk/src/connection.test.ts", "a wait for %s ends"]],
  I8: [
    [
      "sdk/src/payments.test.ts",
      "an answer %s, then a conflict with our own payment, gives that payment",
    ],
    [
      "sdk/src/payments.test.ts",
      "a payment of the same code with another %s belongs to another caller",
    ],
  ],
  I9: [["sdk/src/payments.test.ts", "does not send the code again after %s, and PAID is success"]],
  I11: [["sdk/src/connection.test.ts", "two clients with two keys never mix them"]],
  I12: [["sdk/src/connection.test.ts", "a page in a browser refuses a key, unless a test insists"]],
  I13: [["sdk/src/connection.test.ts", "the key is in no error, no print and no JSON"]],
  I14: [
    [
      "sdk/tests/package.test.ts",
      "is imported by an ES module, and keeps its names when bundled and minified",
    ],
    ["sdk/tests/package.test.ts", "is required by CommonJS"],
    ["sdk/tests/package.test.ts", "has valid types with %s"],
  ],
  I15: [["server/scripts/generate.test.ts", "a check names each and the command"]],
  I16: [
    [
      "sdk/src/raw-client.test.ts",
      "a redirect to another origin receives the key from the generated client, but not from the SDK",
    ],
    ["sdk/src/connection.test.ts", "a redirect (%i) is not followed"],
  ],
  I17: [["sdk/src/connection.test.ts", "a proxy's own page with %i counts as a failed server"]],
  J1: [["server/domain/base/csv.test.ts", "%j is text too if another character separates cells"]],
  J2: [
    [
      "server/domain/accounts/own-accounts.test.ts",
      "with one number by twenty new merchants gives thirty free days in total, and states why",
    ],
    [
      "server/domain/accounts/own-accounts.test.ts",
      "on a gateway with open sign-up gives each merchant free days once, with any number",
    ],
    [
      "dashboard-web/tests/accounts.test.ts",
      "an account without free days shows the reason until it has days",
    ],
  ],
  J3: [
    [
      "server/domain/merchants/tenant-bounds.test.ts",
      "are stored up to a limit, and further ones get the same response",
    ],
    [
      "server/domain/merchants/tenant-bounds.test.ts",
      "are stored up to a number of bytes, for any number of texts",
    ],
    [
      "server/domain/merchants/tenant-bounds.test.ts",
      "prevent neither the recording of transfers nor the storing of another merchant's texts",
    ],
  ],
  J4: [
    [
      "server/domain/merchants/tenant-bounds.test.ts",
      "waiting for approval are limited, and a known one can still register",
    ],
    [
      "server/domain/merchants/tenant-bounds.test.ts",
      "are limited in number, and revoked ones without reports make room",
    ],
  ],
  J5: [
    [
      "server/domain/merchants/tenant-bounds.test.ts",
      "the number of accounts is limited, also for parallel requests",
    ],
    [
      "server/domain/merchants/tenant-bounds.test.ts",
      "the number of signing secrets is limited, also for parallel rotations",
    ],
  ],
  J6: [
    [
      "server/domain/merchants/tenant-bounds.test.ts",
      "one merchant's parallel exports of payments are limited; another's do not count",
    ],
  ],
  J7: [
    [
      "server/domain/mutations/match-reasons.test.ts",
      "is recorded in a flood of one text, and others' payments are paid beside it",
    ],
  ],
  J8: [
    [
      "server/domain/mutations/matching.test.ts",
      "is matched again after an early report, despite hundreds of early ones of another merchant",
    ],
  ],
};
