import { expect } from "vitest";
import {
  InvalidArgumentError,
  MatchOutcomeUnknownError,
  Tepat,
  TepatError,
  type CreatePayment,
  type CreateRefund,
} from "../../sdk/src/index.ts";
import type { Envelope, Request } from "./exchange.ts";

/**
 * Sends requests through the SDK, as merchants do. Tests get the response from the network. For every request, this
 * file checks that the SDK returned or threw the same.
 */

/** A request for the SDK. */
interface Asked {
  tepat: Tepat;
  /** The decoded parameter of the path; "" if there is none. */
  name: string;
  query: Record<string, number | boolean>;
  request: Request;
}

interface SdkCall {
  method: string;
  path: RegExp;
  /** Returns whether the SDK can send a request of this operation with this JSON. */
  takes?: (json: unknown) => boolean;
  /** Calls the SDK. Resolves with the part of the response to compare. */
  call(asked: Asked): Promise<Partial<Envelope>>;
}

const data = async (answer: Promise<unknown>) => ({ data: await answer });
const nothing = async (answer: Promise<object>) => {
  expect(await answer).toEqual({});
  return { data: null };
};

const calls: SdkCall[] = [
  {
    method: "GET",
    path: /^\/gateway\/accounts$/,
    call: ({ tepat }) => data(tepat.accounts.list()),
  },
  {
    method: "POST",
    path: /^\/gateway\/payments$/,
    takes: (json) => typeof json === "object" && json !== null && !Array.isArray(json),
    async call({ tepat, request }) {
      const { recovered, ...payment } = await tepat.payments.create(request.json as CreatePayment);
      expect(recovered).toBe(false);
      return { data: payment };
    },
  },
  {
    method: "GET",
    path: /^\/gateway\/payments$/,
    call: ({ tepat, query }) => tepat.payments.list(query),
  },
  {
    method: "GET",
    path: /^\/gateway\/payments\/([^/]+)$/,
    call: ({ tepat, name }) => data(tepat.payments.get(name)),
  },
  {
    method: "DELETE",
    path: /^\/gateway\/payments\/([^/]+)$/,
    call: ({ tepat, name }) => nothing(tepat.payments.cancel(name)),
  },
  {
    method: "POST",
    path: /^\/gateway\/payments\/([^/]+)\/match$/,
    takes: (json) => json === undefined || Object.keys(json as object).join() === "mutation_id",
    call({ tepat, name, request: { headers = {}, json } }) {
      const { mutation_id } = (json ?? {}) as { mutation_id?: string };
      const totpCode = headers["x-totp-code"] ?? "";
      return nothing(tepat.payments.match(name, { totpCode, mutation_id }));
    },
  },
  {
    method: "POST",
    path: /^\/gateway\/payments\/([^/]+)\/refunds$/,
    takes: (json) => typeof json === "object" && json !== null && !Array.isArray(json),
    call: ({ tepat, name, request }) =>
      data(tepat.refunds.create(name, request.json as CreateRefund)),
  },
  {
    method: "GET",
    path: /^\/gateway\/payments\/([^/]+)\/refunds$/,
    call: ({ tepat, name, query }) => tepat.refunds.list({ ...query, payment_code: name }),
  },
  {
    method: "GET",
    path: /^\/gateway\/refunds$/,
    call: ({ tepat, query }) => tepat.refunds.list(query),
  },
  {
    method: "GET",
    path: /^\/gateway\/events$/,
    call: ({ tepat, query }) => tepat.events.list(query),
  },
  {
    method: "GET",
    path: /^\/gateway\/events\/([^/]+)\/deliveries$/,
    call: ({ tepat, name }) => data(tepat.events.deliveries(name)),
  },
  {
    method: "POST",
    path: /^\/gateway\/events\/([^/]+)\/resend$/,
    call: ({ tepat, name }) => data(tepat.events.resend(name)),
  },
  {
    method: "GET",
    path: /^\/gateway\/channels\/([^/]+)\/instructions$/,
    call: ({ tepat, name }) => data(tepat.channels.instructions(name)),
  },
  {
    method: "GET",
    path: /^\/gateway\/mutations$/,
    call: ({ tepat, query }) => tepat.mutations.list(query),
  },
  {
    method: "GET",
    path: /^\/checkout\/([^/]+)$/,
    call: ({ tepat, name }) => data(tepat.checkout.get(name)),
  },
];

/**
 * Sends a request through the SDK. Returns undefined and sends nothing if the SDK cannot send the request, for example
 * because it is malformed.
 */
export async function sendThroughSdk(
  request: Request,
  base_url: string,
): Promise<Response | undefined> {
  const [pathname = "", search = ""] = request.path.split("?");
  const found = calls.find(({ method, path }) => method === request.method && path.test(pathname));
  const name = nameIn(pathname, found);
  const query = queryOf(search);
  if (!found || name === undefined || !query || !isPlain(request, found)) return undefined;
  const answers: Response[] = [];
  try {
    const tepat = new Tepat({
      apiKey: request.headers?.["x-api-key"] ?? null,
      baseUrl: base_url,
      maxRetries: 0,
      async fetch(url, init) {
        const answer = await fetch(url, init);
        answers.push(answer.clone());
        return answer;
      },
    });
    const outcome = await found.call({ tepat, name, query, request });
    return await agreeing(answers[0], { success: true, ...outcome });
  } catch (error) {
    if (error instanceof InvalidArgumentError && answers.length === 0) return undefined;
    if (!(error instanceof TepatError)) throw error;
    const refusal = error instanceof MatchOutcomeUnknownError ? (error.cause as TepatError) : error;
    const { code, message, errors } = refusal;
    expect(refusal.status).toBe(answers[0]?.status);
    return agreeing(answers[0], { success: false, code, message, ...(errors && { errors }) });
  }
}

/** Returns the response if the SDK reported the same. */
async function agreeing(
  answer: Response | undefined,
  outcome: Partial<Envelope>,
): Promise<Response> {
  if (!answer) throw new Error("the SDK told of an answer that it has not got");
  expect(await answer.clone().json()).toMatchObject(outcome);
  return answer;
}

/**
 * Returns the decoded parameter, or undefined if the path is not percent-encoded as the SDK would
 * do it.
 */
function nameIn(pathname: string, found: SdkCall | undefined): string | undefined {
  const [, segment = ""] = found?.path.exec(pathname) ?? [];
  try {
    const name = decodeURIComponent(segment);
    return encodeURIComponent(name) === segment ? name : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the parsed query. Returns undefined for unpublished names, values of another type, and
 * repeated parameters.
 */
function queryOf(search: string): Asked["query"] | undefined {
  const pairs = search === "" ? [] : search.split("&").map((pair) => pair.split("="));
  const query: Asked["query"] = {};
  for (const [name = "", text = ""] of pairs) {
    // The SDK always requests metadata.
    if (name === "include" && text === "metadata") continue;
    const value = name === "only_unmatched" ? text === "true" : Number(text);
    if (!/^(page|per_page|only_unmatched)$/.test(name) || name in query) return undefined;
    if (String(value) !== text) return undefined;
    query[name] = value;
  }
  return query;
}

/** Returns whether the request has only the headers and the body that the SDK sends. */
function isPlain({ path, headers = {}, json, body }: Request, { takes }: SdkCall): boolean {
  const needed = path.startsWith("/checkout/") ? [] : ["x-api-key"];
  const optional = path.endsWith("/match") ? ["x-totp-code"] : [];
  const names = Object.keys(headers);
  return (
    body === undefined &&
    needed.every((name) => names.includes(name)) &&
    names.every((name) => [...needed, ...optional].includes(name)) &&
    (takes ? takes(json) : json === undefined)
  );
}
