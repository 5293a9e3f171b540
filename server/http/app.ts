import { TRPCError } from "@trpc/server";
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { ZodError } from "zod";
import { deprecationHeaders } from "../contract/deprecation.ts";
import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import { fieldErrors, fieldProblems } from "../contract/messages.ts";
import {
  fileTypes,
  isSavedFile,
  type OperationMeta,
  type SavedFile,
} from "../contract/operation.ts";
import { csvOf } from "../domain/base/csv.ts";
import type { Table } from "../domain/base/table.ts";
import { workbookOf } from "../domain/base/workbook.ts";
import { readJson, requirePlain, requireUtf8 } from "../procedures/read-json.ts";
import type { Context } from "../procedures/trpc.ts";
import { answerWithin } from "./transport/deadline.ts";
import { isNavigation } from "./transport/accept.ts";
import { ignoredFieldsHeader } from "./transport/ignored-fields.ts";
import {
  jsonHeaders,
  RequestAborted,
  type Dispatch,
  type HttpRequest,
  type HttpResponse,
} from "./transport/message.ts";
import { methodsOf, type FindPage, type Page } from "./pages/page.ts";
import { createRoutes, malformedPath, pathParameter, readInput, type Match } from "./routes.ts";
import type { CompletedRequest, RequestLog } from "../domain/merchants/request-log.ts";
import type { Services } from "../procedures/services.ts";

export interface AppOptions {
  services: Services;
  log: Logger;
  /** Returns the page at a path that belongs to no operation, such as /healthz. */
  findPage: FindPage;
  /** The log of requests that merchants' servers send to `/gateway/`. */
  requestLog: Pick<RequestLog, "note">;
  /** Counts each response, for the metrics. */
  observe(operationId: string, status: number, seconds: number): void;
}

/** The operation or the page that a request names. */
interface Target {
  found: ReturnType<ReturnType<typeof createRoutes>>;
  page: Page | undefined;
  /** Whether pages of other sites can read the response (CORS). */
  anyOrigin: boolean;
}

/** Returns the whole application as one function, which depends on no server and no socket. */
export function createApp({ services, log, findPage, requestLog, observe }: AppOptions): Dispatch {
  const match = createRoutes();
  const logsRequests = log.isLevelEnabled("debug");

  async function answer(
    request: HttpRequest,
    { found, page, anyOrigin }: Target,
    headers: Record<string, string>,
    noteMerchant: (merchant_id: string) => void,
  ): Promise<HttpResponse> {
    if (found && "route" in found) {
      const { meta } = found.route;
      if (meta.browserPage) headers["vary"] = "accept, sec-fetch-dest";
      const forPeople = browserPage(found, request);
      if (forPeople) return seeOther(services.gateway.settings.publicUrl + forPeople, headers);
      const bound = meta.waitsForReceiver
        ? limits.receiverAnswerMilliseconds
        : limits.answerMilliseconds;
      const data = await answerWithin(bound, request, (bounded) =>
        callRoute(found, bounded, headers, noteMerchant),
      );
      return success(meta, data, headers);
    }
    if (page && methodsOf(page).includes(request.method)) {
      const answered = await answerWithin(limits.answerMilliseconds, request, (bounded) =>
        page.respond(bounded),
      );
      return { ...answered, headers: { ...answered.headers, ...headers } };
    }
    const methods = found?.allow ?? (page && methodsOf(page));
    if (!methods)
      throw new GatewayError("not_found", { message: "This path does not exist. Check the URL." });
    const allow = anyOrigin ? [...methods, "OPTIONS"] : methods;
    if (anyOrigin && request.method === "OPTIONS") return preflight(allow, headers);
    throw new GatewayError("bad_request", {
      status: 405,
      message: `${request.method} is not allowed at this path. See the Allow header.`,
      headers: { allow: allow.join(", ") },
    });
  }

  function targetOf({ method, path }: HttpRequest): Target {
    const found = match(method, path);
    const page = found ? undefined : findPage(path);
    const read = found && "allow" in found ? match("GET", path) : found;
    const ofRoute = read && "route" in read && read.route.meta.anyOrigin;
    return { found, page, anyOrigin: Boolean(page?.anyOrigin ?? ofRoute) };
  }

  async function callRoute(
    found: Match,
    request: HttpRequest,
    answerHeaders: Record<string, string>,
    noteMerchant: (merchant_id: string) => void,
  ): Promise<unknown> {
    const { route } = found;
    let checkAgain = async (): Promise<unknown> => undefined;
    const ctx: Context = {
      services,
      remoteAddress: request.remoteAddress,
      header: (name) => request.header(name),
      pathParameter: (name) => pathParameter(found, name),
      query: request.query,
      body: () => request.body(),
      answerHeaders,
      checkAgainWith(check) {
        checkAgain = check;
      },
      logInfo: (details, message) =>
        log.info({ request_id: answerHeaders["x-request-id"], ...details }, message),
      noteMerchant,
    };
    try {
      return await route.call(ctx, async () => {
        const startedAt = performance.now();
        const input = await readInput(
          found,
          request,
          (meta) => readBody(meta, request),
          answerHeaders,
        );
        if (performance.now() - startedAt > limits.slowBodyMilliseconds) await checkAgain();
        return input;
      });
    } catch (thrown) {
      const cause = thrown instanceof TRPCError ? (thrown.cause ?? thrown) : thrown;
      throw cause instanceof ZodError ? inputError(found, cause) : cause;
    }
  }

  /**
   * Notes a request in its merchant's log. The merchant is looked up afterwards, because a wrong path or method gets
   * its response before the key is checked.
   */
  async function noteRequest(
    request: HttpRequest,
    caller: string | null,
    completed: Omit<CompletedRequest, "merchant_id">,
  ): Promise<void> {
    const isUnjudged = completed.http_status === 404 || completed.http_status === 405;
    const merchant_id = caller ?? (isUnjudged ? await merchantOf(request) : null);
    if (merchant_id) requestLog.note({ ...completed, merchant_id });
  }

  async function merchantOf(request: HttpRequest): Promise<string | null> {
    try {
      return await services.merchantOfApiKey(request.header("x-api-key") ?? "");
    } catch {
      return null;
    }
  }

  return async function dispatch(request) {
    const started = performance.now();
    const requestId = requestIdOf(request);
    const headers: Record<string, string> = { "x-request-id": requestId };
    const target = targetOf(request);
    const operationId = nameOf(target);
    if (target.anyOrigin) Object.assign(headers, anyOriginHeaders);
    if (target.found && "route" in target.found) {
      Object.assign(headers, deprecationHeaders(target.found.route.meta.deprecations));
    }
    let merchant_id: string | null = null;
    let error: GatewayError | null = null;
    let isAborted = false;
    let response: HttpResponse;
    try {
      response = await answer(request, target, headers, (id) => (merchant_id = id));
    } catch (cause) {
      isAborted = cause instanceof RequestAborted;
      error = cause instanceof GatewayError ? cause : new GatewayError("internal_error");
      // The client of an aborted request reads no response, so the listener drops the response.
      if (error !== cause && !isAborted) {
        log.error(
          { err: cause, request_id: requestId, operation: operationId, method: request.method },
          "internal_error",
        );
      }
      response = errorResponse(error, headers, target);
    }
    const seconds = (performance.now() - started) / 1000;
    observe(operationId, response.status, seconds);
    if (request.path.startsWith("/gateway/") && !isAborted) {
      void noteRequest(request, merchant_id, {
        request_id: requestId,
        method: request.method,
        path: request.path,
        http_status: response.status,
        error_code: error?.code ?? null,
        duration_ms: seconds * 1000,
      });
    }
    if (logsRequests) {
      const { method, remoteAddress } = request;
      log.debug(
        {
          request_id: requestId,
          operation: operationId,
          method,
          // The name identifies an operation. Its path is not logged, because the path might contain a token.
          ...(!target.found && { path: request.path }),
          status: response.status,
          ...(headers[ignoredFieldsHeader] && { ignored_fields: headers[ignoredFieldsHeader] }),
          duration_ms: Math.round(seconds * 1e5) / 100,
          remote_address: remoteAddress,
        },
        "request",
      );
    }
    return response;
  };
}

/**
 * Returns the name for the metrics and the log. All unknown paths share one name, so that clients cannot create
 * names.
 */
function nameOf({ found, page }: Pick<Target, "found" | "page">): string {
  if (found && "route" in found) return found.route.meta.operationId;
  return page?.name ?? "unknown";
}

/**
 * Pages of any site can read these responses and their headers, because neither cookies nor other credentials take
 * part.
 */
const anyOriginHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "*",
};

const preflightSeconds = 24 * 60 * 60;

/** Responds to the CORS preflight request of a page on another site (Fetch, section 3.3.2). */
const preflight = (
  allow: readonly string[],
  headers: Readonly<Record<string, string>>,
): HttpResponse => ({
  status: 204,
  headers: {
    ...headers,
    allow: allow.join(", "),
    "access-control-allow-methods": allow.join(", "),
    "access-control-allow-headers": "*",
    "access-control-max-age": String(preflightSeconds),
  },
  body: "",
});

/**
 * Returns the name of the page if a browser navigates to an operation that has one. Programs get JSON at the same
 * address.
 */
function browserPage({ route, parameters }: Match, request: HttpRequest): string | undefined {
  const page = route.meta.browserPage;
  if (!page || !isNavigation((name) => request.header(name))) return undefined;
  return page.replace(/\{\w+\}/, () => parameters[0] ?? "");
}

const seeOther = (location: string, headers: Readonly<Record<string, string>>): HttpResponse => ({
  status: 303,
  headers: { ...headers, location, "cache-control": "no-store" },
  body: "",
});

function success(
  meta: OperationMeta,
  data: unknown,
  headers: Record<string, string>,
): HttpResponse {
  if (isSavedFile(meta.envelope)) return savedFile(meta.envelope, data as FileContent, headers);
  const body =
    meta.envelope === "page"
      ? pageEnvelope(data as { items: unknown; pagination: unknown })
      : { success: true, message: meta.envelope, data };
  return {
    status: meta.envelope === "created" ? 201 : 200,
    headers: { ...jsonHeaders, ...headers },
    body: JSON.stringify(body),
  };
}

type Written = AsyncIterable<string | Uint8Array>;
type FileContent = Table | Written;

/** Returns a file to save. The header gives no file name, so browsers take the link's name or the end of the path. */
function savedFile(
  kind: SavedFile,
  content: FileContent,
  headers: Record<string, string>,
): HttpResponse {
  const type = {
    "content-type":
      fileTypes[kind] + (fileTypes[kind].startsWith("text/") ? "; charset=utf-8" : ""),
    "content-disposition": "attachment",
  };
  const chunks =
    kind === "csv"
      ? csvOf(content as Table)
      : kind === "xlsx"
        ? workbookOf(content as Table)
        : (content as Written);
  return { status: 200, headers: { ...jsonHeaders, ...type, ...headers }, body: "", chunks };
}

function pageEnvelope({ items, pagination }: { items: unknown; pagination: unknown }) {
  return { success: true, message: "ok", data: items, pagination };
}

/** Turns an error of an operation or a page into its response. */
function errorResponse(
  error: GatewayError,
  headers: Record<string, string>,
  { found }: Pick<Target, "found">,
): HttpResponse {
  return {
    status: error.status,
    headers: { ...jsonHeaders, ...headers, ...error.headers },
    body: JSON.stringify({
      success: false,
      code: error.code,
      message: error.message,
      ...(error.errors && { errors: error.errors }),
      ...(found && "route" in found && found.route.meta.hasReasons && codesFor(error)),
    }),
  };
}

/** Returns the codes for pages, which have their own texts. */
const codesFor = ({ reason, problems }: GatewayError) => ({
  ...(reason && { reason }),
  ...(problems && { problems }),
});

/** A malformed path parameter can have its own code. Every other problem is `validation_error`. */
function inputError({ route }: Match, cause: ZodError): GatewayError {
  const errors = fieldErrors(cause);
  const inPath = route.pathParameters.some((name) => name in errors);
  const { malformedPath: code, subject } = route.meta;
  return inPath && code
    ? malformedPath({ code, subject }, errors)
    : new GatewayError("validation_error", { errors, problems: fieldProblems(cause) });
}

async function readBody(
  meta: OperationMeta,
  request: HttpRequest,
): Promise<Record<string, unknown>> {
  const bytes = await request.body();
  if (bytes.length === 0 && meta.bodyOptional) return {};
  const code = meta.malformedBody ?? "bad_request";
  requirePlain(request.header("content-encoding"));
  const contentType = request.header("content-type");
  requireUtf8(contentType);
  const mediaType = contentType?.split(";", 1)[0]?.trim().toLowerCase();
  if (mediaType !== "application/json") {
    throw new GatewayError(code, {
      message: "Send a JSON object with Content-Type: application/json.",
    });
  }
  const value = readJson(bytes, code, { namesOnce: meta.bodyNamesOnce });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new GatewayError(code, { message: "The request body is not a JSON object." });
  }
  return value as Record<string, unknown>;
}

/** Keeps the client's own id if the id is safe to log and to send back; otherwise creates one. */
function requestIdOf(request: HttpRequest): string {
  const given = request.header("x-request-id");
  return given && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
}
