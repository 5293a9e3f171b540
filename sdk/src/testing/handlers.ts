import { http, type HttpHandler } from "msw";
import { Refusal } from "./refusal.ts";
import type { Shop } from "./shop.ts";

/** The HTTP side of the fake: paths, keys, envelopes, as in the published document. */

/** What msw tells of a request. */
interface Call {
  readonly request: Request;
  readonly params: Readonly<Record<string, string | readonly string[] | undefined>>;
}

type Answer = (call: Call) => Response | Promise<Response>;

export function handlersOf(shop: Shop, baseUrl: string, apiKey: string): HttpHandler[] {
  const at = (path: string) => `${baseUrl}${path}`;
  const withKey =
    (answer: Answer, refusedKeyStatus = 403) =>
    (call: Call) =>
      respond(() => {
        if (call.request.headers.get("x-api-key") === apiKey) return answer(call);
        throw new Refusal("tenant_api_key_required", { status: refusedKeyStatus });
      });
  const accounts = withKey(() => ok(shop.accounts()), 401);
  const create = withKey(async ({ request }) =>
    succeed(201, "created", { data: shop.create(await bodyOf(request)) }),
  );
  const list = withKey((call) => onePage(shop.payments(), call));
  const get = withKey((call) => ok(shop.get(param(call, "payment_code"))));
  const cancel = withKey((call) => ok(shop.cancel(param(call, "payment_code"))));
  const match = withKey(async (call) => {
    const { mutation_id } = await matchBodyOf(call.request);
    const totpCode = call.request.headers.get("x-totp-code");
    return ok(shop.match(param(call, "payment_code"), totpCode, mutation_id));
  });
  const instructions = withKey((call) => ok(shop.instructionsOf(param(call, "channel_id"))));
  const missingChannel = withKey(() => {
    throw new Refusal("channel_id is required");
  });
  const mutations = withKey((call) => onePage(shop.mutations(isOnlyUnmatched(call)), call));
  const checkout: Answer = (call) => respond(() => ok(shop.checkout(param(call, "payment_id"))));
  return [
    http.get(at("/gateway/accounts"), accounts),
    http.post(at("/gateway/payments"), create),
    http.get(at("/gateway/payments"), list),
    http.get(at("/gateway/payments/:payment_code"), get),
    http.delete(at("/gateway/payments/:payment_code"), cancel),
    http.post(at("/gateway/payments/:payment_code/match"), match),
    http.get(at("/gateway/channels/:channel_id/instructions"), instructions),
    http.get(at("/gateway/channels//instructions"), missingChannel),
    http.get(at("/gateway/mutations"), mutations),
    http.get(at("/checkout/:payment_id"), checkout),
  ];
}

const param = ({ params }: Call, name: string): string => String(params[name]);

const queryOf = ({ request }: Call): URLSearchParams => new URL(request.url).searchParams;

function isOnlyUnmatched(call: Call): boolean {
  const value = queryOf(call).get("only_unmatched") ?? "false";
  if (value === "true" || value === "false") return value === "true";
  throw new Refusal("validation_error", { errors: { only_unmatched: "must be true or false" } });
}

async function bodyOf(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    throw new Refusal("invalid request body");
  }
}

/** The body is optional, and what is no object has another code here than on a create. */
async function matchBodyOf(request: Request): Promise<{ mutation_id?: unknown }> {
  const text = await request.text();
  try {
    const body: unknown = JSON.parse(text === "" ? "{}" : text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  } catch {
    // Refused below, like JSON that is no object.
  }
  throw new Refusal("bad_request");
}

async function respond(answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { status, headers, body } = error;
    return Response.json(body, { status, headers: { ...rateLimits(), ...headers } });
  }
}

const ok = (data: unknown): Response => succeed(200, "ok", { data });

const succeed = (status: number, message: string, content: object): Response =>
  Response.json({ success: true, message, ...content }, { status, headers: rateLimits() });

function onePage(items: readonly unknown[], call: Call): Response {
  const page = count(call, "page", 1);
  const per_page = Math.min(count(call, "per_page", 20), 100);
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

function count(call: Call, name: string, otherwise: number): number {
  const text = queryOf(call).get(name) ?? String(otherwise);
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= 1) return value;
  throw new Refusal("validation_error", { errors: { [name]: "must be a whole number from 1" } });
}

/** The fake counts nothing; the headers are there for code that reads them. */
const rateLimits = () => ({
  "x-ratelimit-limit": "3000",
  "x-ratelimit-remaining": "2999",
  "x-ratelimit-reset": "60",
  "x-request-id": crypto.randomUUID(),
});
