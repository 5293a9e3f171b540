import path from "node:path";
import { expect, inject, test } from "vitest";
import internalDocument from "../../openapi/internal.json" with { type: "json" };
import {
  axeViolations,
  isScrolledSideways,
  readQrCode,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { registeredDevice, transfer } from "../../contract-tests/support/device.ts";
import { callerWith, dataOf } from "../../contract-tests/support/http.ts";
import { forwarders } from "../src/features/devices/forwarders.ts";
import { browser, button, visit } from "./open-dashboard.ts";
import { newMerchant } from "./people.ts";

/** Not in git; kept by CI for people to look at. */
const pictures = path.resolve(import.meta.dirname, "../../artifacts/pairing");

test("a phone registers with the QR code that it reads, and reports once its code was approved", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  await button(page, "Connect a phone").first().click();
  const dialog = page.getByRole("dialog");
  const picture = dialog.getByRole("img", { name: "QR code that connects a phone" });
  const offer = new URL((await readQrCode(browser, await picture.screenshot())) ?? "");
  expect(offer.pathname).toBe("/pair");
  await dialog.getByText(`A phone cannot reach ${offer.origin},`).waitFor();
  await dialog.getByText("Enter the code manually").click();
  const token = offer.hash.slice(1);
  await dialog.getByText(token, { exact: true }).waitFor();
  await dialog.getByText("Termux", { exact: true }).click();
  await dialog.getByText(`tepat-worker register --pairing '${offer.href}'`).waitFor();
  const phone = await registeredDevice(callerWith({ "x-pairing-token": token }), {
    device_name: "Till phone",
  });
  await dialog.getByText("Till phone has registered").waitFor();
  await dialog.getByText("tepat-worker run").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await button(page, "Approve").click();
  const [listed] = dataOf<{ pairing_code: string }[]>(await merchant.get("/worker/devices"));
  expect(await dialog.locator(".pairing-code").innerText()).toBe(listed?.pairing_code);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("No report yet", { exact: true }).waitFor();
  expect(await phone.report(transfer(150_123))).toHaveLength(1);
  await page.getByText("Healthy", { exact: true }).waitFor();

  await button(page, "Rename").click();
  await dialog.getByLabel("Name").fill("Phone at the till");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Phone at the till" }).waitFor();

  await button(page, "Revoke").click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("Revoked", { exact: true }).waitFor();
  const refused = await phone.post("/worker/mutations", { notifications: [transfer(150_123)] });
  expect(refused.status).toBe(401);
  expect(dataOf(await merchant.get("/gateway/mutations"))).toHaveLength(1);
});

test.each([
  ["en-GB", { width: 1280, height: 860 }],
  ["id-ID", { width: 390, height: 844 }],
])("the dialog leads with the app, whole on a screen in %s", async (locale, viewport) => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant, locale, viewport });
  const isEnglish = locale === "en-GB";
  await button(page, isEnglish ? "Connect a phone" : "Hubungkan HP")
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img").waitFor();
  const text = await dialog.innerText();
  const ways = isEnglish
    ? ["install the Tepat app", "A notification forwarder app", "Termux"]
    : ["pasang aplikasi Tepat", "Aplikasi penerus notifikasi", "Termux"];
  expect(ways.map((way) => text.indexOf(way))).toEqual(
    ways.map((way) => text.indexOf(way)).toSorted((a, b) => a - b),
  );
  expect(text).toContain(ways[0]);
  expect(await axeViolations(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
  await takePicture(page, path.join(pictures, `dialog-${locale.slice(0, 2)}.png`));
});

test("a forwarder app gets its address in the dialog, and reports with it once it was approved", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  await button(page, "Connect a phone").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("A notification forwarder app").click();
  await dialog.getByLabel("App", { exact: true }).selectOption("SmsForwarder");
  await dialog.getByRole("button", { name: "Create address" }).click();
  const shown = await dialog.locator("pre", { hasText: "/worker/notify/" }).innerText();
  const address = new URL(shown);
  expect(address.search).toBe("?preset=smsforwarder");
  const template = await dialog.locator("pre", { hasText: "{{MSG}}" }).innerText();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "forwarder.png"));
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await button(page, "Approve").click();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.waitFor({ state: "detached" });

  const { package_name, title, body } = transfer(150_123);
  const values = { PACKAGE_NAME: package_name, TITLE: title, MSG: body, RECEIVE_TIME: "" };
  const filled = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
    template,
  );
  const { base_url } = inject("service");
  const response = await fetch(`${base_url}${address.pathname}${address.search}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: filled,
  });
  expect(await response.json()).toMatchObject({ data: { outcome: "recorded" } });
});

test("a code that was used meanwhile is no end of the session", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  await page.route("**/worker/devices", (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, code: "unauthorized", message: "Used." },
    }),
  );
  await button(page, "Connect a phone").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("A notification forwarder app").click();
  await dialog.getByRole("button", { name: "Create address" }).click();
  await dialog.getByText("This code was used or has expired.").waitFor();
});

test("the forwarder apps of the dialog are those that the server knows", () => {
  const known = /\(`smsforwarder`.*?\)/.exec(JSON.stringify(internalDocument))?.[0] ?? "";
  const names = [...known.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  // What termux-notification-list prints is posted by scripts, not by an app.
  const apps = new Set(names.filter((name) => name !== "termux"));
  expect(apps.size).toBeGreaterThan(5);
  expect(new Set(forwarders.map(({ preset }) => preset))).toEqual(apps);
});
