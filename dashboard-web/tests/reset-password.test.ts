import { randomUUID } from "node:crypto";
import { afterAll, expect, inject, test } from "vitest";
import { openMailbox } from "./mailbox.ts";
import { button, heading, visit } from "./open-dashboard.ts";
import { newMerchant } from "./people.ts";

const mailbox = await openMailbox(inject("mailPort"));
afterAll(() => mailbox[Symbol.asyncDispose]());

test("the email's link resets a lost password, once, and ends every session", async () => {
  const merchant = await newMerchant();
  const signedIn = await visit("/api-keys", { as: merchant });
  await heading(signedIn, "API keys").waitFor();

  const page = await visit("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  const address = page.getByLabel("Email address");
  await address.fill("no address");
  await button(page, "Send a link").click();
  await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
  await address.fill(merchant.email);
  await button(page, "Send a link").click();
  await page.getByText(`If ${merchant.email} is registered here`).waitFor();

  const link = new URL(await mailbox.linkTo(merchant.email));
  const ownAddress = link.pathname.replace("/dashboard", "") + link.hash;
  const mailed = await visit(ownAddress);
  const password = mailed.getByLabel("New password");
  await password.fill("short");
  await button(mailed, "Change password").click();
  await expect.poll(() => password.getAttribute("aria-invalid")).toBe("true");
  await password.fill("a quiet river");
  await button(mailed, "Change password").click();
  await mailed.getByText("Your password was changed").waitFor();
  await mailed.getByRole("link", { name: "Go to the sign-in page" }).click();
  await mailed.getByLabel("Email address").fill(merchant.email);
  await mailed.getByLabel("Password", { exact: true }).fill("a quiet river");
  await button(mailed, "Sign in").click();
  await heading(mailed, "Overview").waitFor();
  await heading(signedIn, "Sign in").waitFor();

  const again = await visit(ownAddress);
  await again.getByLabel("New password").fill("a second river");
  await button(again, "Change password").click();
  await again.getByRole("alert").getByText("This link has been used or has expired.").waitFor();
  await again.getByRole("link", { name: "Ask for a new link" }).click();
  await button(again, "Send a link").waitFor();
});

test("the page does not reveal whether an address has an account", async () => {
  const page = await visit("/reset-password");
  const email = `${randomUUID()}@shop.example`;
  await page.getByLabel("Email address").fill(email);
  await button(page, "Send a link").click();
  await page.getByText(`If ${email} is registered here`).waitFor();
});

test("sign-up opens an account if switched on, and signs in", async () => {
  const page = await visit("/sign-in");
  await page.getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("Name of the business").fill("Warung Baru");
  await page.getByLabel("Email address").fill(`${randomUUID()}@shop.example`);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("short");
  await button(page, "Create account").click();
  await expect.poll(() => password.getAttribute("aria-invalid")).toBe("true");
  await password.fill("a calm lake");
  await button(page, "Create account").click();
  await heading(page, "Set up your shop").waitFor();
});

test("without sign-up the pages say whom to ask", async () => {
  const data = { can_sign_up: false, can_reset_password_by_email: false };
  const page = await visit("/sign-in");
  await page.route("**/sign-in-options", (route) =>
    route.fulfill({ json: { success: true, message: "ok", data } }),
  );
  await page.reload();
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByText("Ask the server's owner to set a new password for you.").waitFor();
  const guide = page.getByRole("link", { name: "Guide for the server's owner" });
  const address = new URL((await guide.getAttribute("href")) ?? "", page.url());
  expect(await (await page.request.get(address.href)).text()).toContain("reset-password");
  expect(await button(page, "Send a link").count()).toBe(0);
  await page.goto(page.url().replace("reset-password", "sign-up"));
  await page.getByText("Only the server's owner creates accounts.").waitFor();
  await page.getByRole("link", { name: "Sign in" }).click();
  await heading(page, "Sign in").waitFor();
  expect(await page.getByRole("link", { name: "Sign up" }).count()).toBe(0);
});
