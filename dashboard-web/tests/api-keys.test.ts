import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { merchantWith } from "../../contract-tests/support/http.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { button, heading, visit } from "./open-dashboard.ts";
import { newMerchant, openShop } from "./people.ts";

test("an API key is created, shown once, works, and is revoked at once", async () => {
  const merchant = await newMerchant();
  const page = await visit("/api-keys", { as: merchant });
  await button(page, "Create an API key").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create an API key" }).click();
  await expect
    .poll(() => dialog.getByLabel(/What is this key for/u).getAttribute("aria-invalid"))
    .toBe("true");
  await dialog.getByLabel(/What is this key for/u).fill("Till app");
  await dialog.getByRole("button", { name: "Create an API key" }).click();
  const key = await dialog.locator(".copyable pre").innerText();
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  expect(await page.content()).not.toContain(key);

  const shop = merchantWith(key);
  expect((await shop.get("/gateway/accounts")).status).toBe(200);
  await button(page, "Revoke Till app").click();
  await page.getByText("Tepat refuses every request with this key").waitFor();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await button(page, "Revoke Till app").waitFor({ state: "detached" });
  await expect.poll(async () => (await shop.get("/gateway/accounts")).status).toBe(401);
});

test("with two-factor authentication a key requires a code, which then counts for some minutes", async () => {
  const merchant = await newMerchant();
  const app = await enrolAuthenticator(merchant);
  const page = await visit("/api-keys", { as: merchant });
  await button(page, "Create an API key").click();
  await page.getByLabel(/What is this key for/u).fill("Till app");
  const create = page.getByRole("dialog").getByRole("button", { name: "Create an API key" });
  await create.click();
  const asking = page.getByRole("dialog", { name: "Confirm your identity" });
  await asking.getByRole("button", { name: "Back" }).click();
  await page.getByRole("alert").getByText("Confirm with a code").waitFor();
  await create.click();
  const code = asking.getByLabel("Code from your authenticator app");
  await code.fill(app.wrongCode());
  await asking.getByRole("button", { name: "Confirm" }).click();
  await asking.getByRole("alert").getByText("The code is wrong").waitFor();
  await code.fill(app.code());
  await asking.getByRole("button", { name: "Confirm" }).click();
  const key = await page.getByRole("dialog").locator(".copyable pre").innerText();
  expect((await merchantWith(key).get("/gateway/accounts")).status).toBe(200);
  await button(page, "I have saved it").click();

  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("link", { name: "Add an account" }).click();
  await page.getByLabel("Bank or wallet", { exact: true }).selectOption("BCA");
  await page.getByLabel("Account number").fill("0123456789");
  await page.getByLabel("Account holder").fill("PT SARI RASA");
  await button(page, "Review").click();
  await button(page, "Save this number").click();
  await page.getByRole("heading", { name: /0123456789/u }).waitFor();
});

const run = promisify(execFile);
const sdk = path.resolve(import.meta.dirname, "../../sdk/src/index.ts");

/** Returns the command that runs each sample, if its program is installed. */
const programs: Record<string, (sample: string) => [program: string, ...options: string[]]> = {
  curl: (sample) => ["sh", "-c", sample],
  TypeScript: (sample) => [
    process.execPath,
    "--input-type=module-typescript",
    "--eval",
    sample.replace("@tepat/sdk", sdk),
  ],
  PHP: (sample) => ["php", "-r", sample.replace("<?php", "")],
  Python: (sample) => ["python3", "-c", sample],
};

test("the sample code after creating a key creates an invoice unchanged, in each language", async () => {
  const shop = await openShop();
  const page = await visit("/api-keys", { as: shop });
  await button(page, "Create an API key").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/What is this key for/u).fill("Shop server");
  await dialog.getByRole("button", { name: "Create an API key" }).click();
  const key = await dialog.locator(".copyable pre").innerText();
  const sample = dialog.getByRole("region", { name: "Code sample" });
  const env = { ...process.env, TEPAT_API_KEY: key };
  for (const [language, commandOf] of Object.entries(programs)) {
    await dialog.getByRole("button", { name: language, exact: true }).click();
    const text = await sample.innerText();
    expect(text).toContain(inject("service").base_url);
    expect(text).toContain(shop.account.account_id);
    expect(text).not.toContain(key);
    const [program, ...options] = commandOf(text);
    const output = await run(program, options, { env }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return null; // the language is not installed
      throw cause;
    });
    if (output) expect(output.stdout, language).toMatch(/\/pay\/[0-9a-f-]{36}/u);
  }
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  expect(await page.content()).not.toContain(key);
  await page.getByRole("region", { name: "Code sample" }).waitFor();
});

test("without an account the sample names the first step, and links the guides", async () => {
  const page = await visit("/api-keys", { as: await newMerchant() });
  await page.getByText("replace ACCOUNT_ID").waitFor();
  expect(await page.getByRole("region", { name: "Code sample" }).innerText()).toContain(
    '"account_id": "ACCOUNT_ID"',
  );
  const guides = page.getByRole("link", { name: "Error codes" });
  expect(await guides.getAttribute("href")).toBe("/docs/errors");
  await page.getByRole("link", { name: "Go to webhooks" }).click();
  await heading(page, "Webhooks").waitFor();
});
