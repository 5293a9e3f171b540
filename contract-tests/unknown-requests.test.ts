import { describe, expect, test } from "vitest";
import { publishedOperations } from "./support/documents.ts";
import { expectRefusal, sendUndocumented } from "./support/http.ts";
import { sendRaw } from "./support/raw-http.ts";
import {
  openShop,
  paymentInput,
  paymentPath,
  pendingPayment,
  readPayment,
} from "./support/shop.ts";

/** Tests paths and methods that no document has (fault E19). */

const shop = await openShop();
const key = { "x-api-key": shop.api_key };

test.each([
  "/gateway",
  "/gateway/",
  "/gateway/account",
  "/gateway/accounts/",
  "/Gateway/accounts",
  "/gateway//accounts",
  "/gateway/accounts/x",
  "/gateway/payments/",
  "/gateway/payments/x/y",
  "/gateway/payments/x/match/",
  "/gateway/payments//match",
  "/gateway/channels/x",
  "/checkout",
  "/checkout/",
  "/checkout/x/y",
  "/worker",
  "/worker/notify/",
  "/gateway/%61ccounts",
  "/gateway/__proto__",
  "/gateway/constructor",
])("%s is not found, with or without a key", async (path) => {
  for (const method of ["GET", "POST", "DELETE"]) {
    for (const headers of [{}, key]) {
      expectRefusal(await sendUndocumented({ method, path, headers }), 404, "not_found");
    }
  }
});

test.each(["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "Text/HTML"])(
  "a browser (%s) is redirected from / to the dashboard",
  async (accept) => {
    for (const method of ["GET", "HEAD"]) {
      const answer = await sendRaw([`${method} / HTTP/1.1`, `Accept: ${accept}`]);
      expect([answer.status, answer.text]).toEqual([302, ""]);
      expect(answer.headers.get("location")).toBe("/dashboard");
    }
  },
);

test.each(["*/*", "application/json", "text/html;q=0", "text/*", ""])(
  "/ is not found for a program (%s)",
  async (accept) => {
    const answer = await sendRaw(["GET / HTTP/1.1", `Accept: ${accept}`]);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ success: false, code: "not_found" });
  },
);

const methodsOfPath = Object.entries(
  Object.groupBy(publishedOperations, ({ path }) => path.replaceAll(/\{\w+\}/g, "x")),
).map(([path, operations = []]) => ({
  path,
  allowed: [
    ...operations.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])),
    // Pages of other sites can read this path, and their browsers send a preflight request.
    ...(path.startsWith("/checkout/") ? ["OPTIONS"] : []),
  ],
}));

describe.each(methodsOfPath)("$path", ({ path, allowed }) => {
  const expectNotAllowed = (status: number, allow: string | null) => {
    expect(status).toBe(405);
    expect(new Set(allow?.split(", "))).toEqual(new Set(allowed));
  };

  test("answers other methods with the allowed ones before checking a key", async () => {
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].filter(
      (method) => !allowed.includes(method),
    );
    for (const method of others) {
      const answer = await sendUndocumented({ method, path });
      expectRefusal(answer, 405, "bad_request");
      expectNotAllowed(answer.status, answer.headers.get("allow"));
    }
  });

  test.each(["TRACE", "get", "PROPFIND"])("does not know %s", async (method) => {
    const { status, headers } = await sendRaw([`${method} ${path} HTTP/1.1`]);
    // A parser can refuse an unknown method before any code reads the path.
    if (status !== 400) expectNotAllowed(status, headers.get("allow"));
  });
});

test("a header does not change the method", async () => {
  const { payment_code } = await pendingPayment(shop);
  for (const name of ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"]) {
    const answer = await shop.send({
      method: "GET",
      path: `${paymentPath(payment_code)}?_method=DELETE`,
      headers: { [name]: "DELETE" },
    });
    expect(answer.status).toBe(200);
  }
  expect((await readPayment(shop, payment_code)).payment_status).toBe("PENDING");
});

describe("X-Request-Id", () => {
  const requestId = async (given?: string) => {
    const headers = { ...key, ...(given !== undefined && { "x-request-id": given }) };
    const request = { method: "GET", path: "/gateway/accounts", headers };
    return (await sendUndocumented(request)).headers.get("x-request-id");
  };

  test("is the caller's own if short and plain", async () => {
    expect(await requestId("order-1.a_B")).toBe("order-1.a_B");
  });

  test("is otherwise generated, and differs each time", async () => {
    const made = [
      await requestId(),
      await requestId(),
      await requestId("a b"),
      await requestId("x".repeat(65)),
    ];
    for (const id of made) expect(id).toMatch(/^[\w.-]{1,64}$/);
    expect(new Set(made).size).toBe(made.length);
  });

  test("is on refusals too", async () => {
    for (const path of ["/nothing", "/gateway/accounts", "/checkout/x"]) {
      const { headers } = await sendUndocumented({ method: "GET", path });
      expect(headers.get("x-request-id")).toMatch(/^[\w.-]{1,64}$/);
    }
  });
});

test("no response can be cached or read as another type", async () => {
  const answers = [
    await shop.get("/gateway/accounts"),
    await shop.post("/gateway/payments", paymentInput(shop)),
    await shop.get("/gateway/payments/unknown"),
    await sendUndocumented({ method: "GET", path: "/nothing" }),
    await sendUndocumented({ method: "GET", path: "/healthz" }),
  ];
  for (const { headers } of answers) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
});
