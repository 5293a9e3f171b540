import { describe, expect, test } from "vitest";
import {
  lost,
  ok,
  paymentInput,
  pendingPayment,
  refused,
  scriptedFetch,
  type ScriptedFetch,
} from "../test-support/answers.ts";
import { Tepat, type Matching } from "./index.ts";
import { limits } from "./limits.ts";

const create = "POST /gateway/payments";
const read = "GET /gateway/payments/INV%2F2026%2F11?include=metadata";
const cancel = "DELETE /gateway/payments/INV%2F2026%2F11";
const match = "POST /gateway/payments/INV%2F2026%2F11/match";

const paymentsWith = (fetch: ScriptedFetch) =>
  new Tepat({
    apiKey: "pgk_test",
    baseUrl: "http://localhost:8080",
    fetch,
    // Gives the shortest possible waits.
    random: () => 1 - Number.EPSILON,
  }).payments;

const created = () => ok(pendingPayment);
const conflict = () => refused(409, "payment_code_conflict");
const serverError = () => refused(500, "internal_error");

describe("create", () => {
  test("a response to the first attempt is not marked as recovered", async () => {
    const fetch = scriptedFetch(created);
    expect(await paymentsWith(fetch).create(paymentInput)).toEqual({
      ...pendingPayment,
      recovered: false,
    });
    expect(await fetch.requests[0]?.json()).toEqual(paymentInput);
  });

  test.each([
    ["lost", lost],
    ["an internal error", serverError],
  ])(
    "an answer %s, then a conflict with our own payment, gives that payment",
    async (_case, first) => {
      const fetch = scriptedFetch(first, conflict, () => ok(pendingPayment));
      expect(await paymentsWith(fetch).create(paymentInput)).toEqual({
        ...pendingPayment,
        recovered: true,
      });
      expect(fetch.calls).toEqual([create, create, read]);
    },
  );

  test.each([
    ["account_id", "019aa5c2-6d10-7c44-9b1e-5f0a2d3c4b99"],
    ["payment_amount", 150_001],
    ["payment_expired_at", "2026-11-22T10:15:30.001Z"],
    ["customer_name", "Budi"],
    ["customer_email", "budi@shop.example"],
    ["customer_phone", "0812"],
  ])(
    "a payment of the same code with another %s belongs to another caller",
    async (field, value) => {
      const other = { ...pendingPayment, [field]: value };
      const fetch = scriptedFetch(lost, conflict, () => ok(other));
      await expect(paymentsWith(fetch).create(paymentInput)).rejects.toMatchObject({
        name: "ConflictError",
        code: "payment_code_conflict",
      });
      expect(fetch.calls).toEqual([create, create, read]);
    },
  );

  test("a conflict at the first attempt is a conflict, and nothing is read", async () => {
    const fetch = scriptedFetch(conflict);
    await expect(paymentsWith(fetch).create(paymentInput)).rejects.toThrow(/conflict/);
    expect(fetch.calls).toEqual([create]);
  });

  test("a conflict after a 429 is a conflict, because the first attempt was not carried out", async () => {
    const limited = () => refused(429, "rate_limited", { "x-ratelimit-reset": "0" });
    const fetch = scriptedFetch(limited, conflict);
    await expect(paymentsWith(fetch).create(paymentInput)).rejects.toMatchObject({ status: 409 });
    expect(fetch.calls).toEqual([create, create]);
  });

  test("a deadline that passes between two attempts does not hide the first attempt's payment", async () => {
    const fetch = scriptedFetch(
      lost,
      () => refused(400, "invalid_expired_at"),
      () => ok({ ...pendingPayment, payment_status: "EXPIRED" }),
    );
    const payment = await paymentsWith(fetch).create(paymentInput);
    expect(payment).toMatchObject({ recovered: true, payment_status: "EXPIRED" });
  });

  test("a refusal after a lost response stands if there is no payment", async () => {
    const fetch = scriptedFetch(
      lost,
      () => refused(403, "no_active_quota"),
      () => refused(404, "not_found"),
    );
    await expect(paymentsWith(fetch).create(paymentInput)).rejects.toMatchObject({
      code: "no_active_quota",
    });
  });

  test("a failed read after a conflict is reported", async () => {
    const fetch = scriptedFetch(lost, conflict, () => refused(403, "tenant_api_key_required"));
    await expect(paymentsWith(fetch).create(paymentInput)).rejects.toMatchObject({
      name: "AuthenticationError",
    });
  });

  test("unique_amount_conflict is retried", async () => {
    const fetch = scriptedFetch(() => refused(409, "unique_amount_conflict"), created);
    expect(await paymentsWith(fetch).create(paymentInput)).toMatchObject({ recovered: false });
  });
});

describe("cancel", () => {
  const gone = () => refused(404, "payment_not_cancellable");

  test("succeeds if the response was lost and the payment is CANCELLED", async () => {
    const fetch = scriptedFetch(lost, gone, () =>
      ok({ ...pendingPayment, payment_status: "CANCELLED" }),
    );
    await expect(paymentsWith(fetch).cancel("INV/2026/11")).resolves.toEqual({});
    expect(fetch.calls).toEqual([cancel, cancel, read]);
  });

  test("fails if the response was lost and the payment is PAID", async () => {
    const fetch = scriptedFetch(lost, gone, () =>
      ok({ ...pendingPayment, payment_status: "PAID" }),
    );
    await expect(paymentsWith(fetch).cancel("INV/2026/11")).rejects.toMatchObject({
      code: "payment_not_cancellable",
    });
  });

  test("fails at once at the first attempt, even for a CANCELLED payment", async () => {
    const fetch = scriptedFetch(gone);
    await expect(paymentsWith(fetch).cancel("INV/2026/11")).rejects.toMatchObject({ status: 404 });
    expect(fetch.calls).toEqual([cancel]);
  });
});

describe("match", () => {
  const matching = { totpCode: "012345", mutation_id: "019aa5ea-0000-7b3c-8d2e-4a5b6c7d8e01" };
  const paid = () => ok({ ...pendingPayment, payment_status: "PAID" });
  const matchOnce = (fetch: ScriptedFetch) => paymentsWith(fetch).match("INV/2026/11", matching);

  test("sends the code as a header and the mutation as body", async () => {
    const fetch = scriptedFetch(() => ok(null));
    await matchOnce(fetch);
    const [request] = fetch.requests;
    expect(fetch.calls).toEqual([match]);
    expect(request?.headers.get("x-totp-code")).toBe("012345");
    expect(await request?.json()).toEqual({ mutation_id: matching.mutation_id });
  });

  test("sends no body without a mutation", async () => {
    const fetch = scriptedFetch(() => ok(null));
    await paymentsWith(fetch).match("INV/2026/11", { totpCode: "012345" });
    expect(await fetch.requests[0]?.text()).toBe("");
  });

  test.each([undefined, {}, { totpCode: 123_456 }, { totpCode: "12345" }])(
    "does not send %j, which is not a one-time code",
    async (matching) => {
      const fetch = scriptedFetch();
      const call = paymentsWith(fetch).match("INV/2026/11", matching as Matching);
      await expect(call).rejects.toMatchObject({ code: "invalid_argument" });
      expect(fetch.calls).toEqual([]);
    },
  );

  const ambiguous = [
    ["a lost response", lost],
    ["an internal error", serverError],
  ] as const;

  test.each(ambiguous)(
    "does not send the code again after %s, and PAID is success",
    async (_case, first) => {
      const fetch = scriptedFetch(first, paid);
      await expect(matchOnce(fetch)).resolves.toEqual({});
      expect(fetch.calls).toEqual([match, read]);
    },
  );

  test.each(ambiguous)(
    "has an unknown outcome after %s and a PENDING payment",
    async (_case, first) => {
      const fetch = scriptedFetch(first, () => ok(pendingPayment));
      await expect(matchOnce(fetch)).rejects.toMatchObject({
        name: "MatchOutcomeUnknownError",
        code: "match_outcome_unknown",
      });
      expect(fetch.calls).toEqual([match, read]);
    },
  );

  test("has an unknown outcome if the payment cannot be read either", async () => {
    const fetch = scriptedFetch(lost, () => refused(404, "not_found"));
    await expect(matchOnce(fetch)).rejects.toMatchObject({ code: "match_outcome_unknown" });
  });

  test.each([
    [400, "invalid totp code"],
    [404, "not_found"],
    [429, "rate_limited"],
  ] as const)("reports a %i %s unchanged and sends nothing more", async (status, code) => {
    const fetch = scriptedFetch(() => refused(status, code, { "x-ratelimit-reset": "0" }));
    await expect(matchOnce(fetch)).rejects.toMatchObject({ status, code });
    expect(fetch.calls).toEqual([match]);
  });
});

test("no call is repeated more often than the specification allows", async () => {
  const fetch = scriptedFetch(lost, lost, lost, lost);
  await expect(paymentsWith(fetch).create(paymentInput)).rejects.toMatchObject({
    code: "connection_failed",
  });
  expect(fetch.calls).toHaveLength(1 + limits.retriesByDefault);
});
