import { notFound } from "../../contract/errors.ts";
import { uuid } from "../../contract/fields.ts";
import { limits } from "../../contract/limits.ts";
import { clientNetwork } from "../../domain/base/client-network.ts";
import type { PaymentWatch } from "../../domain/live/payment-watch.ts";
import type { EventStreams } from "./event-streams.ts";
import type { FindPage, Page } from "./page.ts";
import type { Services } from "../../procedures/services.ts";

/**
 * Serves `/checkout/{payment_id}/events`. The stream sends the payment's status and the money received, first at once
 * and then at each change, so that the page need not poll. The stream ends after a final status.
 */
export function createCheckoutEvents(
  { rateLimits }: Services,
  watch: PaymentWatch,
  streams: EventStreams,
): FindPage {
  const page: Page = {
    name: "checkoutEvents",
    anyOrigin: true,
    async respond({ path, remoteAddress }) {
      const client = clientNetwork(remoteAddress);
      const headers = await rateLimits.take("checkout", client);
      const holders = [{ name: client, streamsMax: limits.streamsPerAddress }];
      streams.requireRoom(holders);
      const payment_id = paymentIdIn(path);
      await watch.look(payment_id);
      return streams.open(holders, headers, (stream) =>
        watch.follow(payment_id, (state) => {
          stream.send("status", state);
          if (state.status !== "PENDING") stream.end();
        }),
      );
    },
  };
  return (path) => (/^\/checkout\/[^/]+\/events$/.test(path) ? page : undefined);
}

/** Returns the payment's id. A malformed id gets the same response as an unknown id. */
function paymentIdIn(path: string): string {
  const parsed = uuid().safeParse(path.split("/")[2]);
  if (!parsed.success) throw notFound("payment");
  return parsed.data.toLowerCase();
}
