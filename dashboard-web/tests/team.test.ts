import type { Page } from "playwright-core";
import { afterAll, expect, inject, test } from "vitest";
import { randomUUID } from "node:crypto";
import { axeViolations, crossedLooks, inEachLook } from "../../web-shared/testing/open-page.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { openMailbox } from "./mailbox.ts";
import { button, heading, turnTo, visit } from "./open-dashboard.ts";
import { approvedDevice, colleague, openShop, type Merchant } from "./people.ts";

const newAddress = () => `${randomUUID()}@shop.example`;

const mailbox = await openMailbox(inject("mailPort"));
afterAll(() => mailbox[Symbol.asyncDispose]());

/** Sends an invitation in the page and returns the link of the email. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await button(page, "Invite a team member").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Role").selectOption({ label: role });
  await dialog.getByRole("button", { name: "Invite a team member" }).click();
  await dialog.getByText(`Tepat sent ${email} a link to join the team.`).waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  return inDashboard(new URL(await mailbox.linkTo(email)));
}

const inDashboard = ({ pathname, hash }: URL) => pathname.replace("/dashboard", "") + hash;

async function join(link: string, name: string): Promise<Page> {
  const page = await visit(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password").fill("a calm lake at dawn");
  await button(page, "Join").click();
  return page;
}

test("an invited cashier joins, sees only the counter, and loses access when removed", async () => {
  const merchant = await openShop("Warung Bu Tini");
  const email = newAddress();
  const owners = await visit("/team", { as: merchant });
  const link = await invite(owners, email, "Cashier");
  await owners.getByRole("listitem").filter({ hasText: email }).getByText("Valid until").waitFor();

  const tills = await visit(link);
  await tills
    .getByText("You are invited to the team of Warung Bu Tini with the role cashier")
    .waitFor();
  await tills.getByLabel("Your name").fill("Budi");
  await tills.getByLabel("Password").fill("short");
  await button(tills, "Join").click();
  await expect.poll(() => tills.getByLabel("Password").getAttribute("aria-invalid")).toBe("true");
  await tills.getByLabel("Password").fill("a calm lake at dawn");
  await button(tills, "Join").click();
  await expect.poll(() => new URL(tills.url()).pathname).toBe("/dashboard/counter");
  const menu = tills.getByRole("navigation", { name: "Menu", exact: true });
  expect(await menu.getByRole("link").allInnerTexts()).toEqual(["Counter", "Help", "Security"]);
  for (const address of ["/", "/payments", "/team", "/accounts/new", "/operator"]) {
    await tills.goto(new URL(`/dashboard${address}`, tills.url()).href);
    await expect.poll(() => new URL(tills.url()).pathname).toBe("/dashboard/counter");
  }

  await owners.reload();
  await button(owners, "Remove Budi").click();
  await owners.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await button(owners, "Remove Budi").waitFor({ state: "detached" });
  await heading(tills, "Sign in").waitFor();

  const again = await visit(link);
  await again.getByText("This link has been used or withdrawn").waitFor();
});

test("a viewer sees waiting transfers without controls to decide", async () => {
  const shop = await openShop();
  const device = await approvedDevice(shop);
  await device.report(transfer(42_000));
  const viewer = { person: await colleague(shop, { role: "viewer", mailbox }) };
  const page = await visit("/reconciliation", { as: viewer });
  await page.getByText("Details and reason").waitFor();
  expect(await button(page, "Mark as not mine").count()).toBe(0);
  expect(await button(page, "Save note").count()).toBe(0);
  const owners = await visit("/reconciliation", { as: shop });
  await button(owners, "Mark as not mine").waitFor();
});

test("a viewer can read the bank statements but cannot import", async () => {
  const shop = await openShop();
  const viewer = { person: await colleague(shop, { role: "viewer", mailbox }) };
  const page = await visit("/statements", { as: viewer });
  await page.getByText("No bank statements yet").waitFor();
  expect(await page.getByRole("link", { name: "Upload a statement" }).count()).toBe(0);
  await page.goto(new URL("/dashboard/statements/import", page.url()).href);
  await heading(page, "Overview").waitFor();
  const owners = await visit("/statements", { as: shop });
  await owners.getByRole("link", { name: "Upload a statement" }).click();
  await heading(owners, "Upload a statement").waitFor();
});

test("without email, the invitation's link is sent by WhatsApp or copied", async () => {
  const link = "https://pay.example/dashboard/invitation#token=pgi_0123456789";
  const page = await visit("/team", { as: await openShop("Warung Bu Tini") });
  await page.route("**/dashboard/api/team/invitations", async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...rest, data: { ...data, link } } });
  });
  await button(page, "Invite a team member").first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(newAddress());
  await dialog.getByRole("button", { name: "Invite a team member" }).click();
  await dialog.getByText("This server sends no email").waitFor();
  // A screen reader starts at the title, not at the button that closes the dialog.
  await dialog.locator("h2:focus").waitFor();
  await dialog.getByText(link).waitFor();
  const whatsapp = dialog.getByRole("link", { name: "Send by WhatsApp" });
  const text = new URL((await whatsapp.getAttribute("href")) ?? "").searchParams.get("text");
  expect(text).toBe(`Join the team of Warung Bu Tini on Tepat: ${link}`);
  await dialog.getByRole("button", { name: "I have sent it" }).click();
  await dialog.waitFor({ state: "detached" });
});

test("a changed role signs the person out, and the menu shows the new role's pages", async () => {
  const merchant = await openShop();
  const owners = await visit("/team", { as: merchant });
  const email = newAddress();
  const theirs = await join(await invite(owners, email, "Viewer"), "Dewi");
  await theirs.getByRole("link", { name: "Invoices", exact: true }).first().waitFor();
  expect(await theirs.getByRole("link", { name: "Developers" }).count()).toBe(0);

  await owners.reload();
  await button(owners, "Change role Dewi").click();
  const dialog = owners.getByRole("dialog");
  await dialog.getByLabel("Role").selectOption({ label: "Developer" });
  await dialog.getByText("API keys, webhooks and settings").waitFor();
  await dialog.getByRole("button", { name: "Change role" }).click();
  await heading(theirs, "Sign in").waitFor();
  await theirs.getByLabel("Email").fill(email);
  await theirs.getByLabel("Password").fill("a calm lake at dawn");
  await button(theirs, "Sign in").click();
  await theirs.getByRole("link", { name: "Developers" }).first().waitFor();
  expect(await theirs.getByRole("link", { name: "Team" }).count()).toBe(0);
});

test("the last owner cannot leave, and a new name appears for the whole team", async () => {
  const merchant = await openShop("Toko Jaya");
  const page = await visit("/team", { as: merchant });
  await button(page, "Change my name").waitFor();
  await page.getByRole("listitem").filter({ hasText: "Toko Jaya" }).waitFor();
  expect(await button(page, "Remove Toko Jaya").count()).toBe(0);
  expect(await button(page, "Change role Toko Jaya").count()).toBe(0);
  await button(page, "Change my name").click();
  await page.getByLabel("Your name").fill("Siti Rahayu");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByText("Siti Rahayu (You)").waitFor();
  await turnTo(page, "/audit-log");
  await page.getByText("Siti Rahayu changed their name to Siti Rahayu.").waitFor();
});

const small = { name: "small", viewport: { width: 320, height: 800 } };
const desktop = { name: "desktop", viewport: { width: 1280, height: 800 } };

test.each(crossedLooks(desktop, small))(
  "the pages fit and are accessible, in %s",
  async (locale, looks) => {
    const merchant: Merchant = await openShop("Warung Makan Sederhana Bu Tini dan Keluarga");
    const email = `seseorang-dengan-alamat-panjang-${randomUUID().slice(0, 8)}@shop.example`;
    const invitation = { email, role: "finance" };
    dataOf(await merchant.person.post("/dashboard/api/team/invitations", invitation));
    const link = new URL(await mailbox.linkTo(email));
    const shots = process.env["TEAM_SHOTS"];
    for (const [subject, page] of [
      ["team", await visit("/team", { as: merchant, locale, ...looks[0] })],
      ["invitation", await visit(inDashboard(link), { locale, ...looks[0] })],
    ] as const) {
      await page.getByText("seseorang-dengan-alamat-panjang").first().waitFor();
      await inEachLook(page, looks, async ({ viewport: { width }, name: look }) => {
        if (shots) {
          const path = `${shots}/${subject}-${look}-${locale}.png`;
          await page.screenshot({ path, fullPage: true });
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          width,
        );
        expect(await axeViolations(page)).toEqual([]);
      });
    }
  },
);

test("a read-only role sees no control that would be refused", async () => {
  const merchant = await openShop();
  const viewer = { person: await colleague(merchant, { role: "viewer", mailbox }) };
  const page = await visit("/", { as: viewer });
  const account = `/accounts/${merchant.account.account_id}`;
  const offers = async (address: string, anchor: string): Promise<string[]> => {
    await turnTo(page, address);
    await page.getByRole("main").getByText(anchor).first().waitFor();
    const main = page.getByRole("main");
    return [
      ...(await main.getByRole("button").allInnerTexts()),
      ...(await main.locator("a.button").allInnerTexts()),
    ];
  };
  const owners = await visit(account, { as: merchant });
  await button(owners, "Save").first().waitFor();
  for (const [address, anchor] of [
    ["/accounts", "1234567890"],
    [account, "1234567890"],
    ["/devices", "Sources"],
    ["/webhooks", "Webhook URL"],
    ["/settings", "Settings"],
    ["/payments", "All invoices"],
  ] as const) {
    const forbidden = /add|save|pair|make|new invoice|switch|order|change|rotate|test|send/iu;
    expect((await offers(address, anchor)).filter((text) => forbidden.test(text))).toEqual([]);
  }
});
