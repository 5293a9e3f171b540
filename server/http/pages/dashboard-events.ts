import { readers } from "../../contract/dashboard/roles.ts";
import { limits } from "../../contract/limits.ts";
import type { DashboardWatch } from "../../domain/live/dashboard-watch.ts";
import { requireSession } from "../../procedures/dashboard/session-procedure.ts";
import type { EventStreams } from "./event-streams.ts";
import type { FindPage, Page } from "./page.ts";
import type { Services } from "../../procedures/services.ts";

/**
 * Serves `/dashboard/api/events`. Each event names the kinds of things that have changed, so that a page fetches them
 * again.
 */
export function createDashboardEvents(
  services: Services,
  watch: DashboardWatch,
  streams: EventStreams,
): FindPage {
  const page: Page = {
    name: "dashboardEvents",
    async respond(request) {
      const session = await requireSession(services.gateway, (name) => request.header(name));
      const { merchant_id, session_id } = session;
      const headers = await services.rateLimits.take("dashboard", merchant_id);
      const holders = [
        { name: `session ${session_id}`, streamsMax: limits.streamsPerSession },
        { name: `merchant ${merchant_id}`, streamsMax: limits.streamsPerMerchant },
      ];
      streams.requireRoom(holders);
      const follow = await watch.look(session);
      // A cashier's stream says for the counter that an invoice has changed, but not which one.
      const mayRead = readers.some((role) => role === session.person.role);
      return streams.open(holders, headers, (stream) =>
        follow({
          tell: (kind, id) => stream.send(kind, { id: mayRead ? id : null }),
          end: () => stream.end(),
        }),
      );
    },
  };
  return (path) => (path === "/dashboard/api/events" ? page : undefined);
}
