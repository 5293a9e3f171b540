import { expect, test } from "vitest";
import { merchantWith } from "../../contract-tests/support/http.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
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

test("with two-factor authentication a key needs a code, and for some minutes nothing else does", async () => {
  const merchant = await newMerchant();
  const app = await enrolAuthenticator(merchant);
  const page = await visit("/api-keys", { as: merchant });
  await button(page, "Make an API key").click();
  await page.getByLabel(/What is this key for/u).fill("Till app");
  const create = page.getByRole("dialog").getByRole("button", { name: "Make an API key" });
  await create.click();
  const asking = page.getByRole("dialog", { name: "Confirm that it is you" });
  await asking.getByRole("button", { name: "Back" }).click();
  await page.getByRole("alert").getByText("Confirm with a code").waitFor();
  await create.click();
  const code = asking.getByLabel("Code of the authenticator app");
  await code.fill(app.wrongCode());
  await asking.getByRole("button", { name: "Confirm" }).click();
  await asking.getByRole("alert").getByText("The code is wrong").waitFor();
  await code.fill(app.code());
  await asking.getByRole("button", { name: "Confirm" }).click();
  const key = await page.getByRole("dialog").locator("pre").innerText();
  expect((await merchantWith(key).get("/gateway/accounts")).status).toBe(200);
  await button(page, "I have kept it").click();

  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("link", { name: "Add an account" }).click();
  await page.getByLabel("Account number").fill("0123456789");
  await page.getByLabel("Account holder").fill("PT SARI RASA");
  await button(page, "Add an account").click();
  await page.getByRole("heading", { name: /0123456789/u }).waitFor();
});
