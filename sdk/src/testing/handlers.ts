import { createPaymentSchema } from "../generated/create-payment.gen.ts";
import { paymentStatuses } from "../generated/payment-statuses.gen.ts";
import type { ListedEvent, Payment, Refund } from "../generated/types.gen.ts";
import { Refusal } from "./refusal.ts";
import { isObject, type Schema } from "./schema.ts";
import type { Shop } from "./shop.ts";

/** The HTTP side of the gateway in memory: paths, keys and envelopes, as in the published document. */

interface Call {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  /** The names of unknown fields and parameters in the request. */
  readonly ignored: string[];
}

type Answer = (call: Call) => Response | Promise<Response>;

/** Returns the function that responds to requests to the gateway in memory. */
export function answererOf(
  shop: Shop,
  baseUrl: string,
  apiKey: string,
): (request: Request) => Promise<Response> {
  const withKey =
    (answer: Answer, refusedKeyStatus = 403): Answer =>
    (call) => {
      if (call.request.headers.get("x-api-key") === apiKey) return answer(call);
      throw new Refusal("tenant_api_key_required", { status: refusedKeyStatus });
    };
  const routes = routesOf(shop, withKey);
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, "");
  const limits = rateLimits();
  return async (request) => {
    const path = new URL(request.url).pathname.slice(basePath.length);
    const ignored: string[] = [];
    const isHead = request.method === "HEAD";
    const asked = isHead ? "GET" : request.method;
    const response = await respond(() => {
      const here = routes.flatMap((one) => {
        const found = one.pattern.exec(path);
        return found ? [{ ...one, params: decoded(found.groups ?? {}) }] : [];
      });
      const route = here.find(({ method }) => method === asked);
      if (route) return route.answer({ request, params: route.params, ignored });
      if (here.length === 0) {
        throw new Refusal("not_found", { message: "This path does not exist. Check the URL." });
      }
      const allow = here.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
      throw new Refusal("bad_request", { status: 405, headers: { allow: allow.join(", ") } });
    });
    for (const [name, value] of Object.entries(limits(asked))) response.headers.set(name, value);
    if (ignored.length > 0) response.headers.set("x-tepat-ignored-fields", ignored.join(", "));
    return isHead ? new Response(null, response) : response;
  };
}

function routesOf(shop: Shop, withKey: (answer: Answer, refusedKeyStatus?: number) => Answer) {
  const accounts = withKey(() => ok(shop.accounts()), 401);
  const create = withKey(async ({ request, ignored }) => {
    const body = await createBodyOf(request);
    ignored.push(...unknownFields(body, createPaymentSchema));
    return succeed(201, "created", { data: shop.create(body) });
  });
  const list = withKey((call) => {
    const query = pageQueryOf(call, ...byTime, "status", "include");
    const { status } = query;
    const isListed = ({ payment_status }: Payment) => status === null || payment_status === status;
    return listed(shop.payments().filter(isListed).map(asAskedBy(call)), query, {
      id: ({ payment_id }) => payment_id,
      created: ({ payment_id }) => shop.createdAt(payment_id),
      updated: ({ payment_updated_at }) => payment_updated_at,
    });
  });
  const get = withKey((call) => {
    const asAsked = asAskedBy(call);
    return ok(asAsked(shop.get(param(call, "payment_code"))));
  });
  const cancel = withKey((call) => ok(shop.cancel(param(call, "payment_code"))));
  const match = withKey(async (call) => {
    const totpCode = call.request.headers.get("x-totp-code");
    if (!totpCode) throw new Refusal("X-Totp-Code header is required");
    const { mutation_id } = await optionalBodyOf(call.request);
    return ok(shop.match(param(call, "payment_code"), totpCode, mutation_id));
  });
  const refund = withKey(async (call) => {
    const body = objectIn(call.request, await textIn(call.request), "bad_request");
    const data = shop.refunds.create(param(call, "payment_code"), body);
    return succeed(201, "created", { data });
  });
  const refundsOfPayment = withKey((call) => {
    const query = pageQueryOf(call);
    return onePage(shop.refunds.of(param(call, "payment_code")), query);
  });
  const refunds = withKey((call) => {
    const query = pageQueryOf(call, "since", "until", "refund_status");
    const isAsked = refundFilterOf(call);
    return onePage(shop.refunds.all().filter(isAsked), query);
  });
  const instructions = withKey((call) => ok(shop.instructionsOf(param(call, "channel_id"))));
  const missingChannel = withKey(() => {
    throw new Refusal("channel_id is required");
  });
  const mutations = withKey((call) => {
    const query = pageQueryOf(call, ...byTime, "only_unmatched");
    return listed(shop.mutations(query.only_unmatched), query, {
      id: ({ id }) => id,
      created: ({ created_at }) => created_at,
      updated: ({ id }) => shop.mutationUpdatedAt(id),
    });
  });
  const events = withKey(async (call) => {
    const type = new URL(call.request.url).searchParams.get("event_type") || null;
    const query = pageQueryOf(call, "since", "until", "cursor", "event_type");
    if (type !== null && !Object.hasOwn(eventTypes, type)) {
      const problem = `must be one of ${Object.keys(eventTypes).join(", ")}`;
      throw new Refusal("validation_error", { errors: { event_type: problem } });
    }
    const isListed = ({ event_type }: ListedEvent) => type === null || event_type === type;
    const found = (await shop.events()).filter(isListed);
    const times = {
      id: ({ event_id }: ListedEvent) => event_id,
      created: ({ created_at }: ListedEvent) => created_at,
      updated: ({ created_at }: ListedEvent) => created_at,
    };
    // Oldest first, as in the order of changes. This list is always by time.
    const isBefore = ({ created_at }: ListedEvent) =>
      query.until === null || Date.parse(created_at) < Date.parse(query.until);
    const updated_since = query.since ?? "1970-01-01T00:00:00Z";
    const inOrder = { ...query, since: null, until: null, updated_since };
    return listed(found.filter(isBefore).toReversed(), inOrder, times);
  });
  const eventDeliveries = withKey(async (call) =>
    ok([await shop.delivery(param(call, "event_id"))]),
  );
  const resend = withKey(async (call) => {
    await optionalBodyOf(call.request);
    return ok(await shop.resend(param(call, "event_id")));
  });
  const checkout: Answer = (call) => ok(shop.checkout(param(call, "payment_id")));
  return [
    route("GET", "/gateway/accounts", accounts),
    route("POST", "/gateway/payments", create),
    route("GET", "/gateway/payments", list),
    route("GET", "/gateway/payments/:payment_code", get),
    route("DELETE", "/gateway/payments/:payment_code", cancel),
    route("POST", "/gateway/payments/:payment_code/match", match),
    route("POST", "/gateway/payments/:payment_code/refunds", refund),
    route("GET", "/gateway/payments/:payment_code/refunds", refundsOfPayment),
    route("GET", "/gateway/refunds", refunds),
    route("GET", "/gateway/channels/:channel_id/instructions", instructions),
    route("GET", "/gateway/channels//instructions", missingChannel),
    route("GET", "/gateway/mutations", mutations),
    route("GET", "/gateway/events", events),
    route("GET", "/gateway/events/:event_id/deliveries", eventDeliveries),
    route("POST", "/gateway/events/:event_id/resend", resend),
    route("GET", "/checkout/:payment_id", checkout),
  ];
}

const route = (method: string, path: string, answer: Answer) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
  answer,
});

const decoded = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, text]) => [name, textOf(text)]));

/** Decodes a path segment. A segment that is not UTF-8 matches no record. */
function textOf(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "\ud800";
  }
}

const param = ({ params }: Call, name: string): string => params[name] ?? "";

/** The largest body, in bytes. */
const maximalBody = 256 * 1024;

/** Returns the text of the body. Refuses a body that is too large or not plain UTF-8. */
async function textIn(request: Request): Promise<string> {
  const coding = request.headers.get("content-encoding") ?? "identity";
  if (!/^\s*(identity)?\s*$/i.test(coding)) throw new Refusal("bad_request", { status: 415 });
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > maximalBody) throw new Refusal("bad_request", { status: 413 });
  const type = request.headers.get("content-type") ?? "";
  for (const [, charset = ""] of type.matchAll(/;\s*charset\s*=\s*"?([^";]*)"?/gi)) {
    if (!/^utf-?8\s*$/i.test(charset)) throw new Refusal("bad_request");
  }
  return new TextDecoder().decode(bytes);
}

/**
 * Parses the text as a JSON object if the headers declare JSON. The code for an invalid body differs between match and
 * create.
 */
function objectIn(
  { headers }: Request,
  text: string,
  otherwise: "invalid request body" | "bad_request",
): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    const isJson = /^application\/json\s*(;|$)/i.test(headers.get("content-type") ?? "");
    if (isJson && isObject(body)) return body;
  } catch {
    // A text that cannot be parsed is refused below, like JSON that is not an object.
  }
  throw new Refusal(otherwise);
}

const createBodyOf = async (request: Request): Promise<Record<string, unknown>> =>
  objectIn(request, await textIn(request), "invalid request body");

/** Returns the body of a match or a resend, which is optional. */
async function optionalBodyOf(request: Request): Promise<Record<string, unknown>> {
  const text = await textIn(request);
  return text === "" ? {} : objectIn(request, text, "bad_request");
}

async function respond(answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, headers, body } = error;
    return json(status, body, headers);
  }
}

const ok = (data: unknown): Response => succeed(200, "ok", { data });

const succeed = (status: number, message: string, content: object): Response =>
  json(status, { success: true, message, ...content });

const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": crypto.randomUUID(),
      ...headers,
    },
  });

function onePage(items: readonly unknown[], { page, per_page }: PageQuery): Response {
  const data = items.slice((page - 1) * per_page, page * per_page);
  return succeed(200, "ok", {
    data,
    pagination: {
      total: items.length,
      count: data.length,
      per_page,
      current_page: page,
      total_pages: Math.ceil(items.length / per_page),
    },
  });
}

interface Times<Item> {
  readonly id: (item: Item) => string;
  readonly created: (item: Item) => string;
  readonly updated: (item: Item) => string;
}

/** Returns a page of the list, or a part of it by time. `items` begin with the newest. */
function listed<Item>(
  items: readonly Item[],
  query: PageQuery,
  { id, created, updated }: Times<Item>,
): Response {
  const { since, until, updated_since, cursor, per_page } = query;
  if ((since ?? until ?? updated_since ?? cursor) === null) return onePage(items, query);
  const errors: Record<string, string> = {};
  if (query.page > 1) errors["page"] = "must be left out of a list by time. Send cursor instead";
  if (updated_since !== null && (since ?? until) !== null)
    errors["updated_since"] = "must not be given together with since or until";
  if (Object.keys(errors).length > 0) throw new Refusal("validation_error", { errors });
  const millisecondsOf = (text: string | null, otherwise: number) =>
    text === null ? otherwise : Date.parse(text);
  const isInTime = (item: Item) =>
    Date.parse(created(item)) >= millisecondsOf(since, -Infinity) &&
    Date.parse(created(item)) < millisecondsOf(until, Infinity) &&
    Date.parse(updated(item)) >= millisecondsOf(updated_since, -Infinity);
  const newestFirst = items.filter(isInTime);
  const byChange = (one: Item, other: Item) =>
    Date.parse(updated(one)) - Date.parse(updated(other));
  const found = updated_since === null ? newestFirst : newestFirst.toReversed().toSorted(byChange);
  // A cursor contains the id of the last item before it. In the order of changes, the cursor also contains
  // the time of that item's change.
  const cursorOf = (item: Item) =>
    updated_since === null ? id(item) : `${Date.parse(updated(item))}.${id(item)}`;
  const [milliseconds, last] = cursor?.split(".") ?? [];
  const isKnown = (item: Item) => id(item) === (updated_since === null ? cursor : last);
  if (cursor !== null && !items.some(isKnown))
    throw new Refusal("validation_error", {
      errors: { cursor: "must be the next_cursor of a response" },
    });
  const after =
    cursor === null
      ? 0
      : updated_since === null
        ? found.findIndex((item) => cursorOf(item) === cursor) + 1
        : found.filter((item) => Date.parse(updated(item)) < Number(milliseconds)).length +
          found
            .filter((item) => Date.parse(updated(item)) === Number(milliseconds))
            .findIndex((item) => id(item) === last) +
          1;
  const data = found.slice(after, after + per_page);
  const end = data.at(-1);
  const isLast = end === undefined || after + per_page >= found.length;
  return succeed(200, "ok", {
    data,
    pagination: {
      total: found.length,
      count: data.length,
      per_page,
      current_page: 1,
      total_pages: Math.ceil(found.length / per_page),
      next_cursor: isLast ? null : cursorOf(end),
    },
  });
}

interface PageQuery {
  readonly since: string | null;
  readonly until: string | null;
  readonly updated_since: string | null;
  readonly cursor: string | null;
  readonly page: number;
  readonly per_page: number;
  readonly only_unmatched: boolean;
  readonly status: string | null;
}

/** Returns the names that the schema does not have. Names inside lists include their position. */
function unknownFields(body: Record<string, unknown>, { properties = {} }: Schema): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const field = properties[name];
    if (!field) return [encodeURIComponent(name)];
    const { items } = field;
    if (!items || !Array.isArray(value)) return [];
    const inItems = value.flatMap((item: unknown, index) =>
      isObject(item) ? unknownFields(item, items).map((one) => ({ one, index })) : [],
    );
    const first = new Map(inItems.toReversed().map(({ one, index }) => [one, index]));
    return [...first].map(([one, index]) => `${name}[${index}].${one}`);
  });
}

const eventTypes: Record<ListedEvent["event_type"], true> = {
  "payment.paid": true,
  "payment.expired": true,
  "payment.cancelled": true,
  "payment.part_received": true,
  "payment.underpaid": true,
  "payment.overpaid": true,
  "payment.refunded": true,
  "device.offline": true,
  "device.online": true,
};

/** The parameters of a list that can be read by time. */
const byTime = ["since", "until", "updated_since", "cursor"];

/** Reads the query of a list with these parameters. Reports every invalid or unknown parameter. */
function pageQueryOf({ request, ignored }: Call, ...own: string[]): PageQuery {
  const { searchParams } = new URL(request.url);
  const known = new Set(["page", "per_page", ...own]);
  const unknown = [...new Set(searchParams.keys())].filter((name) => !known.has(name));
  ignored.push(...unknown.map(encodeURIComponent));
  const errors: Record<string, string> = {};
  const count = (name: string, otherwise: number): number => {
    const text = searchParams.get(name) || String(otherwise);
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1) {
      errors[name] = "must be a whole number from 1";
    }
    return value;
  };
  const page = count("page", 1);
  const per_page = Math.min(count("per_page", 20), 100);
  const given = (name: string) => (known.has(name) && searchParams.get(name)) || null;
  const only_unmatched = given("only_unmatched") ?? "false";
  if (!/^(true|false|1|0)$/i.test(only_unmatched))
    errors["only_unmatched"] = "must be true or false";
  const status = given("status");
  if (status !== null && !paymentStatuses.some((one) => one === status)) {
    errors["status"] = `must be one of ${paymentStatuses.join(", ")}`;
  }
  const include = given("include");
  if (include !== null && include !== "metadata") errors["include"] = noInclude;
  const time = (name: string): string | null => {
    const text = searchParams.get(name) || null;
    if (text !== null && !isMoment(text))
      errors[name] = "must be a time such as 2026-11-21T10:15:30Z";
    return text;
  };
  const [since, until, updated_since] = [time("since"), time("until"), time("updated_since")];
  const cursor = searchParams.get("cursor") || null;
  if (Object.keys(errors).length > 0) throw new Refusal("validation_error", { errors });
  return {
    since,
    until,
    updated_since,
    cursor,
    page,
    per_page,
    only_unmatched: /^(true|1)$/i.test(only_unmatched),
    status,
  };
}

const noInclude = "must be one of metadata";

/** Returns a function that removes the metadata unless the request includes it. */
function asAskedBy({ request }: Call): (payment: Payment) => Payment {
  const include = new URL(request.url).searchParams.get("include") || null;
  if (include === "metadata") return (payment) => payment;
  if (include !== null) throw new Refusal("validation_error", { errors: { include: noInclude } });
  return (payment) => {
    const { metadata: _, ...rest } = payment;
    return rest;
  };
}

/** Reads the times and the status of a list of refunds. Reports every invalid parameter. */
function refundFilterOf({ request }: Call): (refund: Refund) => boolean {
  const { searchParams } = new URL(request.url);
  const errors: Record<string, string> = {};
  const time = (name: string, otherwise: number): number => {
    const text = searchParams.get(name) || null;
    const value = text === null ? otherwise : Date.parse(text);
    if (!Number.isNaN(value)) return value;
    errors[name] = "must be an ISO 8601 date-time with Z or an offset";
    return otherwise;
  };
  const since = time("since", -Infinity);
  const until = time("until", Infinity);
  const status = searchParams.get("refund_status") || null;
  if (status !== null && status !== "OWED" && status !== "SENT") {
    errors["refund_status"] = "must be one of OWED, SENT";
  }
  if (Object.keys(errors).length > 0) throw new Refusal("validation_error", { errors });
  return ({ created_at, refund_status }) =>
    Date.parse(created_at) >= since &&
    Date.parse(created_at) < until &&
    (status === null || refund_status === status);
}

const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) &&
  !Number.isNaN(Date.parse(text));

/**
 * Counts requests as the gateway does, for code that reads the headers. The counter refuses no request: at the limit,
 * a new minute begins.
 */
function rateLimits(): (method: string) => Record<string, string> {
  const counts = { read: 0, write: 0 };
  return (method) => {
    const kind = method === "GET" ? "read" : "write";
    const limit = { read: 3000, write: 600 }[kind];
    counts[kind] = (counts[kind] % limit) + 1;
    return {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(limit - counts[kind]),
      "x-ratelimit-reset": "60",
    };
  };
}
