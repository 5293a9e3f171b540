import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Asked, Passed } from "../support/proxy.ts";
import { documentedAnswers, publishedOperations, resolveSchema } from "../support/documents.ts";
import type { Schema } from "../support/closed-schemas.ts";
import {
  bodyRules,
  queryRules,
  valueAt,
  withValue,
  type Rule,
  type Rules,
} from "./document-rules.ts";

/**
 * The faults that a proxy can add to a faultless gateway, one at a time. Most are derived from the document, so a
 * new field, refusal, header or rule adds its fault. The proof then fails until a test detects the fault.
 */
export interface Fault {
  name: string;
  ask?: (asked: Asked) => Asked;
  change?: (passed: Passed, asked: Asked) => Passed;
}

type Json = Record<string, unknown>;

/**
 * The patterns of the paths. They are compiled once, because every fault matches every request
 * against them.
 */
const routes = publishedOperations.map(({ operationId, method, path }) => ({
  operationId,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]*")}$`),
}));

const operationOf = ({ method, path }: Asked): string | undefined => {
  const [pathname = ""] = path.split("?");
  return routes.find((route) => route.method === method && route.pattern.test(pathname))
    ?.operationId;
};

const isSuccess = ({ status }: Passed) => status >= 200 && status < 300;

/** Changes the JSON of an operation's successful responses. */
const ofAnswers =
  (operationId: string, change: (body: Json, asked: Asked) => Json) =>
  (passed: Passed, asked: Asked): Passed => {
    if (operationOf(asked) !== operationId || !isSuccess(passed) || passed.body === "")
      return passed;
    const body = JSON.stringify(change(JSON.parse(passed.body) as Json, asked));
    return { ...passed, body };
  };

const without = (record: Passed["headers"], name: string): Passed["headers"] =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));

/** Returns another value of the same schema. */
function otherValue(value: unknown, schema: Rules): unknown {
  const choices = (schema.enum ?? []).filter((one) => one !== null);
  if (choices.length > 0) return choices.find((one) => one !== value);
  const types = new Set([schema.type].flat());
  if (types.has("boolean")) return value !== true;
  if (types.has("integer")) {
    const number = Number(value ?? 0);
    return number + 1 <= (schema.maximum ?? Infinity) ? number + 1 : number - 1;
  }
  if (schema.format === "uuid") return "01920f4e-7c1a-7b3e-9a77-1f2e3d4c5b6a";
  if (schema.format === "date-time") {
    const time = typeof value === "string" ? value : "2026-01-01";
    return new Date(Date.parse(time) + 3_600_000).toISOString();
  }
  if (types.has("array")) return [];
  return `${typeof value === "string" ? value : ""}x`;
}

interface Leaf {
  path: readonly string[];
  schema: Rules;
}

/** Returns every field at any depth. `*` stands for the items of a list. */
function leavesOf(reference: Schema, path: readonly string[] = []): Leaf[] {
  const schema = resolveSchema(reference) as Rules;
  if (schema.items && [schema.type].flat().includes("array")) {
    const self = path.length === 0 || path.at(-1) === "*" ? [] : [{ path, schema }];
    return [...self, ...leavesOf(schema.items, [...path, "*"])];
  }
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return [{ path, schema }];
  return fields.flatMap(([name, field]) => leavesOf(field, [...path, name]));
}

function changeAt(
  value: unknown,
  [name, ...inside]: readonly string[],
  change: (old: unknown) => unknown,
): unknown {
  if (name === undefined) return change(value);
  if (name === "*") {
    return Array.isArray(value) ? value.map((item) => changeAt(item, inside, change)) : value;
  }
  if (typeof value !== "object" || value === null || !(name in value)) return value;
  return { ...value, [name]: changeAt((value as Json)[name], inside, change) };
}

const answers = documentedAnswers.filter(({ path }) => /^\/(gateway|checkout)\//.test(path));

const ofFields: Fault[] = answers.flatMap(({ operationId, data, isPage }) => {
  const leaves = leavesOf(data).filter(({ path }) => path.length > 0);
  const ofPage = isPage ? ["total", "count", "per_page", "current_page", "total_pages"] : [];
  return [
    ...leaves.map(({ path, schema }) => ({
      name: `${operationId}: ${path.join(".")} has another value`,
      change: ofAnswers(operationId, (body) => ({
        ...body,
        data: changeAt(body["data"], path, (old) => otherValue(old, schema)),
      })),
    })),
    ...leaves.slice(0, 1).map(({ path }) => ({
      name: `${operationId}: ${path.join(".")} is left out`,
      change: ofAnswers(operationId, (body) => ({
        ...body,
        data: changeAt(body["data"], path.slice(0, -1), (holder) => {
          const { [path.at(-1) ?? ""]: _, ...others } = holder as Json;
          return others;
        }),
      })),
    })),
    ...ofPage.map((field) => ({
      name: `${operationId}: pagination.${field} has another value`,
      change: ofAnswers(operationId, (body) => ({
        ...body,
        pagination: changeAt(body["pagination"], [field], (old) => Number(old) + 1),
      })),
    })),
    {
      name: `${operationId}: message has another value`,
      change: ofAnswers(operationId, (body) => ({ ...body, message: "done" })),
    },
    ...["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].map((header) => ({
      name: `${operationId}: ${header} is left out`,
      change: (passed: Passed, asked: Asked) =>
        operationOf(asked) === operationId
          ? { ...passed, headers: without(passed.headers, header) }
          : passed,
    })),
  ];
});

/** Replaces a refusal's code, or turns the refusal into a success. */
const ofRefusals: Fault[] = publishedOperations
  .filter(({ path }) => /^\/(gateway|checkout)\//.test(path))
  .flatMap(({ operationId, refusals }) =>
    refusals.map(({ status, code }) => ({
      name: `${operationId}: ${status} ${code} is another refusal`,
      change(passed: Passed, asked: Asked): Passed {
        if (operationOf(asked) !== operationId || passed.status !== status) return passed;
        const body = JSON.parse(passed.body || "{}") as Json;
        if (body["code"] !== code) return passed;
        return {
          ...passed,
          status: 500,
          body: JSON.stringify({ success: false, code: "internal_error", message: "It failed." }),
        };
      },
    })),
  );

/** Returns the same body without the value that breaks the rule. */
function repaired(body: Json, { place, name }: Rule, account_id: string): Json {
  if (name.endsWith(" not")) return { ...body, customer_phone: "0812" };
  if (name.endsWith(" maxItems")) return { ...body, customer_orders: null };
  const sum = body["payment_amount"];
  const item = { name: "Uji", price: sum, subtotal: sum, quantity: 1 };
  const right: Json = {
    ...item,
    account_id,
    payment_code: `contract-test-${randomUUID()}`,
    payment_amount: (body["customer_orders"] as Json[] | undefined)?.[0]?.["price"],
    customer_name: "Contract Test",
  };
  return withValue(body, place, right[String(place.at(-1))] ?? null) as Json;
}

/** Imitates a gateway that ignores a rule of a body and carries the request out. */
const ofBodyRules = (account_id: string): Fault[] =>
  bodyRules.map((rule) => {
    const isBroken = (asked: Asked) =>
      operationOf(asked) === rule.operationId && breaksRule(parsed(asked.body) ?? {}, rule);
    const named = { name: `${rule.name} is forgotten` };
    if (rule.operationId === "createPayment") {
      const ask = (asked: Asked) =>
        isBroken(asked) ? withBody(asked, (body) => repaired(body, rule, account_id)) : asked;
      return { ...named, ask };
    }
    // A real match would use one of the merchant's five guesses.
    const body = JSON.stringify({ success: true, message: "ok", data: null });
    const change = (passed: Passed, asked: Asked) =>
      isBroken(asked) ? { ...passed, status: 200, body } : passed;
    return { ...named, change };
  });

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

const breaksRule = (sent: Json, { place, wrong, name }: Rule): boolean => {
  if (name.endsWith(" not")) return sent["customer_email"] === "" && sent["customer_phone"] === " ";
  if (valueAt(sent, place.slice(0, -1)) === undefined) return false;
  const value = valueAt(sent, place);
  if (name.endsWith(" maxItems")) return Array.isArray(value) && value.length === wrong;
  return isDeepStrictEqual(value, wrong);
};

const ofQueryRules: Fault[] = queryRules.map(({ name, operationId, field, wrong }) => ({
  name: `${name} is forgotten`,
  ask: (asked) =>
    operationOf(asked) === operationId
      ? { ...asked, path: asked.path.replace(`${field}=${String(wrong)}`, "ignored=1") }
      : asked,
}));

const lists = publishedOperations.filter(
  ({ path, query }) => path.startsWith("/gateway/") && "per_page" in query,
);

/**
 * Imitates a gateway that does not know a field of a list by time. It responds with the whole list by time.
 */
const otherListOf = (query: object): string =>
  "page" in query && "cursor" in query ? "since=2020-01-01T00:00:00Z" : "ignored=1";

const ofItems = (operationId: string, change: (items: Json[]) => Json[]) =>
  ofAnswers(operationId, (body) => ({ ...body, data: change(body["data"] as Json[]) }));

const secondPageIsFirst = (operationId: string): Fault => ({
  name: `${operationId}: page 2 is page 1`,
  ask: forQuery(operationId, (query) => query.replace("page=2", "page=1")),
  change: ofAnswers(operationId, (body, { path }) => ({
    ...body,
    pagination: {
      ...(body["pagination"] as Json),
      ...(path.includes("page=1") && { current_page: 2 }),
    },
  })),
});

const withoutNextCursor = (operationId: string): Fault => ({
  name: `${operationId}: next_cursor is left out`,
  change: ofAnswers(operationId, (body) => {
    const { next_cursor: _, ...pagination } = body["pagination"] as Json;
    return { ...body, pagination };
  }),
});

/** Changes a refund in every response that contains one. */
const ofRefunds =
  (change: (refund: Json) => Json) =>
  (passed: Passed, asked: Asked): Passed => {
    const one = ofAnswers("createRefund", (body) => ofData(body, change));
    const first = one(passed, asked);
    return ["listRefunds", "listPaymentRefunds"].reduce(
      (changed, operationId) =>
        ofItems(operationId, (refunds) => refunds.map(change))(changed, asked),
      first,
    );
  };

/** Changes the bodies of listed events. */
const ofEvents = (change: (data: Json) => Json) =>
  ofItems("listEvents", (events) =>
    events.map(({ body, ...event }) => ({ ...event, body: ofData(body as Json, change) })),
  );

/** Rules that the document states in words, or for two fields together. */
const ofWords: Fault[] = [
  {
    name: "createPayment: unique amount and total are swapped",
    change: ofAnswers("createPayment", (body) => swapped(body, "payment_unique", "payment_total")),
  },
  {
    name: "createPayment: the deadline is taken though it has just passed",
    ask: (asked) => withBody(asked, (body) => laterDeadline(body)),
  },
  {
    name: "getCheckout: the redirect loses its own query",
    change: ofAnswers("getCheckout", (body) =>
      ofData(body, ({ redirect_url, ...view }) => ({
        ...view,
        redirect_url:
          typeof redirect_url === "string"
            ? redirect_url.replace(/\?.*payment_code/, "?payment_code")
            : null,
      })),
    ),
  },
  ...["EXPIRED", "CANCELLED"].map((status) => ({
    name: `getCheckout: an invoice that is ${status} shows its account`,
    change: ofAnswers("getCheckout", (body) =>
      ofData(body, (view) =>
        view["status"] === status ? { ...view, account_number: "1234567890" } : view,
      ),
    ),
  })),
  ...lists.flatMap(({ operationId, query }): Fault[] => [
    {
      name: `${operationId}: the order is turned round`,
      change: ofItems(operationId, (items) => items.toReversed()),
    },
    {
      name: `${operationId}: the first is missing`,
      change: ofAnswers(operationId, (body) => {
        const data = (body["data"] as Json[]).slice(1);
        return {
          ...body,
          data,
          pagination: { ...(body["pagination"] as Json), count: data.length },
        };
      }),
    },
    {
      name: `${operationId}: 20 a page is not the default`,
      ask: forQuery(operationId, (asked) =>
        asked.includes("per_page") ? asked : `${asked}&per_page=10`,
      ),
    },
    {
      name: `${operationId}: 100 a page is not the most`,
      change: ofAnswers(operationId, (body, { path }) =>
        path.includes("per_page=101")
          ? { ...body, pagination: { ...(body["pagination"] as Json), per_page: 101 } }
          : body,
      ),
    },
    ...("page" in query ? [secondPageIsFirst(operationId)] : []),
    ...("cursor" in query ? [withoutNextCursor(operationId)] : []),
    ...["since", "until", "updated_since", "cursor", "event_type", "refund_status"]
      .filter((field) => field in query)
      .map((field) => ({
        name: `${operationId}: ${field} is forgotten`,
        ask: forQuery(operationId, (asked) =>
          asked.replace(new RegExp(`\\b(?<!_)${field}=[^&]*`), otherListOf(query)),
        ),
      })),
  ]),
  {
    name: "listPayments: CANCELLED invoices are missing",
    change: ofAnswers("listPayments", (body) => ({
      ...body,
      data: (body["data"] as Json[]).filter((one) => one["payment_status"] !== "CANCELLED"),
    })),
  },
  ...["getPayment", "listPayments"].flatMap((operationId) => [
    {
      name: `${operationId}: metadata is told to those who did not ask`,
      ask: forQuery(operationId, (query) => `${query.replace("include=", "")}&include=metadata`),
    },
    {
      name: `${operationId}: include is forgotten`,
      ask: forQuery(operationId, (query) => query.replace("include=metadata", "")),
    },
  ]),
  {
    name: "listPaymentRefunds: refunds of other invoices are among them",
    ask: (asked) =>
      operationOf(asked) === "listPaymentRefunds"
        ? { ...asked, path: asked.path.replace(/^[^?]*/, "/gateway/refunds") }
        : asked,
  },
  {
    name: "listRefunds: OWED stands for SENT",
    ask: forQuery("listRefunds", (query) =>
      query.replace(/=(OWED|SENT)/, (_, status) => (status === "OWED" ? "=SENT" : "=OWED")),
    ),
  },
  ...[
    { how: "the sign of a repeat is not the reference", mark: () => `#${randomUUID()}` },
    {
      how: "a reference counts for its invoice alone",
      mark: (asked: Asked) => `#${invoiceOf(asked)}`,
    },
  ].map(({ how, mark }) => ({
    name: `createRefund: ${how}`,
    ask: withRefund((refund, asked) => ({
      ...refund,
      reference: `${String(refund["reference"])}${mark(asked)}`,
    })),
    change: ofRefunds((refund) => ({
      ...refund,
      reference: String(refund["reference"]).replace(/#.*/, ""),
    })),
  })),
  {
    name: "createRefund: the reason of a repeat replaces the first",
    change: ofAnswers("createRefund", (body, { body: sent }) =>
      ofData(body, (refund) => ({ ...refund, reason: parsed(sent)?.["reason"] })),
    ),
  },
  {
    name: "createRefund: the last rupiah cannot be refunded",
    ask: withRefund((refund) => ({ ...refund, amount: Number(refund["amount"]) + 1 })),
    change: ofRefunds((refund) => ({ ...refund, amount: Number(refund["amount"]) - 1 })),
  },
  {
    name: "createRefund: more than what came in is recorded",
    change: (passed, asked) =>
      operationOf(asked) === "createRefund" && passed.body.includes("refund_exceeds_received")
        ? { ...passed, status: 201, body: JSON.stringify(madeUpRefund(asked)) }
        : passed,
  },
  {
    name: "createRefund: recorded_refund_id is forgotten",
    ask: withRefund((refund) => ({ ...refund, recorded_refund_id: undefined })),
  },
  {
    name: "createRefund: the invoice does not stay PAID",
    change(passed, asked) {
      if (operationOf(asked) === "createRefund" && isSuccess(passed))
        refunded.add(invoiceOf(asked));
      return ofAnswers("getPayment", (body) =>
        ofData(body, (payment) =>
          refunded.has(invoiceOf(asked)) ? { ...payment, payment_status: "CANCELLED" } : payment,
        ),
      )(passed, asked);
    },
  },
  ...[
    { field: "amount", change: ofEvents((data) => ({ ...data, payment_total: 1 })) },
    { field: "invoice", change: ofEvents((data) => ({ ...data, payment_code: "another" })) },
  ].map(({ field, change }) => ({ name: `listEvents: the body has another ${field}`, change })),
  {
    name: "listEvents: payment.paid stands for payment.expired",
    ask: forQuery("listEvents", (query) => query.replace("payment.paid", "payment.expired")),
  },
  {
    name: "listEventDeliveries: there is none",
    change: ofItems("listEventDeliveries", () => []),
  },
  {
    name: "resendEvent: nothing is sent",
    ask: (asked) =>
      operationOf(asked) === "resendEvent"
        ? { ...asked, method: "GET", path: asked.path.replace("/resend", "/deliveries"), body: "" }
        : asked,
    change: (passed, asked) =>
      operationOf(asked) === "listEventDeliveries" &&
      isSuccess(passed) &&
      asked.headers["content-type"]
        ? { ...passed, body: JSON.stringify(ofFirst(parsed(passed.body) ?? {})) }
        : passed,
  },
  {
    name: "cancelPayment: nothing is cancelled",
    ask: (asked) => (operationOf(asked) === "cancelPayment" ? { ...asked, method: "GET" } : asked),
  },
  {
    name: "every operation: the limits do not count",
    change: (passed) => ({
      ...passed,
      headers: {
        ...passed.headers,
        ...(passed.headers["x-ratelimit-remaining"] && { "x-ratelimit-remaining": "599" }),
      },
    }),
  },
  {
    name: "every operation: Retry comes in ten minutes",
    change: (passed) => ({
      ...passed,
      headers: {
        ...passed.headers,
        ...(passed.headers["x-ratelimit-reset"] && { "x-ratelimit-reset": "600" }),
      },
    }),
  },
  {
    name: "every operation: answers may be kept by caches",
    change: (passed) => ({
      ...passed,
      headers: { ...passed.headers, "cache-control": "max-age=60" },
    }),
  },
];

const ofData = (body: Json, change: (data: Json) => Json): Json => ({
  ...body,
  data: change(body["data"] as Json),
});

const swapped = (body: Json, one: string, other: string): Json =>
  ofData(body, (data) => ({ ...data, [one]: data[other], [other]: data[one] }));

function withBody(asked: Asked, change: (body: Json) => Json): Asked {
  const body = operationOf(asked) === "createPayment" ? parsed(asked.body) : undefined;
  return body ? { ...asked, body: JSON.stringify(change(body)) } : asked;
}

/** Changes a request that records a refund. */
function withRefund(change: (refund: Json, asked: Asked) => Json) {
  return (asked: Asked): Asked => {
    const refund = operationOf(asked) === "createRefund" ? parsed(asked.body) : undefined;
    // Requests that break a rule of the body have their own faults.
    const isRight =
      String(refund?.["reference"]).startsWith("contract-test") && Number(refund?.["amount"]) >= 1;
    if (!refund || !isRight) return asked;
    return { ...asked, body: JSON.stringify(change(refund, asked)) };
  };
}

/** Returns the payment code in a path, percent-encoded. */
const invoiceOf = ({ path }: Asked): string => path.split(/[/?]/)[3] ?? "";

/** Invoices that have refunds. */
const refunded = new Set<string>();

function madeUpRefund(asked: Asked): Json {
  const { reference, amount, reason } = parsed(asked.body) ?? {};
  const data = {
    refund_id: randomUUID(),
    payment_code: decodeURIComponent(invoiceOf(asked)),
    reference,
    amount,
    surplus_amount: 0,
    reason,
    refund_status: "OWED",
    sent_at: null,
    sent_to: null,
    created_at: new Date().toISOString(),
  };
  return { success: true, message: "created", data };
}

const ofFirst = (body: Json): Json => ({ ...body, data: (body["data"] as Json[])[0] });

/** Accepts a deadline of the last ten seconds as one in the future. */
function laterDeadline(body: Json): Json {
  const late = Date.now() - Date.parse(String(body["payment_expired_at"]));
  if (!(late > 0 && late < 10_000)) return body;
  return { ...body, payment_expired_at: new Date(Date.now() + 60_000).toISOString() };
}

function forQuery(operationId: string, change: (query: string) => string) {
  return (asked: Asked): Asked => {
    if (operationOf(asked) !== operationId) return asked;
    const [pathname = "", query = ""] = asked.path.split("?");
    return { ...asked, path: `${pathname}?${change(query)}` };
  };
}

/** Returns the faults whose names contain the text; all for an empty text. */
export const faultsOf = (account_id: string, only: string): Fault[] =>
  [...ofFields, ...ofRefusals, ...ofBodyRules(account_id), ...ofQueryRules, ...ofWords].filter(
    ({ name }) => name.includes(only),
  );
