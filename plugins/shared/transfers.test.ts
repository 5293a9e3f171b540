import { expect, test } from "vitest";
import { gatewayInMemory, okWith } from "./gateway-in-memory.ts";
import { extraTransfers, notes } from "./transfers.ts";

const { fake, settings, answer } = gatewayInMemory();
const posted_at = "2026-11-22T03:00:00.000Z";

test("late and second transfers are found with their invoices", async () => {
  const asked: string[] = [];
  answer("/worker/mutations", (request) => {
    const { search, searchParams } = new URL(request.url);
    asked.push(`${request.headers.get("x-api-key")} ${search}`);
    const reason = searchParams.get("match_reason");
    const mutation = { amount_parsed: 150_123, posted_at };
    return okWith([
      { ...mutation, id: `${reason} 1`, candidate_payment_code: `code of ${reason}` },
      { ...mutation, id: `${reason} 2`, candidate_payment_code: null },
    ]);
  });
  expect(await extraTransfers(settings)).toEqual(
    (["late_payment", "second_payment"] as const).map((reason) => ({
      mutation_id: `${reason} 1`,
      code: `code of ${reason}`,
      rupiah: 150_123,
      reason,
      posted_at,
    })),
  );
  expect(asked[0]).toBe(
    `${fake.apiKey} ?match_reason=late_payment&only_unmatched=true&per_page=100`,
  );
});

test("a silent gateway is an error, so that the check runs again", async () => {
  answer("/worker/mutations", () => Response.json({}, { status: 500 }));
  await expect(extraTransfers(settings)).rejects.toMatchObject({ status: 500 });
});

test("notes state the amount, the invoice and the next step", () => {
  const transfer = { mutation_id: "1", code: "INV-1", rupiah: 150_123, posted_at };
  expect(notes.extra({ ...transfer, reason: "late_payment" })).toBe(
    "Tepat: a transfer of Rp150.123 arrived at 2026-11-22T03:00:00.000Z, after invoice INV-1 had ended. This transfer does not pay the order. Send the goods, or refund the money.",
  );
  expect(notes.extra({ ...transfer, reason: "second_payment" })).toBe(
    "Tepat: a second transfer of Rp150.123 arrived at 2026-11-22T03:00:00.000Z for invoice INV-1, which was already paid. Refund this transfer.",
  );
});
