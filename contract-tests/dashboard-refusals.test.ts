import { expect, test } from "vitest";
import { confirmedPerson, signedIn } from "./support/dashboard.ts";
import { dataOf } from "./support/http.ts";
import { newCode, openShop } from "./support/shop.ts";

/**
 * Tests that the dashboard's pages get codes, for which they have their own sentences. Merchants' programs
 * get only English texts.
 */

const shop = await openShop();
const person = await signedIn(shop);

test("a page gets the problem of each field, in English and as a code with parameters", async () => {
  const { body } = await person.post("/dashboard/api/settings", {
    webhook_url: "https://user:secret@shop.example/",
    accent_color: "green",
  });
  expect(body).toMatchObject({
    code: "validation_error",
    errors: { accent_color: expect.stringContaining("colour") },
  });
  expect(body.problems).toEqual([
    { path: ["accent_color"], problem: { code: "not_a_color", params: {} } },
  ]);
  const address = await person.post("/dashboard/api/settings", {
    webhook_url: "https://user:secret@shop.example/",
  });
  expect(address.body.problems).toEqual([
    { path: ["webhook_url"], problem: { code: "url_with_login", params: {} } },
  ]);
});

test("a page gets the problem of its address in the same way", async () => {
  const { status, body } = await person.post("/dashboard/api/payments/%50%ea%5e/match", {});
  expect([status, body.code]).toEqual([400, "validation_error"]);
  expect(body.problems).toEqual([expect.objectContaining({ path: ["payment_code"] })]);
});

test("a page gets the reason of a refusal as a code with its parameters", async () => {
  const merchant = await openShop();
  const owner = await confirmedPerson(merchant);
  const make = () => owner.post("/dashboard/api/api-keys", { label: newCode() });
  let answer = await make();
  for (let made = 0; made < 10 && answer.status < 300; made++) answer = await make();
  expect(answer).toMatchObject({ status: 409, body: { code: "conflict" } });
  expect(answer.body.message).toMatch(/limit of \d+ API keys/);
  expect(answer.body.reason).toEqual({ code: "api_key_limit", params: { keys: 5 } });
});

test("a merchant's program and a phone get neither", async () => {
  const refused = await Promise.all([
    shop.post("/gateway/payments", { payment_amount: 0 }),
    shop.get("/gateway/payments?page=0"),
    shop.get(`/gateway/payments/${newCode()}`),
    shop.get("/worker/devices?page=0"),
  ]);
  for (const { status, body } of refused) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toHaveProperty("problems");
    expect(body).not.toHaveProperty("reason");
  }
  expect(dataOf(await shop.get("/gateway/accounts"))).toBeDefined();
});
