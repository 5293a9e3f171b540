import path from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect, inject, test } from "vitest";
import internalDocument from "../../openapi/internal.json" with { type: "json" };
import {
  axeViolations,
  crossedLooks,
  inEachLook,
  isScrolledSideways,
  readQrCode,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { registeredDevice, transfer } from "../../contract-tests/support/device.ts";
import type { Person } from "../../contract-tests/support/dashboard.ts";
import { callerWith, dataOf } from "../../contract-tests/support/http.ts";
import { forwarders } from "../src/features/sources/forwarders.ts";
import { browser, button, visit } from "./open-dashboard.ts";
import { approvedDevice, newMerchant, openShop } from "./people.ts";
import { chooseWay, chosenWay, unfold, withApp, withPublicAddress } from "./pairing-ways.ts";

/** The folder of pictures for people to look at. It is not in git. */
const pictures = path.resolve(import.meta.dirname, "../../artifacts/pairing");

test("a phone registers by scanning the QR code, and reports after its approval", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  const dialog = await chosenWay(page, "The Tepat app, by cable");
  const picture = dialog.getByRole("img", { name: "QR code that connects a phone" });
  const offer = new URL((await readQrCode(browser, await picture.screenshot())) ?? "");
  expect(offer.pathname).toBe("/pair");
  await dialog.getByText(`A phone cannot reach ${offer.origin},`).waitFor();
  await dialog.getByText("Enter the code manually").click();
  const token = offer.hash.slice(1);
  await dialog.getByText(token, { exact: true }).waitFor();
  await dialog.getByText(offer.href, { exact: true }).waitFor();
  const phone = await registeredDevice(callerWith({ "x-pairing-token": token }), {
    device_name: "Till phone",
  });
  await dialog.getByText("Till phone has registered").waitFor();
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

test("an earlier phone is not announced as new when the list is late", async () => {
  const merchant = await newMerchant();
  await approvedDevice(merchant);
  const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
  const page = await visit("/devices", {
    as: merchant,
    prepare: async (opened) => {
      await opened.route(/\/dashboard\/api\/devices\?/, async (route) => {
        await answered;
        await route.continue();
      });
    },
  });
  await withApp(page, true);
  await button(page, "Add a source").first().click();
  answer(null);
  const dialog = page.getByRole("dialog");
  await chooseWay(dialog, "An Android phone", "The Tepat app, by cable");
  await page.locator(".device-cards").waitFor({ state: "attached" });
  await dialog.getByText("Enter the code manually").waitFor();
  expect(await dialog.getByText("has registered").count()).toBe(0);
});

const phone = { name: "phone", viewport: { width: 390, height: 844 } };
const desktop = { name: "desktop", viewport: { width: 1440, height: 900 } };

test.each(crossedLooks(desktop, phone))(
  "the first question is which phone has the bank's app, then one way is open, in %s",
  async (locale, looks) => {
    const merchant = await newMerchant();
    const page = await visit("/devices", { as: merchant, locale, ...looks[0] });
    await withPublicAddress(page, true);
    const isEnglish = locale === "en-GB";
    await button(page, isEnglish ? "Add a source" : "Tambah sumber")
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    const answers = isEnglish
      ? ["An Android phone", "An iPhone", "No phone"]
      : ["HP Android", "iPhone", "Tanpa HP"];
    const answer = (at: number) => dialog.getByRole("radio", { name: answers[at] ?? "" }).check();
    const shownWays = async () => {
      const all = await dialog.locator("h3:visible").allInnerTexts();
      return all.map((each) => each.trim());
    };
    await dialog.getByRole("radio").first().waitFor();
    expect(await shownWays()).toEqual([]);
    await answer(0);
    expect(await shownWays()).toEqual([
      expect.stringMatching(isEnglish ? /^MacroDroid.*Recommended/su : /^MacroDroid.*Disarankan/su),
    ]);
    await inEachLook(page, looks, async ({ name }) => {
      expect(await axeViolations(page)).toEqual([]);
      await takePicture(page, path.join(pictures, `way-${locale.slice(0, 2)}-${name}.png`));
      await unfold(dialog);
      expect(await shownWays()).toHaveLength(6);
      expect(await axeViolations(page)).toEqual([]);
      expect(await isScrolledSideways(page)).toBe(false);
      await takePicture(page, path.join(pictures, `ways-${locale.slice(0, 2)}-${name}.png`));
    });
    expect(await dialog.innerText()).not.toMatch(/Termux|webhook|operator|environment/iu);
    await answer(1);
    expect(await shownWays()).toHaveLength(1);
    await unfold(dialog);
    await dialog
      .getByText(
        isEnglish
          ? "iOS does not let an app read another app's notifications"
          : "iOS tidak memperlihatkan notifikasi satu aplikasi kepada aplikasi lain",
      )
      .waitFor();
    await answer(2);
    expect(await shownWays()).toEqual([
      expect.stringMatching(isEnglish ? /^Your bank's emails/u : /^Email dari bank/u),
    ]);
  },
);

test("while phones cannot reach the server, the chosen way stays first and says so, beside emails", async () => {
  const shop = await openShop();
  const page = await visit("/devices", { as: shop });
  await withApp(page, true);
  await button(page, "Add a source").first().click();
  const dialog = page.getByRole("dialog");
  const remark = dialog.getByText("which works on this computer only.");
  const shownWays = () => dialog.locator("h3:visible").allInnerTexts();
  await dialog.getByLabel("An Android phone").check();
  await expect
    .poll(shownWays)
    .toEqual([
      expect.stringMatching(/^MacroDroid(?!.*Recommended).*Needs an address first/su),
      expect.stringMatching(/^Your bank's emails.*Works now/su),
    ]);
  await remark.waitFor();
  // No time is promised until the bank's emails are taught.
  await dialog.getByText("you teach it the first email from BCA").waitFor();
  await dialog.getByLabel("An iPhone").check();
  expect(await shownWays()).toEqual([expect.stringMatching(/^Your bank's emails.*Recommended/su)]);
  expect(await remark.count()).toBe(0);
  await unfold(dialog);
  const sms = dialog.locator(".way", { hasText: "Shortcuts on an iPhone" });
  await sms.getByText("Needs an address first").waitFor();
  await sms.getByRole("button", { name: "Choose Shortcuts on an iPhone" }).click();
  await remark.waitFor();
});

test("a server without the app offers only the ways without it, and explains that among the others", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  await withPublicAddress(page, false);
  await button(page, "Add a source").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("An Android phone").check();
  const remark = dialog.getByText("This server does not offer the Tepat app");
  expect(await remark.isVisible()).toBe(false);
  await unfold(dialog);
  await remark.waitFor();
  const ways = await dialog.getByRole("heading", { level: 3 }).allInnerTexts();
  expect(ways.map((way) => way.split(" ", 1)[0])).toEqual(["MacroDroid", "Your", "Bank", "Tasker"]);
  await dialog.getByLabel("No phone").check();
  expect(await remark.count()).toBe(0);
  await unfold(dialog);
  await dialog.getByRole("link", { name: "Open bank statements" }).click();
  await page.waitForURL("**/statements");
});

const openBni = (person: Person) =>
  person.post("/dashboard/api/accounts", {
    channel_id: "85b73fb0-8d17-5bfa-8e85-40923bf94efb",
    account_number: "1234567891",
    account_name: "TOKO CONTOH",
  });

test.each([
  ["An iPhone", "Shortcuts on an iPhone"],
  ["No phone", "Bank statements, without a phone"],
] as const)(
  "where no bank of the shop sends emails that can be checked, %s leads to %s",
  async (phoneAnswer, way) => {
    const merchant = await newMerchant();
    await openBni(merchant.person);
    const page = await visit("/devices", { as: merchant });
    await button(page, "Add a source").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(phoneAnswer).check();
    await expect
      .poll(() => dialog.locator("h3:visible").allInnerTexts())
      .toEqual([expect.stringContaining(way)]);
  },
);

test("a person can go back and choose another way with the same code", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  const dialog = await chosenWay(page, "The Tepat app, by download");
  await dialog.getByText("after 24 hours").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "download.png"));
  await dialog.getByRole("button", { name: "Choose another way" }).click();
  await chooseWay(dialog, "An iPhone", "Shortcuts on an iPhone");
  await dialog.getByLabel("Bank whose notifications are forwarded").selectOption("BCA mobile");
  await dialog.getByRole("button", { name: "Create address" }).click();
  const address = new URL(await dialog.locator("pre", { hasText: "/notify/" }).innerText());
  expect(address.search).toBe("?preset=shortcuts");
  expect(await dialog.locator("pre", { hasText: "Shortcut Input" }).innerText()).toBe(
    "package  com.bca\ntext  Shortcut Input",
  );
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "iphone.png"));
});

test("a bank whose emails cannot be trusted is named before and in the form", async () => {
  const shop = await openShop();
  await openBni(shop.person);
  const page = await visit("/devices", { as: shop });
  await withApp(page, true);
  await button(page, "Add a source").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("No phone").check();
  await dialog.getByText("Not for BNI yet").waitFor();
  await takePicture(page, path.join(pictures, "ways-bca.png"));
  await page.setViewportSize({ width: 390, height: 844 });
  await takePicture(page, path.join(pictures, "ways-bca-phone.png"));
  await chooseWay(dialog, "No phone", "Your bank's emails");
  await dialog.getByRole("textbox", { name: "Email address" }).fill("kasir@gmail.com");
  await dialog.getByRole("button", { name: "Continue" }).click();
  expect(await dialog.getByLabel("BNI 1234567891").isDisabled()).toBe(true);
  await dialog.getByText("Tepat cannot check this bank's emails yet.").waitFor();
  expect(await dialog.getByLabel("BCA 1234567890").isDisabled()).toBe(false);
  await dialog.getByText("After this bank's first email, you teach").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "mailbox-bca-phone.png"));
});

test("a task for Tasker contains the address and the bank's app", async () => {
  const merchant = await openShop();
  const page = await visit("/devices", { as: merchant });
  const dialog = await chosenWay(page, "Tasker or another app");
  await dialog.getByLabel("App", { exact: true }).selectOption("Tasker");
  // The app of the shop's account is first, before apps that come earlier in the alphabet.
  const bank = dialog.getByLabel("Bank whose notifications are forwarded");
  expect(await bank.locator("option:checked").textContent()).toBe("BCA mobile");
  await dialog.getByRole("button", { name: "Create address" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download task" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("tepat.tsk.xml");
  const task = await textOf(await download.createReadStream());
  expect(task).toContain("?preset=tasker</Str>");
  expect(task).toContain("package: 'com.bca'");
  const name = /<nme>(.*)<\/nme>/.exec(task)?.[1] ?? "no name";
  await dialog
    .getByText(`Choose BCA mobile as Owner Application, then choose the task “${name}”.`)
    .waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "tasker.png"));
  await dialog.getByText("Create it yourself").click();
  await dialog.getByText("First action: JavaScriptlet").waitFor();
});

test("the dialog shows a forwarder app's address, with which the app reports after its approval", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  const dialog = await chosenWay(page, "Tasker or another app");
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

test("a macro for MacroDroid contains the address, and reports after its approval", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  const dialog = await chosenWay(page, "MacroDroid on an Android phone");
  await dialog.getByLabel("Bank whose notifications are forwarded").selectOption("BCA mobile");
  await dialog.getByRole("button", { name: "Create address" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("link", { name: "Download macro" }).click(),
  ]);
  // The file contains everything, so the values for developers are folded.
  const shownAddress = dialog.locator("pre", { hasText: "/worker/notify/" });
  expect(await shownAddress.isVisible()).toBe(false);
  expect(download.suggestedFilename()).toBe("tepat.macro");
  const { macro } = JSON.parse(await textOf(await download.createReadStream())) as {
    macro: { m_actionList: [{ requestConfig: RequestConfig }] };
  };
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "macrodroid.png"));
  await dialog.getByText("Create it yourself").click();
  await shownAddress.waitFor();
  await dialog.locator("pre", { hasText: "not_title={not_title}" }).waitFor();
  await dialog.getByText("Action: HTTP Request, POST").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, "macrodroid-yourself.png"));
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await button(page, "Approve").click();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.waitFor({ state: "detached" });

  const { urlToOpen, queryParams } = macro.m_actionList[0].requestConfig;
  const { package_name, title, body } = transfer(150_123);
  const values = new Map([
    ["{not_app_package}", package_name],
    ["{not_title}", title],
    ["{notification}", body],
  ]);
  const query = queryParams.map(
    ({ paramName, paramValue }) =>
      `&${paramName}=${encodeURIComponent(values.get(paramValue) ?? paramValue)}`,
  );
  const address = new URL(urlToOpen);
  const { base_url } = inject("service");
  const response = await fetch(`${base_url}${address.pathname}${address.search}${query.join("")}`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: "",
  });
  expect(await response.json()).toMatchObject({ data: { outcome: "recorded" } });
});

interface RequestConfig {
  urlToOpen: string;
  queryParams: { paramName: string; paramValue: string }[];
}

test("a code used elsewhere meanwhile does not end the session", async () => {
  const merchant = await newMerchant();
  const page = await visit("/devices", { as: merchant });
  await page.route("**/worker/devices", (route) =>
    route.fulfill({
      status: 401,
      json: { success: false, code: "unauthorized", message: "Used." },
    }),
  );
  const dialog = await chosenWay(page, "Tasker or another app");
  await dialog.getByRole("button", { name: "Create address" }).click();
  await dialog.getByText("This code was used or has expired.").waitFor();
});

test("the dialog lists the forwarder apps that the server knows", () => {
  const known = /\(`smsforwarder`.*?\)/.exec(JSON.stringify(internalDocument))?.[0] ?? "";
  const names = [...known.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  // Scripts, not apps, post the output of termux-notification-list.
  const apps = new Set(names.filter((name) => name !== "termux"));
  expect(apps.size).toBeGreaterThan(5);
  expect(new Set(forwarders.map(({ preset }) => preset))).toEqual(apps);
});
