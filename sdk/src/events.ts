import { requirePathValue } from "./arguments.ts";
import type { Connection } from "./connection.ts";
import type { WithLastResponse } from "./last-response.ts";
import type { RequestOptions } from "./options.ts";
import { listEventDeliveries, listEvents, resendEvent } from "./generated/sdk.gen.ts";
import type { DeliveryWithAttempts, ListedEvent, ListEventsQuery } from "./generated/types.gen.ts";
import { listOf, type List } from "./pages.ts";

/** The events that Tepat's webhooks report, as a list. */
export interface Events {
  /**
   * Lists the events of your webhooks, oldest first, so that a shop can catch up after an outage. `event.body` equals
   * the result of `webhooks.unwrap`. Events become visible slightly after their time: begin a minute before the newest
   * event that you have handled, and ignore ids that you have seen.
   *
   * @throws {@link InvalidRequestError} when the query is invalid. You get the error when you await the list or iterate
   * over it.
   *
   * @example
   * ```ts
   * for await (const event of tepat.events.list({ since: shop.lastSeen })) await handle(event.body);
   * ```
   */
  list(query?: ListEventsQuery, options?: RequestOptions): List<ListedEvent>;
  /**
   * Lists the deliveries of an event with their attempts. An event has exactly one delivery.
   *
   * @throws {@link NotFoundError} `not_found`: there is no such event.
   *
   * @example
   * ```ts
   * const [delivery] = await tepat.events.deliveries(event.event_id);
   * ```
   */
  deliveries(
    event_id: string,
    options?: RequestOptions,
  ): Promise<WithLastResponse<DeliveryWithAttempts[]>>;
  /**
   * Resends the event's webhook once, immediately, and waits for your server's response. The SDK does not retry
   * this request, so a lost response is an error.
   *
   * @throws {@link NotFoundError} `not_found`: there is no such event.
   * @throws {@link ConflictError} `conflict`: another attempt is in progress.
   *
   * @example
   * ```ts
   * const { delivery_status } = await tepat.events.resend(event.event_id);
   * ```
   */
  resend(
    event_id: string,
    options?: RequestOptions,
  ): Promise<WithLastResponse<DeliveryWithAttempts>>;
}

/** Longer than the 25 seconds in which the gateway responds to a request that waits for your server. */
const resendTimeoutSeconds = 40;

/** @internal */
export function eventsOf(connection: Connection): Events {
  const pathOf = (event_id: string) => ({ event_id: requirePathValue("event_id", event_id) });
  return {
    list: (query = {}, options) =>
      listOf({
        firstPage: 1,
        idOf: ({ event_id }) => event_id,
        readPage: (place) =>
          connection.send(
            (via) => listEvents({ ...via, query: { ...query, ...("cursor" in place && place) } }),
            options,
          ),
      }),
    async deliveries(event_id, options) {
      const path = pathOf(event_id);
      const { data } = await connection.send(
        (via) => listEventDeliveries({ ...via, path }),
        options,
      );
      return data;
    },
    async resend(event_id, options) {
      const path = pathOf(event_id);
      const { data } = await connection.sendOnce((via) => resendEvent({ ...via, path }), {
        timeoutSeconds: resendTimeoutSeconds,
        ...options,
      });
      return data;
    },
  };
}
