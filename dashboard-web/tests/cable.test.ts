import path from "node:path";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { send } from "../../contract-tests/support/http.ts";
import {
  axeViolations,
  isScrolledSideways,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import { appFile } from "./app-file.ts";
import { button, heading, visit, type VisitOptions } from "./open-dashboard.ts";
import { newMerchant } from "./people.ts";
import type { Consent } from "../../server/testing/adb-daemon.ts";
import { chosenWay } from "./pairing-ways.ts";
import { createCable, type Cable, type CableOptions } from "./usb-cable.ts";

/** Tests the page that sets up a phone by cable, with a phone's side of adb behind a fake WebUSB. */

const pictures = path.resolve(import.meta.dirname, "../../artifacts/dashboard");
const address = "/devices/cable";
const id = "id.tepat.worker";
const apk = appFile();

interface Setting {
  page: Page;
  cable: Cable;
}

/** Opens the page with a phone on the cable. The gateway has an address that a phone can reach. */
async function atCable(options: CableOptions, visiting: VisitOptions = {}): Promise<Setting> {
  const cable = createCable(options);
  const as = await newMerchant();
  const page = await visit(address, {
    as,
    ...visiting,
    prepare: async (opened) => {
      await cable.attach(opened);
      await reachable(opened);
      await visiting.prepare?.(opened);
    },
  });
  return { page, cable };
}

const reachable = (page: Page) =>
  page.route("**/dashboard/api/pairing", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { uri: string } };
    const code = answer.data.uri.split("#")[1];
    const data = { ...answer.data, uri: `https://pay.example/pair#${code}` };
    await route.fulfill({ response, json: { ...answer, data } });
  });

const start = (page: Page) => button(page, "Connect and set up").click();
const again = (page: Page) => button(page, "Try again").click();
const steps = (page: Page) => page.locator(".checklist > li");
const ticked = (page: Page) =>
  page.locator('.checklist > li[data-done="true"] h3').allTextContents();

/** Registers the app with the code of the link that was opened on the phone. */
async function registers({ page, cable }: Setting) {
  await expect
    .poll(() => cable.phone.opened)
    .toContain("tepat://pair?server=https%3A%2F%2Fpay.example");
  const code = new URL(cable.phone.opened ?? "").searchParams.get("code") ?? "";
  const { base_url } = inject("service");
  const { status } = await send(
    {
      method: "POST",
      path: "/worker/devices",
      headers: { "x-pairing-token": code },
      json: { device_name: "Pixel 8a", installation_id: `cable-${code.slice(-8)}` },
    },
    base_url,
  );
  expect(status).toBe(201);
  await page.getByText("Pixel 8a has registered.").waitFor();
}

const background = `whitelist +${id}`;
const posting = `grant ${id} android.permission.POST_NOTIFICATIONS`;
const restricted = `appops ${id} ACCESS_RESTRICTED_SETTINGS`;
const sensitive = `appops ${id} RECEIVE_SENSITIVE_NOTIFICATIONS`;

test.each([
  ["8.0", 26, [background]],
  ["8.1", 27, [background]],
  ["13", 33, [restricted, posting, background]],
  ["15", 35, [restricted, posting, sensitive, background]],
  ["16", 36, [restricted, posting, sensitive, background]],
])(
  "a phone with Android %s is set up and registers, and its other listeners stay",
  async (_, sdk, allowed) => {
    const setting = await atCable({ sdk });
    const { page, cable } = setting;
    await steps(page).first().waitFor();
    const named = await page.locator(".checklist h3").allTextContents();
    await start(page);
    await registers(setting);
    expect(cable.phone.installed?.equals(apk)).toBe(true);
    expect([...cable.phone.allowed]).toEqual(allowed);
    expect(cable.phone.listeners).toEqual([
      "com.other/.Listener",
      `${id}/id.tepat.worker.Listener`,
    ]);
    expect(cable.timesAsked).toBe(1);
    await page.getByText("Switch off USB debugging on the phone").waitFor();
    const done = (await ticked(page)).map((title) => title.replace(/ done$/u, ""));
    expect(named).toEqual(expect.arrayContaining(done));
    expect(done).toHaveLength(await steps(page).count());
    expect(await axeViolations(page)).toEqual([]);
  },
);

test("the page lists each step, and sends the phone nothing before the start", async () => {
  const { page, cable } = await atCable({ sdk: 36 });
  await steps(page).first().waitFor();
  expect(await page.locator(".checklist h3").allTextContents()).toEqual([
    "Connect the phone that you choose",
    "Wait for your permission on the phone",
    "Install the Tepat app 1.2.3 (id.tepat.worker)",
    "Allow restricted settings for the app",
    "Allow the app to show notifications",
    "Show the app the texts that Android hides",
    "Allow the app to read notifications",
    "Let the app run in the background",
    "Open the pairing link in the app",
    "Wait until the phone has registered with Tepat",
  ]);
  expect(cable.commands).toEqual([]);
  expect(cable.timesAsked).toBe(0);
});

test("each refusal of the app is explained, and the next try begins there", async () => {
  const setting = await atCable({ sdk: 36 });
  const { page, cable } = setting;
  let next = start;
  for (const [refusesInstall, advice] of [
    ["INSTALL_FAILED_UPDATE_INCOMPATIBLE: signatures do not match", "signed by another key"],
    ["INSTALL_FAILED_VERSION_DOWNGRADE", "newer version of the app than 1.2.3"],
    ["INSTALL_FAILED_USER_RESTRICTED: Install canceled by user", "Install via USB"],
    ["INSTALL_FAILED_VERIFICATION_FAILURE", "Play Protect"],
  ] as const) {
    cable.options.refusesInstall = refusesInstall;
    await next(page);
    await page.getByRole("alert").getByText(advice).waitFor();
    expect(cable.phone.allowed.size).toBe(0);
    expect(await button(page, "Skip this step").count()).toBe(0);
    next = again;
  }
  delete cable.options.refusesInstall;
  await again(page);
  await registers(setting);
  expect(cable.commands.filter((command) => command.startsWith("getprop"))).toHaveLength(1);
});

test("the switches of each maker are drawn once they are opened", async () => {
  for (const visiting of [{ locale: "en-GB" }, { locale: "id-ID", colorScheme: "dark" as const }]) {
    const { page } = await atCable({ sdk: 36 }, visiting);
    const makers = page.locator("details");
    const [marked, other] =
      visiting.locale === "en-GB"
        ? ["Install via USB", "Auto Blocker"]
        : ["Instal via USB", "Pemblokir Otomatis"];
    await expect.poll(() => makers.count()).toBe(4);
    expect(await page.locator("svg text").count()).toBe(0);
    for (const maker of await makers.all()) await maker.locator("summary").click();
    await page.locator("svg text", { hasText: marked }).waitFor();
    await page.locator("svg text", { hasText: other }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(pictures, `cable-makers-${visiting.locale}.png`));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await isScrolledSideways(page)).toBe(false);
  }
});

test("a phone's early refusal of the app shows the reason", async () => {
  const refusesInstall = "INSTALL_FAILED_USER_RESTRICTED: Invalid apk";
  const { page } = await atCable({ sdk: 33, refusesInstall, refusesEarly: true });
  await start(page);
  await page.getByRole("alert").getByText("Install via USB").waitFor();
});

test("a phone whose policy forbids listeners is reported, and the step can be skipped", async () => {
  const setting = await atCable({ sdk: 36, refusesListeners: true });
  const { page, cable } = setting;
  await start(page);
  await page.getByRole("alert").getByText("an employer manages").waitFor();
  expect(cable.phone.allowed.has(background)).toBe(false);
  await button(page, "Skip this step").click();
  await registers(setting);
  await page.getByText("skipped").waitFor();
  expect(cable.phone.allowed.has(background)).toBe(true);
});

test("a Xiaomi without its second switch gets the name of that switch", async () => {
  const { page } = await atCable({
    sdk: 36,
    name: ["Xiaomi", "23053RN02A"],
    forbidsPermissions: true,
  });
  await start(page);
  await page.getByRole("alert").getByText("USB debugging (Security settings)").waitFor();
  await page.getByText("Xiaomi 23053RN02A").waitFor();
  await takePicture(page, path.join(pictures, "cable-forbidden.png"));
});

test("a cable that is pulled at any step stops the work, and the next try continues at that step", async () => {
  const setting = await atCable({ sdk: 36 });
  const { page, cable } = setting;
  const isPulledAt = (command: string) => cable.commands.at(-1)?.startsWith(command);
  let next = start;
  for (const pulledAt of [
    "getprop",
    "cmd package install",
    "appops set id.tepat.worker ACCESS",
    "pm grant",
    "appops set id.tepat.worker RECEIVE",
    "cmd notification allow",
    "settings get",
    "cmd deviceidle",
    "am start",
  ]) {
    cable.options.pulledAt = pulledAt;
    await next(page);
    await expect.poll(() => isPulledAt(pulledAt)).toBe(true);
    await page.getByRole("alert").getByText("The phone is no longer connected").waitFor();
    cable.plugIn();
    next = again;
  }
  delete cable.options.pulledAt;
  await again(page);
  await registers(setting);
  expect(cable.phone.allowed).toEqual(new Set([restricted, posting, sensitive, background]));
  const installs = cable.commands.filter((command) => command.startsWith("cmd package install"));
  expect(installs).toHaveLength(2);
  expect(cable.timesAsked).toBe(1);
});

test.each([26, 36])("a cable that is pulled while the app is sent to Android %s", async (sdk) => {
  const setting = await atCable({ sdk, pulledAfterBytes: 700_000 });
  const { page, cable } = setting;
  await start(page);
  await page.getByRole("alert").getByText("The phone is no longer connected").waitFor();
  expect(cable.phone.installed).toBeNull();
  await again(page);
  await page.getByRole("alert").getByText("No phone was chosen").waitFor();
  delete cable.options.pulledAfterBytes;
  cable.plugIn();
  await again(page);
  await registers(setting);
});

test("a phone that was refused asks again, and remembers the computer once it was allowed", async () => {
  const { page, cable } = await atCable({
    sdk: 33,
    consent: "refuses",
    makesKey: true,
    refusesInstall: "INSTALL_FAILED_ABORTED",
  });
  await start(page);
  await page.getByRole("alert").getByText("waits for your consent").waitFor();
  expect(cable.commands).toEqual([]);
  cable.options.consent = "allows";
  await again(page);
  await page.getByRole("alert").getByText("cancelled on the phone").waitFor();
  await page.reload();
  cable.options.consent = "refuses";
  await start(page);
  await page.getByRole("alert").getByText("cancelled on the phone").waitFor();
});

test("a phone without consent is reported after two minutes", async () => {
  const { page, cable } = await atCable(
    { sdk: 36, consent: "looks away" },
    { prepare: (page) => page.clock.install() },
  );
  await start(page);
  await page.getByText("tap Allow on “Allow USB debugging?”").waitFor();
  await page.clock.runFor(120_000);
  await page.getByRole("alert").getByText("waits for your consent").waitFor();
  cable.options.consent = "allows";
  await again(page);
  await expect.poll(() => cable.phone.opened).not.toBeNull();
});

test("a phone that does not answer is offline", async () => {
  const { page } = await atCable(
    { sdk: 36, isOffline: true },
    { prepare: (page) => page.clock.install() },
  );
  await start(page);
  await page.getByText("Choose your phone").waitFor();
  await expect
    .poll(async () => {
      await page.clock.runFor(30_000);
      return page.getByRole("alert").count();
    })
    .toBe(1);
  await page.getByRole("alert").getByText("The phone is offline").waitFor();
});

test("a phone that the browser does not get is left alone, and the next try completes the work", async () => {
  const setting = await atCable({ sdk: 36 });
  const { page, cable } = setting;
  let next = start;
  for (const [fault, advice] of [
    ["isForbidden", "does not let the browser open the phone"],
    ["isNotChosen", "No phone was chosen"],
    ["isLocked", "does not let the browser open the phone"],
    ["isHeld", "Another program or tab uses this phone"],
  ] as const) {
    cable.options[fault] = true;
    await next(page);
    await page.getByRole("alert").getByText(advice).waitFor();
    expect(cable.commands).toEqual([]);
    delete cable.options[fault];
    next = again;
  }
  await again(page);
  await registers(setting);
});

test("leaving before the phone's consent stops the work", async () => {
  const { promise: consent, resolve } = Promise.withResolvers<Consent>();
  const { page, cable } = await atCable({ sdk: 36, consent });
  await start(page);
  await page.getByText("tap Allow on").waitFor();
  await page.locator("main").getByRole("link", { name: "Sources" }).first().click();
  await heading(page, "Sources").waitFor();
  expect(cable.isInUse()).toBe(true);
  resolve("allows");
  await expect.poll(() => cable.isInUse()).toBe(false);
  expect(cable.commands).toEqual([]);
});

test("a page reports that its USB part does not load", async () => {
  const { page } = await atCable(
    { sdk: 36 },
    { prepare: async (page) => void (await page.route("**/usb-phone*", (route) => route.abort())) },
  );
  await start(page);
  await page.getByRole("alert").getByText("Something went wrong on this page").waitFor();
});

test("a second tab cannot take the phone from the first", async () => {
  const { page, cable } = await atCable({ sdk: 36, consent: "looks away" });
  await start(page);
  await page.getByText("tap Allow on").waitFor();
  const second = await page.context().newPage();
  await cable.attach(second);
  await second.goto(page.url());
  await start(second);
  await second.getByRole("alert").getByText("Another program or tab uses this phone").waitFor();
  await page.close();
  cable.options.consent = "allows";
  await again(second);
  await second.getByText("Open the pairing link in the app").waitFor();
  await expect.poll(() => cable.phone.installed?.length).toBe(apk.length);
});

test("the link names a gateway that no phone can reach", async () => {
  const { page } = await atCable(
    { sdk: 36 },
    { prepare: (page) => page.unroute("**/dashboard/api/pairing") },
  );
  await start(page);
  await page.getByRole("alert").getByText("which works on this computer only").waitFor();
});

test("the dialog reports a gateway without the app", async () => {
  const { page } = await atCable(
    { sdk: 36 },
    {
      prepare: async (page) =>
        void (await page.route("**/app/tepat-worker.apk", (route) =>
          route.fulfill({ status: 404 }),
        )),
    },
  );
  await page.getByText("This server does not offer the Tepat app").waitFor();
});

test("a browser without USB, a phone and a page over http get one sentence with the next step", async () => {
  const as = await newMerchant();
  const withoutUsb = await visit(address, {
    as,
    whenOpened: () => Reflect.deleteProperty(Navigator.prototype, "usb"),
  });
  await withoutUsb.getByText("This browser cannot use USB").waitFor();

  const userAgent =
    "Mozilla/5.0 (Linux; Android 15; Pixel 8a) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36";
  for (const [locale, sentence] of [
    ["en-GB", "This way needs a computer"],
    ["id-ID", "Cara ini memerlukan komputer"],
  ] as const) {
    const onPhone = await visit(address, {
      as,
      userAgent,
      locale,
      viewport: { width: 390, height: 844 },
    });
    await onPhone.getByText(sentence).waitFor();
    expect(await isScrolledSideways(onPhone)).toBe(false);
    await takePicture(onPhone, path.join(pictures, `cable-phone-${locale.slice(0, 2)}.png`));
  }

  const { base_url } = inject("service");
  const page = await visit("/sign-in");
  await page.route("http://tepat.example/**", async (route) => {
    const { pathname, search } = new URL(route.request().url());
    await route.fulfill({
      response: await route.fetch({ url: `${base_url}${pathname}${search}` }),
    });
  });
  const [name = "", value = ""] = as.person.cookie.split("=", 2);
  await page.context().addCookies([{ name, value, domain: "tepat.example", path: "/dashboard" }]);
  // The stream never ends, so its response would be fetched after the end of the test.
  await page.route("**/dashboard/api/events", (route) => route.abort());
  await page.goto(`http://tepat.example/dashboard${address}`);
  await page.getByText("Browsers allow USB only at an https address").waitFor();
});

interface PolicyDocument {
  featurePolicy: { allowsFeature(name: string): boolean };
}

test("only this page's document may use USB, and the dialog's button loads it", async () => {
  const page = await visit("/devices", { as: await newMerchant() });
  const mayUseUsb = () =>
    page.evaluate(() => (document as unknown as PolicyDocument).featurePolicy.allowsFeature("usb"));
  expect(await mayUseUsb()).toBe(false);
  await chosenWay(page, "The Tepat app, by cable");
  await page.getByRole("link", { name: "Set up with this computer" }).click();
  await heading(page, "Set up a phone by cable").waitFor();
  expect(await mayUseUsb()).toBe(true);
});

test("going back to this page from another document reloads it", async () => {
  const { page } = await atCable({ sdk: 36 });
  await page.locator("main").getByRole("link", { name: "Sources" }).first().click();
  await heading(page, "Sources").waitFor();
  await page.reload();
  await heading(page, "Sources").waitFor();
  await page.goBack();
  await button(page, "Connect and set up").waitFor();
  const isAllowed = await page.evaluate(() =>
    (document as unknown as PolicyDocument).featurePolicy.allowsFeature("usb"),
  );
  expect(isAllowed).toBe(true);
});

test("other pages do not load adb", async () => {
  const loaded: string[] = [];
  const page = await visit("/", {
    as: await newMerchant(),
    loadsAhead: true,
    prepare: async (page) => void page.on("request", (request) => loaded.push(request.url())),
  });
  await expect.poll(() => loaded.some((url) => /\/sources-/u.test(url))).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((url) => /usb-phone/u.test(url))).toEqual([]);
});

test.each([
  ["en-GB", "light", "Connect and set up"],
  ["id-ID", "dark", "Sambungkan dan siapkan"],
] as const)("the page in %s and %s", async (locale, colorScheme, begin) => {
  const { page, cable } = await atCable(
    { sdk: 36, name: ["samsung", "SM-A155F"] },
    { locale, colorScheme, viewport: { width: 1440, height: 900 } },
  );
  await button(page, begin).waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, `cable-${colorScheme}.png`));
  await button(page, begin).click();
  await expect.poll(() => cable.phone.opened).not.toBeNull();
  expect(await axeViolations(page)).toEqual([]);
  await takePicture(page, path.join(pictures, `cable-${colorScheme}-working.png`));
});
