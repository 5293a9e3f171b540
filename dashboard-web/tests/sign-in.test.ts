import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { button, heading, visit } from "./open-dashboard.ts";
import { newMerchant } from "./people.ts";

const merchant = await newMerchant();

async function fillIn(page: Awaited<ReturnType<typeof visit>>, email: string, password: string) {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await button(page, "Sign in").click();
}

test("a person signs in, arrives at the address's page, and signs out", async () => {
  const page = await visit("/api-keys");
  await heading(page, "Sign in").waitFor();
  await fillIn(page, merchant.email, "not the password");
  await page.getByRole("alert").getByText("Check the email address and the password.").waitFor();
  await fillIn(page, merchant.email, merchant.password);
  await heading(page, "API keys").waitFor();
  expect(new URL(page.url()).pathname).toBe("/dashboard/api-keys");

  await page.reload();
  await heading(page, "API keys").waitFor();
  await button(page, "Sign out").click();
  await heading(page, "Sign in").waitFor();
  await page.reload();
  await heading(page, "Sign in").waitFor();
});

test("two-factor authentication requires a code, and refuses a wrong one", async () => {
  const careful = await newMerchant();
  const app = await enrolAuthenticator(careful);
  const page = await visit("/sign-in");
  await fillIn(page, careful.email, careful.password);
  const code = page.getByLabel("Code from your authenticator app");
  await code.fill(app.wrongCode());
  await button(page, "Sign in").click();
  await page.getByRole("alert").getByText("Check the email address and the password.").waitFor();
  // Apps show the code in two groups.
  await code.fill(app.code().replace(/^\d{3}/u, "$& "));
  expect(await code.inputValue()).toMatch(/^\d{6}$/u);
  await button(page, "Sign in").click();
  await heading(page, "Overview").waitFor();
});

test("after too many wrong passwords the page states the time to wait", async () => {
  const page = await visit("/sign-in");
  const email = `${randomUUID()}@shop.example`;
  const alert = page.getByRole("alert");
  await fillIn(page, email, "not the password");
  await alert.waitFor();
  for (let attempt = 0; attempt < 20; attempt++) {
    if ((await alert.innerText()).includes("Too many attempts")) break;
    await button(page, "Sign in").click();
    await page.locator("[data-busy=false]").waitFor();
  }
  expect(await alert.innerText()).toMatch(/Too many attempts\. Try again in \d+ minutes?\./u);
});

test("a chosen language stays, regardless of a link's language", async () => {
  const page = await visit("/sign-in?lang=en", { locale: "id-ID" });
  await heading(page, "Sign in").waitFor();
  await button(page, /Bahasa Indonesia/u).click();
  await heading(page, "Masuk").waitFor();
  await page.reload();
  await heading(page, "Masuk").waitFor();
  await button(page, "Masuk").click();
  await page.getByText("Isi kata sandi.").waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("id");
});
