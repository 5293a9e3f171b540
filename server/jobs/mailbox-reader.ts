import { setTimeout as wait } from "node:timers/promises";
import { limits } from "../contract/limits.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import type { MailReader } from "../domain/mail/mailbox-reading.ts";
import { leaseMailboxes } from "../domain/mail/mailboxes.sql.ts";
import type { Log } from "../outside/log.ts";

/** Reads mailboxes that no other process reads. Returns a stop function. */
export function startMailboxReader(
  gateway: Gateway,
  reader: Omit<MailReader, "pollMilliseconds">,
  log: Log,
  {
    lookSeconds = limits.mailboxLookSeconds,
    pollSeconds = limits.mailboxPollSeconds,
  }: { lookSeconds?: number; pollSeconds?: number } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const open = new Set<Promise<void>>();
  const pollMilliseconds = pollSeconds * 1000;

  async function take(): Promise<void> {
    const limit = limits.mailboxesPerProcess - open.size;
    if (limit <= 0) return;
    for (const mailbox of await leaseMailboxes(gateway.sql, { limit, at: gateway.now() })) {
      const { merchant_id, device_id } = mailbox;
      // The module has 0.7 MB of code, which only mailboxes need.
      const reading = import("../domain/mail/mailbox-reading.ts")
        .then(({ readMailbox }) =>
          readMailbox(gateway, mailbox, { ...reader, pollMilliseconds }, signal),
        )
        .catch((err: unknown) =>
          log.error({ err, merchant_id, device_id }, "a mailbox could not be read"),
        )
        .finally(() => open.delete(reading));
      open.add(reading);
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await take().catch((err: unknown) => {
        if (!signal.aborted) log.error({ err }, "no mailbox could be taken");
      });
      await wait(lookSeconds * 1000, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(open);
    },
  };
}
