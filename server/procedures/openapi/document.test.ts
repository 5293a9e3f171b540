import { webhookSchemas, type WebhookEventType } from "../../contract/webhook-event.ts";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import type { oas31 } from "zod-openapi";
import {
  dashboardOperations,
  merchantOperations,
  mutationReasonOperations,
  workerOperations,
} from "../../contract/index.ts";
import { readDocument } from "../../../contract-tests/support/published-document.ts";
import { dynamicQris } from "../../domain/accounts/qris.ts";
import { dashboardExamples } from "./dashboard/index.ts";
import { internalDocument } from "./internal.ts";
import { merchantExamples } from "./merchant-examples.ts";
import { merchantDocument } from "./merchant.ts";
import { workerExamples } from "./worker-examples.ts";

const root = join(import.meta.dirname, "../../..");
const merchant = merchantDocument();
const internal = internalDocument();
const documents = [
  { name: "openapi.json", api: "merchant", document: merchant },
  { name: "internal.json", api: "internal", document: internal },
];

interface Operation extends oas31.OperationObject {
  title: string;
  parameters?: oas31.ParameterObject[];
  responses: Record<string, oas31.ResponseObject>;
}

function operationsOf({ paths = {} }: oas31.OpenAPIObject): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...(operation as Operation),
      title: `${method.toUpperCase()} ${path}`,
    })),
  );
}

function operation(document: oas31.OpenAPIObject, title: string): Operation {
  const found = operationsOf(document).find((candidate) => candidate.title === title);
  if (!found) throw new Error(`no ${title}`);
  return found;
}

const schema = (name: string) => merchant.components?.schemas?.[name] as oas31.SchemaObject;

/** Yields `part` and every object inside it, with its place. */
function* objectsIn(part: unknown, place = ""): Generator<{ place: string; object: object }> {
  if (typeof part !== "object" || part === null) return;
  yield { place, object: part };
  for (const [key, value] of Object.entries(part)) yield* objectsIn(value, `${place}/${key}`);
}

/** Returns every code that a response's schema allows. */
function codesOf(response: oas31.ResponseObject | undefined): string[] {
  const codes: string[] = [];
  for (const { object } of objectsIn(response?.content?.["application/json"]?.schema)) {
    const { properties, $ref } = object as oas31.SchemaObject;
    const code = properties?.code as oas31.SchemaObject | undefined;
    codes.push(...(code?.enum ?? []));
    if ($ref?.endsWith("/ValidationErrorEnvelope")) codes.push("validation_error");
  }
  return codes.toSorted();
}

describe("the merchant's document", () => {
  /**
   * Written manually from sections 4 and 7 of the specification, so that a slip in the contract is noticed. 429
   * `rate_limited` and 500 `internal_error` belong to every operation.
   */
  const published: Record<string, Record<number, string[]>> = {
    "GET /gateway/accounts": { 200: [], 401: ["tenant_api_key_required"] },
    "POST /gateway/payments": {
      201: [],
      400: ["bad_request", "invalid request body", "invalid_expired_at", "validation_error"],
      403: ["account_not_owned", "no_active_quota", "tenant_api_key_required"],
      409: ["payment_code_conflict", "unique_amount_conflict"],
      413: ["bad_request"],
      415: ["bad_request"],
    },
    "GET /gateway/payments": {
      200: [],
      400: ["validation_error"],
      403: ["tenant_api_key_required"],
    },
    "GET /gateway/payments/{payment_code}": {
      200: [],
      400: ["validation_error"],
      403: ["tenant_api_key_required"],
      404: ["not_found"],
    },
    "DELETE /gateway/payments/{payment_code}": {
      200: [],
      403: ["tenant_api_key_required"],
      404: ["payment_not_cancellable"],
    },
    "POST /gateway/payments/{payment_code}/match": {
      200: [],
      400: [
        "X-Totp-Code header is required",
        "bad_request",
        "invalid totp code",
        "validation_error",
      ],
      403: ["tenant_api_key_required", "totp_not_enabled"],
      404: ["not_found"],
      413: ["bad_request"],
      415: ["bad_request"],
    },
    "GET /gateway/channels/{channel_id}/instructions": {
      200: [],
      400: ["bad_request", "channel_id is required"],
      403: ["tenant_api_key_required"],
      404: ["not_found"],
    },
    "GET /gateway/mutations": {
      200: [],
      400: ["validation_error"],
      403: ["tenant_api_key_required"],
    },
    "GET /checkout/{payment_id}": { 200: [], 303: [], 404: ["not_found"] },
  };

  /** Operations beyond the specification, with their own codes. */
  const added: typeof published = {
    "GET /gateway/events": {
      200: [],
      400: ["validation_error"],
      403: ["tenant_api_key_required"],
    },
    "GET /gateway/events/{event_id}/deliveries": {
      200: [],
      403: ["tenant_api_key_required"],
      404: ["not_found"],
    },
    "POST /gateway/events/{event_id}/resend": {
      200: [],
      400: ["bad_request"],
      403: ["tenant_api_key_required"],
      404: ["not_found"],
      409: ["conflict"],
      413: ["bad_request"],
      415: ["bad_request"],
    },
    "POST /gateway/payments/{payment_code}/refunds": {
      201: [],
      400: ["bad_request", "validation_error"],
      403: ["tenant_api_key_required"],
      404: ["not_found"],
      409: ["conflict", "refund_exceeds_received", "refund_reference_conflict"],
      413: ["bad_request"],
      415: ["bad_request"],
    },
    "GET /gateway/payments/{payment_code}/refunds": {
      200: [],
      400: ["validation_error"],
      403: ["tenant_api_key_required"],
      404: ["not_found"],
    },
    "GET /gateway/refunds": {
      200: [],
      400: ["validation_error"],
      403: ["tenant_api_key_required"],
    },
  };

  test("names the eighteen codes of the specification, the reserved one, and those of other operations", () => {
    const schema = merchant.components?.schemas?.["ErrorCode"] as oas31.SchemaObject;
    const own = ["conflict", "refund_exceeds_received", "refund_reference_conflict"];
    expect(schema.enum).toEqual(expect.arrayContaining(own));
    expect(schema.enum?.filter((code) => !own.includes(code as string)).toSorted()).toEqual([
      "X-Totp-Code header is required",
      "account_not_owned",
      "bad_request",
      "channel_id is required",
      "internal_error",
      "invalid request body",
      "invalid totp code",
      "invalid_expired_at",
      "no_active_quota",
      "not_found",
      "payment_code_conflict",
      "payment_not_cancellable",
      "rate_limited",
      "tenant_api_key_required",
      "totp_not_enabled",
      "unauthorized",
      "unique_amount_conflict",
      "validation_error",
    ]);
    expect(schema.description).toContain("`unauthorized` is reserved");
  });

  test("states the order of the checks of each operation", () => {
    const text = merchant.info.description ?? "";
    for (const title of Object.keys({ ...published, ...added }))
      expect(text).toContain(`| \`${title}\` | `);
    expect(text).toContain(
      "| `POST /gateway/payments/{payment_code}/match` | `tenant_api_key_required` → `rate_limited` → `X-Totp-Code header is required` → `bad_request` → `validation_error` → `totp_not_enabled` → `invalid totp code` → `not_found` |",
    );
    expect(text).toContain(
      "`invalid request body` → `validation_error` → `invalid_expired_at` → `account_not_owned` → `no_active_quota` → `payment_code_conflict` → `unique_amount_conflict` |",
    );
  });

  test("has the nine operations of the specification, and those that Tepat adds", () => {
    const titles = operationsOf(merchant).map(({ title }) => title);
    expect(titles.toSorted()).toEqual(Object.keys({ ...published, ...added }).toSorted());
  });

  test.each(Object.entries({ ...published, ...added }))(
    "lists every status and code of %s",
    (title, answers) => {
      const { responses } = operation(merchant, title);
      const documented = Object.entries(responses).map(([status, response]) => [
        status,
        codesOf(response),
      ]);
      expect(Object.fromEntries(documented)).toEqual({
        ...answers,
        429: ["rate_limited"],
        500: ["internal_error"],
      });
    },
  );

  test("has 201 and created for create, and 200 and ok for the rest", () => {
    expect(schema("CreatedEnvelope").properties?.message).toMatchObject({ const: "created" });
    expect(schema("SuccessEnvelope").properties?.message).toMatchObject({ const: "ok" });
    expect(operation(merchant, "POST /gateway/payments").responses[201]).toMatchObject({
      content: {
        "application/json": {
          schema: {
            allOf: [
              { $ref: "#/components/schemas/CreatedEnvelope" },
              { properties: { data: { $ref: "#/components/schemas/Payment" } } },
            ],
          },
        },
      },
    });
  });

  test("paginates both lists", () => {
    expect(schema("PaginatedEnvelope").required).toContain("pagination");
    for (const title of ["GET /gateway/payments", "GET /gateway/mutations"]) {
      const { content } = operation(merchant, title).responses[200] as oas31.ResponseObject;
      expect(content?.["application/json"]?.schema).toMatchObject({
        allOf: [{ $ref: "#/components/schemas/PaginatedEnvelope" }, {}],
      });
    }
  });

  test("has the deadline as a required time, with more spellings than RFC 3339", () => {
    expect(schema("CreatePayment").required).toContain("payment_expired_at");
    const deadline: unknown = schema("CreatePayment").properties?.payment_expired_at;
    const { type, format, pattern } = deadline as oas31.SchemaObject;
    expect([type, format]).toEqual(["string", undefined]);
    for (const time of [
      "2026-12-31T17:00:00.123+07:00",
      "2026-12-31T17:00+07",
      "2026-12-31t10:00z",
    ])
      expect(time).toMatch(new RegExp(pattern ?? "", "u"));
  });

  test("has the one-time code in a header and an optional body for match", () => {
    const match = operation(merchant, "POST /gateway/payments/{payment_code}/match");
    expect(match.parameters).toContainEqual(
      expect.objectContaining({ name: "X-Totp-Code", in: "header", required: true }),
    );
    expect(match.requestBody).toMatchObject({ required: false });
    expect(operation(merchant, "POST /gateway/payments").requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/CreatePayment" } } },
    });
  });

  test("requires the API key everywhere except on checkout", () => {
    for (const { title, security } of operationsOf(merchant)) {
      expect(security).toEqual(title.includes("/checkout/") ? [] : [{ api_key: [] }]);
    }
    expect(merchant.components?.securitySchemes?.api_key).toMatchObject({
      in: "header",
      name: "X-Api-Key",
    });
  });

  test("limits every int64 to the safe integers of JSON readers", () => {
    const amounts = [...objectsIn(merchant.components?.schemas)].filter(
      ({ object }) => "format" in object && object.format === "int64",
    );
    const places = amounts.map(({ place }) => place.replaceAll("/properties/", "."));
    expect(places.toSorted()).toEqual(
      [
        "/Account.account_max_amount",
        "/Account.account_min_amount",
        "/CheckoutView.amount_original",
        "/CheckoutView.amount_total",
        "/CheckoutView.amount_unique",
        "/CreatePayment.payment_amount",
        "/CreateRefund.amount",
        "/Mutation.amount_parsed",
        "/OrderItem.price",
        "/OrderItem.subtotal",
        "/OrderItemInput.price",
        "/OrderItemInput.subtotal",
        "/Payment.payment_amount",
        "/Payment.payment_total",
        "/Payment.payment_unique",
        "/PaymentDifference.payment_total",
        "/PaymentDifference.received_total",
        "/PaymentDifference.refunded_total",
        "/Refund.amount",
        "/Refund.surplus_amount",
        ...["Cancelled", "Expired", "Paid"].flatMap((status) =>
          ["payment_amount", "payment_total", "payment_unique"].map(
            (field) => `/Payment${status}Event.data.${field}`,
          ),
        ),
      ].toSorted(),
    );
    for (const { place, object } of amounts) {
      const { type, maximum, minimum } = object as oas31.SchemaObject;
      expect([type].flat(), place).toContain("integer");
      expect(maximum, place).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER);
      // A discount is an item with a negative price.
      const least = /OrderItem/.test(place) ? -Number.MAX_SAFE_INTEGER : 0;
      expect(minimum, place).toBeGreaterThanOrEqual(least);
    }
    expect(schema("CreatePayment").properties?.payment_amount).toMatchObject({
      maximum: 9_007_199_254_739_992,
    });
    expect(schema("Payment").properties?.payment_total).toMatchObject({
      maximum: 9_007_199_254_740_991,
    });
  });

  test("names the signature headers of each webhook and fixes its type", () => {
    expect(Object.keys(merchant.webhooks ?? {})).toEqual([
      "payment.paid",
      "payment.expired",
      "payment.cancelled",
      "payment.part_received",
      "payment.underpaid",
      "payment.overpaid",
      "payment.refunded",
      "device.offline",
      "device.online",
    ]);
    for (const [type, webhook] of Object.entries(merchant.webhooks ?? {})) {
      const { parameters, requestBody, responses } = webhook.post ?? {};
      expect(parameters).toMatchObject(
        ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
          name,
          in: "header",
          required: true,
        })),
      );
      expect(requestBody).toMatchObject({
        content: {
          "application/json": {
            schema: { $ref: `#/components/schemas/${webhookSchemas[type as WebhookEventType]}` },
          },
        },
      });
      const { properties } = schema(webhookSchemas[type as WebhookEventType]);
      expect(properties?.type).toMatchObject({ const: type });
      const [, ended = ""] = type.split(".");
      if (["part_received", "underpaid", "overpaid", "refunded"].includes(ended))
        expect(properties?.data).toEqual({ $ref: "#/components/schemas/PaymentDifference" });
      else if (type.startsWith("payment."))
        expect(properties?.data).toMatchObject({
          properties: {
            ...schema("Payment").properties,
            payment_status: { const: ended.toUpperCase() },
          },
        });
      else expect(properties?.data).toEqual({ $ref: "#/components/schemas/EventDevice" });
      expect(responses).toHaveProperty("2XX");
    }
  });

  test("has no value in two named enums, because generators for Go name constants after values", () => {
    const values = Object.values(merchant.components?.schemas ?? {}).flatMap(
      (part) => (part as oas31.SchemaObject).enum ?? [],
    );
    expect(values).toContain("PENDING");
    expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([]);
  });
});

describe("the internal document", () => {
  test("has the Worker's operations", () => {
    const ofPhones = operationsOf(internal).filter(({ tags }) => tags?.includes("Worker"));
    expect(ofPhones.map(({ title, security }) => ({ title, security }))).toEqual([
      { title: "POST /worker/devices", security: [{ api_key: [] }, { pairing_token: [] }] },
      { title: "GET /worker/devices", security: [{ api_key: [] }] },
      { title: "GET /worker/device", security: [{ device_token: [] }] },
      { title: "POST /worker/heartbeat", security: [{ device_token: [] }] },
      { title: "POST /worker/mutations", security: [{ device_token: [] }] },
      { title: "POST /worker/notify/{device_token}", security: [] },
    ]);
  });

  test("requires a session in the dashboard, except for signing in", () => {
    const ofPages = operationsOf(internal).filter(({ title }) => title.includes("/dashboard/"));
    const doors = new Set([
      "GET /dashboard/api/sign-in-options",
      "POST /dashboard/api/session",
      "POST /dashboard/api/sign-up",
      "POST /dashboard/api/first-account",
      "POST /dashboard/api/password-resets",
      "POST /dashboard/api/password-resets/redemption",
      "POST /dashboard/api/invitations/opening",
      "POST /dashboard/api/invitations/acceptance",
    ]);
    for (const { title, security } of ofPages) {
      expect(security, title).toEqual(doors.has(title) ? [] : [{ session: [] }]);
    }
    expect(internal.components?.securitySchemes?.session).toMatchObject({ in: "cookie" });
  });

  test("distinguishes a device that waits for approval from an unknown token", () => {
    const { responses } = operation(internal, "POST /worker/mutations");
    expect(codesOf(responses[401])).toEqual(["unauthorized"]);
    expect(codesOf(responses[403])).toEqual(["device_not_approved"]);
  });

  test("takes forwarded notifications as JSON and as a form", () => {
    const { requestBody } = operation(internal, "POST /worker/notify/{device_token}");
    expect(Object.keys((requestBody as oas31.RequestBodyObject).content)).toEqual([
      "application/json",
      "application/x-www-form-urlencoded",
    ]);
  });
});

describe.each(documents)("$name", ({ name, api, document }) => {
  test("equals the contract", () => {
    const { components, ...committed } = readDocument<oas31.OpenAPIObject>(
      join(root, "openapi", name),
    );
    const { responses: _, ...named } = components ?? {};
    // scripts/code-samples.test.ts tests the code samples of docs/languages.md.
    const own = JSON.stringify({ ...committed, components: named }, (key, value: unknown) =>
      key === "x-codeSamples" ? undefined : value,
    );
    expect(JSON.parse(own)).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test("passes redocly's strictest rules, examples against their schemas included", async () => {
    const redocly = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [redocly, "lint", api, "--format", "json"],
      { cwd: root, env: { ...process.env, REDOCLY_TELEMETRY: "off" } },
    );
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 } });
  });

  test("has patterns for PCRE and Ruby too, except in `not`, which client generators leave out", () => {
    const patterns = [...objectsIn(document)].flatMap(({ place, object }) =>
      "pattern" in object && !place.endsWith("/not") ? [String(object.pattern)] : [],
    );
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => /\\u|\\x[89a-f]/.test(pattern))).toEqual([]);
  });

  test("has the rate limit headers on every response except the refusal of a credential", () => {
    const credentialCodes = new Set(["tenant_api_key_required", "unauthorized"]);
    // An attempt to sign in is counted before its credential is checked.
    const doors = new Set(["POST /dashboard/api/session", "POST /dashboard/api/first-account"]);
    for (const { title, responses } of operationsOf(document)) {
      for (const [status, response] of Object.entries(responses)) {
        const codes = codesOf(response);
        const uncounted = codes.filter((code) => credentialCodes.has(code) && !doors.has(title));
        const place = `${title} ${status}`;
        if (status === "303") continue; // a browser is redirected to the page, which counts the request
        if (codes.length > 0 && uncounted.length === codes.length) {
          expect(response.headers, place).toBeUndefined();
          continue;
        }
        const surely = uncounted.length === 0 && status !== "500";
        for (const header of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]) {
          const promise = surely
            ? { $ref: `#/components/headers/${header}` }
            : expect.objectContaining({ required: false });
          expect(response.headers?.[header], place).toEqual(promise);
        }
      }
      expect(responses[429]?.headers).toHaveProperty("Retry-After");
    }
    for (const [header, component] of Object.entries(document.components?.headers ?? {})) {
      if (header === "X-Tepat-Ignored-Fields") expect(component).toMatchObject({ required: false });
      else expect(component, header).toMatchObject({ required: true, schema: { type: "integer" } });
    }
  });

  test("describes every field, parameter and header", () => {
    for (const { place, object } of objectsIn({ ...document, webhooks: document.webhooks })) {
      if (/\/(value|example|examples)(\/|$)/.test(place)) continue;
      const isField = /\/properties\/(?!data$|code$)[^/]+$/.test(place);
      const isParameter = /\/parameters\/\d+$/.test(place);
      const isHeader = /\/headers\/[^/]+$/.test(place);
      if (!isField && !isParameter && !isHeader) continue;
      if (!("$ref" in object)) expect(object, place).toHaveProperty("description");
    }
  });

  test("allows additional fields in responses and publishes each resource under one name", () => {
    for (const { place, object } of objectsIn(document)) {
      expect(object, place).not.toHaveProperty("additionalProperties", false);
    }
    const names = Object.keys(document.components?.schemas ?? {});
    expect(names.filter((schemaName) => schemaName.endsWith("Output"))).toEqual([]);
  });

  test("gives an example for every parameter, body and response", () => {
    for (const { title, parameters = [], requestBody, responses } of operationsOf(document)) {
      for (const parameter of parameters) {
        expect(parameter.example, `${title} ${parameter.name}`).toBeDefined();
      }
      const bodies = [
        requestBody as oas31.RequestBodyObject | undefined,
        ...Object.values(responses),
      ];
      for (const { content } of bodies.filter((body) => body !== undefined)) {
        for (const { examples = {} } of Object.values(content ?? {})) {
          expect(Object.keys(examples).length, title).toBeGreaterThan(0);
        }
      }
    }
  });
});

describe("the examples", () => {
  const requests = [
    ...Object.entries(merchantOperations).map(([name, { input }]) => ({
      name,
      input,
      ...requestExamples(merchantExamples, name),
    })),
    ...Object.entries({ ...workerOperations, ...mutationReasonOperations }).map(
      ([name, { input }]) => ({
        name,
        input,
        ...requestExamples(workerExamples, name),
      }),
    ),
    ...Object.entries(dashboardOperations).map(([name, { input }]) => ({
      name,
      input,
      ...requestExamples(dashboardExamples, name),
    })),
  ];

  function requestExamples(examples: object, name: string) {
    const { parameters = {}, bodies = { none: {} } } = Reflect.get(examples, name) as {
      parameters?: object;
      bodies?: Record<string, object>;
    };
    return { parameters, bodies };
  }

  test.each(requests)("of $name are requests that the contract accepts", (request) => {
    for (const [name, body] of Object.entries(request.bodies)) {
      const read = request.input.safeParse({ ...request.parameters, ...body });
      expect(read.error?.issues ?? [], name).toEqual([]);
    }
  });

  test("add up: the total is the amount plus the unique amount, and orders sum to the amount", () => {
    const payments = merchantExamples.listPayments.data.payments;
    for (const payment of [...payments, merchantExamples.createPayment.data.transfer]) {
      expect(payment.payment_total).toBe(payment.payment_amount + payment.payment_unique);
      for (const { price, quantity, subtotal } of payment.customer_orders ?? []) {
        expect(subtotal).toBe(price * quantity);
      }
      const orders = payment.customer_orders ?? [{ subtotal: payment.payment_amount }];
      const sum = orders.reduce((total, { subtotal }) => total + subtotal, 0);
      expect(sum).toBe(payment.payment_amount);
    }
  });

  test("show the code of the QRIS account with exactly the payment's total", async () => {
    const { qris } = merchantExamples.getCheckout.data;
    const file = join(root, "server/testing/data/qris.json");
    const { vectors } = JSON.parse(await readFile(file, "utf8")) as {
      vectors: { id: string; static: string }[];
    };
    const account = vectors.find(({ id }) => id === "Q12")?.static ?? "";
    expect(qris.qris_payload).toBe(dynamicQris(account, qris.amount_total));
  });

  test("have dates in 2026", () => {
    const years = JSON.stringify([merchant, internal]).matchAll(/\b(\d{4})-\d\d-\d\dT\d\d:/g);
    const told = [...years].map(([, year]) => year);
    expect(told.length).toBeGreaterThan(20);
    expect(new Set(told)).toEqual(new Set(["2026"]));
  });
});
