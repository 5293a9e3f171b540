import { expect, test } from "vitest";
import { readQrCode } from "../../web-shared/testing/open-page.ts";
import { registeredDevice, transfer } from "../../contract-tests/support/device.ts";
import { callerWith, dataOf } from "../../contract-tests/support/http.ts";
import { browser, button, visit } from "./open-dashboard.ts";
import { newMerchant } from "./people.ts";

test("a phone registers with the QR code that it reads, and reports once its code was approved", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  await button(page, "Connect a phone").first().click();
  const dialog = page.getByRole("dialog");
  const picture = dialog.getByRole("img", { name: "QR code that connects a phone" });
  const offer = new URL((await readQrCode(browser, await picture.screenshot())) ?? "");
  expect(offer.protocol).toBe("tepat-pair:");
  await dialog.getByText(`A phone cannot reach ${offer.searchParams.get("server")}:`).waitFor();
  const token = { "x-pairing-token": offer.searchParams.get("token") ?? "" };
  const phone = await registeredDevice(callerWith(token), { device_name: "Till phone" });
  await dialog.getByText("Till phone has registered").waitFor();
  await dialog.getByText("tepat-worker run").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await button(page, "Approve").click();
  const [listed] = dataOf<{ pairing_code: string }[]>(await merchant.get("/worker/devices"));
  expect(await dialog.locator(".pairing-code").innerText()).toBe(listed?.pairing_code);
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Not heard yet", { exact: true }).waitFor();
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
