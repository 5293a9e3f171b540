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
 * Faults of a gateway, one each, that a proxy can give to a faultless one. Most are made from the document, so a new
 * field, refusal, header or rule brings its fault along, and the proof fails until a test notices it.
 */
export interface Fault {
  name: string;
  ask?: (asked: Asked) => Asked;
  change?: (passed: Passed, asked: Asked) => Passed;
}

type Json = Record<string, unknown>;

/** Every fault asks it of every request, so the paths are made into patterns once. */
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

/** Changes the JSON of an operation's successful answers. */
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

/** Another value of the same schema. */
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

/** Every field at any depth. `*` stands for the items of a list. */
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

/** A refusal that has another code, or is none. */
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

/** The same body without what breaks the rule. */
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

/** A gateway that has forgotten a rule of a body carries the request out. */
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
    // A real match would cost one of the merchant's five guesses.
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

/** What the document says in words, or with two fields at once. */
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
  ...["listPayments", "listMutations", "listRefunds"].flatMap((operationId) => [
    {
      name: `${operationId}: the oldest comes first`,
      change: ofAnswers(operationId, (body) => ({
        ...body,
        data: (body["data"] as unknown[]).toReversed(),
      })),
    },
    {
      name: `${operationId}: page 2 is page 1`,
      ask: forQuery(operationId, (query) => query.replace("page=2", "page=1")),
      change: ofAnswers(operationId, (body, { path }) => ({
        ...body,
        pagination: {
          ...(body["pagination"] as Json),
          ...(path.includes("page=1") && { current_page: 2 }),
        },
      })),
    },
    ...["since", "until", "updated_since", "cursor"].map((field) => ({
      name: `${operationId}: ${field} is forgotten`,
      // A gateway that does not know the field answers as if it were the list by time of all.
      ask: forQuery(operationId, (query) =>
        query.replace(new RegExp(`\\b(?<!_)${field}=[^&]*`), "since=2020-01-01T00:00:00Z"),
      ),
    })),
    {
      name: `${operationId}: next_cursor is left out`,
      change: ofAnswers(operationId, (body) => {
        const { next_cursor: _, ...pagination } = body["pagination"] as Json;
        return { ...body, pagination };
      }),
    },
    {
      name: `${operationId}: 20 a page is not the default`,
      ask: forQuery(operationId, (query) =>
        query.includes("per_page") ? query : `${query}&per_page=10`,
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
  ...["since", "until", "refund_status"].map((parameter) => ({
    name: `listRefunds: ${parameter} is forgotten`,
    ask: forQuery("listRefunds", (query) => query.replace(`${parameter}=`, "ignored=")),
  })),
  {
    name: "listPaymentRefunds: refunds of other invoices are among them",
    ask: (asked) =>
      operationOf(asked) === "listPaymentRefunds"
        ? { ...asked, path: asked.path.replace(/^[^?]*/, "/gateway/refunds") }
        : asked,
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

/** Takes a deadline of the last ten seconds for one in the future. */
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

/** The faults whose names contain the text; all for an empty one. */
export const faultsOf = (account_id: string, only: string): Fault[] =>
  [...ofFields, ...ofRefusals, ...ofBodyRules(account_id), ...ofQueryRules, ...ofWords].filter(
    ({ name }) => name.includes(only),
  );
