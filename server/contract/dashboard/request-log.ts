import { z } from "zod";
import { text, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { cursorInput, cursorPage } from "./cursor.ts";
import { inTestMode } from "./test-mode.ts";
import { dashboardOperation } from "./operation.ts";

const tag = "Request log";

const loggedRequest = z
  .object({
    entry_id: uuid().meta({ description: "The entry." }),
    requested_at: timestamp().meta({ description: "The time of the response, UTC." }),
    request_id: z.string().meta({
      description: "The `X-Request-Id` of the response: the request's own id if it sent one.",
    }),
    method: z.string().meta({ description: "GET, POST, DELETE, …" }),
    path: z.string().meta({
      description: `The request's path as received, percent-encoded, without the query. At most ${limits.loggedPathCharacters} characters of it.`,
    }),
    http_status: z.int().meta({ description: "The status of the response." }),
    error_code: z
      .string()
      .nullable()
      .meta({ description: "The `code` of the response; null for a success." }),
    duration_ms: z
      .int()
      .meta({ description: "The duration on the server, in whole milliseconds." }),
    left_out: z.int().meta({
      description:
        "The number of requests that the same process answered shortly before and left out of the log.",
    }),
  })
  .meta({ id: "LoggedRequest", description: "A request with an API key, and its response." });

export type LoggedRequest = z.infer<typeof loggedRequest>;

export const loggedRequestPage = cursorPage("LoggedRequestPage", loggedRequest);

export const loggedRequestFilter = {
  errors_only: z
    .boolean()
    .meta({ description: "Lists only responses with an error code." })
    .optional(),
  path: text({ max: limits.loggedPathCharacters })
    .meta({ description: "Lists only paths that contain this text, in upper or lower case." })
    .optional(),
  request_id: text({ max: limits.textCharacters })
    .meta({ description: "Lists only requests with this `X-Request-Id`." })
    .optional(),
};

export const requestLogOperations = {
  listLoggedRequests: dashboardOperation({
    meta: {
      operationId: "listLoggedRequests",
      method: "GET",
      path: "/logged-requests",
      mayReadReplica: true,
      roles: ["owner", "developer"],
      tag,
      summary: "List requests of your server",
      description: `Requests to \`/gateway/\` with the merchant's API keys in the last ${limits.loggedRequestDays} days, newest first. Tepat never keeps bodies, keys or queries. A process writes ${limits.loggedSuccessesPerMinute} successes and ${limits.loggedErrorsPerMinute} errors a minute (and ${limits.loggedSuccessesOfAllPerMinute} successes of all merchants together), and \`left_out\` counts the others; ${limits.loggedRequestsPerMerchant} entries are kept. An entry appears about a second after its response. A request with an unknown or revoked key belongs to no merchant and is not logged.`,
    },
    input: z.object({
      ...loggedRequestFilter,
      ...inTestMode,
      ...cursorInput,
    }),
    output: loggedRequestPage,
  }),

  getLoggedRequest: dashboardOperation({
    meta: {
      operationId: "getLoggedRequest",
      method: "GET",
      path: "/logged-requests/{entry_id}",
      mayReadReplica: true,
      roles: ["owner", "developer"],
      tag,
      summary: "Read a request of your server",
      description: "One entry of the request log.",
      subject: "request",
    },
    input: z.object({
      entry_id: uuid().meta({ description: "The entry, from the list." }),
      ...inTestMode,
    }),
    output: loggedRequest,
  }),
};
