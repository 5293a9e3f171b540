import { expect, test } from "vitest";
import { merchantWith } from "../../contract-tests/support/http.ts";
import { button, visit } from "./open-dashboard.ts";
import { newMerchant } from "./people.ts";

test("an API key is made, shown once, works, and is revoked at once", async () => {
  const merchant = await newMerchant();
  const page = await visit("/api-keys", { as: merchant });
  await button(page, "Make an API key").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make an API key" }).click();
  await expect
    .poll(() => dialog.getByLabel(/What is this key for/u).getAttribute("aria-invalid"))
    .toBe("true");
  await dialog.getByLabel(/What is this key for/u).fill("Till app");
  await dialog.getByRole("button", { name: "Make an API key" }).click();
  const key = await dialog.locator("pre").innerText();
  await dialog.getByRole("button", { name: "I have kept it" }).click();
  expect(await page.content()).not.toContain(key);

  const shop = merchantWith(key);
  expect((await shop.get("/gateway/accounts")).status).toBe(200);
  await button(page, "Revoke Till app").click();
  await page.getByText("Everything that uses this key is refused").waitFor();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await button(page, "Revoke Till app").waitFor({ state: "detached" });
  await expect.poll(async () => (await shop.get("/gateway/accounts")).status).toBe(401);
});
