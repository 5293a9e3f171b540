import { expect, test } from "vitest";
import { newMerchant } from "../../contract-tests/support/shop.ts";
import { Authenticator } from "../../contract-tests/support/totp.ts";
import { button, heading, sessionCookie, visit } from "./open-dashboard.ts";

test("two-factor authentication is switched on with one code, which leaves ten recovery codes", async () => {
  const merchant = await newMerchant();
  const page = await visit("/security", { as: merchant });
  await button(page, "Switch on two-factor authentication").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Cannot scan it?").click();
  const app = new Authenticator(await dialog.locator("pre").innerText());
  const code = dialog.getByLabel("Code of the authenticator app");
  await code.fill(app.wrongCode());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByRole("alert").getByText("The code is wrong").waitFor();
  await code.fill(app.code());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("Recovery codes sign you in").waitFor();
  expect((await dialog.locator("pre").innerText()).split("\n")).toHaveLength(10);
  await dialog.getByRole("button", { name: "I have kept it" }).click();
  await page.getByText("10 recovery codes left.").waitFor();
});

test("another browser's session is ended, and it has to sign in again", async () => {
  const merchant = await newMerchant();
  const other = await visit("/api-keys", { as: merchant });
  await heading(other, "API keys").waitFor();
  const page = await visit("/security", { as: merchant });
  await page.getByText("This browser").waitFor();
  await page.getByRole("listitem").getByRole("button", { name: "End" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End" }).click();
  await expect
    .poll(() => page.getByRole("listitem").filter({ hasText: "Last used" }).count())
    .toBe(1);
  await other.reload();
  await heading(other, "Sign in").waitFor();
});

test("a new password is checked, and counts from then on", async () => {
  const merchant = await newMerchant();
  const page = await visit("/security", { as: merchant });
  await page.getByLabel("Present password").fill("not the password");
  await page.getByLabel("New password").fill("a much longer password");
  await button(page, "Change the password").click();
  const present = page.getByLabel("Present password");
  await expect.poll(() => present.getAttribute("aria-invalid")).toBe("true");
  await present.fill(merchant.password);
  await button(page, "Change the password").click();
  await page.locator(".done").waitFor();
  const cookie = await sessionCookie({ ...merchant, password: "a much longer password" });
  expect(cookie.value).not.toBe("");
});
