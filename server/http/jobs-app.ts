import type { Logger } from "pino";
import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import { answerWithin } from "./transport/deadline.ts";
import { errorResponse } from "./transport/listener.ts";
import type { Dispatch, HttpResponse } from "./transport/message.ts";
import { methodsOf, type FindPage } from "./pages/page.ts";

/**
 * The status is not 404, because a merchant whose requests arrive here by mistake must not conclude that an invoice
 * does not exist.
 */
const onlyRunsJobs = errorResponse(
  new GatewayError("internal_error", {
    status: 503,
    message:
      "This process only runs jobs (ROLE=jobs). Send requests to a process with ROLE=api or all.",
  }),
);

/** Returns the responses of a process that only runs jobs, for its supervisor and Prometheus. */
export function createJobsApp(findPage: FindPage, log: Pick<Logger, "error">): Dispatch {
  return async (request): Promise<HttpResponse> => {
    const page = findPage(request.path);
    if (!page || !methodsOf(page).includes(request.method)) return onlyRunsJobs;
    try {
      return await answerWithin(limits.answerMilliseconds, request, (bounded) =>
        page.respond(bounded),
      );
    } catch (err) {
      if (err instanceof GatewayError) return errorResponse(err);
      log.error({ err, path: request.path }, "internal_error");
      return errorResponse(new GatewayError("internal_error"));
    }
  };
}
