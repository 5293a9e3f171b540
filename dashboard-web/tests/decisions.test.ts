import path from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  axeViolations,
  inEachLook,
  isScrolledSideways,
  takePicture,
  type Looks,
} from "../../web-shared/testing/open-page.ts";
import { transfer } from "../../contract-tests/support/device.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import { enrolAuthenticator } from "../../contract-tests/support/totp.ts";
import { button, sessionCookie, turnTo, visit } from "./open-dashboard.ts";
import { approvedDevice, openShop } from "./people.ts";

const folder = path.resolve(import.meta.dirname, "../../artifacts/decisions");

const words = {
  "en-GB": {
    match: "Mark as paid",
    choose: "Next: compare",
    likely: /^Confirm payment/u,
    pay: "Mark as paid",
    code: "Code from your authenticator app",
    confirm: "Confirm",
    teach: "Teach this wording",
    save: "Teach",
    switchedOff: "Switched off by Tepat",
    before: "Before the phone was connected",
    twoTransfers: "There were two transfers",
  },
  "id-ID": {
    match: "Nyatakan lunas",
    choose: "Lanjut: bandingkan",
    likely: /^Uangnya sudah masuk/u,
    pay: "Nyatakan lunas",
    code: "Kode dari aplikasi autentikator",
    confirm: "Konfirmasi",
    teach: "Ajarkan kata-kata ini",
    save: "Ajarkan",
    switchedOff: "Dinonaktifkan oleh Tepat",
    before: "Sebelum HP terhubung",
    twoTransfers: "Ini dua transfer",
  },
} as const;

const wording = (amount: number, payer: string) =>
  `Notifikasi saldo mobile: ada kenaikan Rp${amount.toLocaleString("id-ID")} a/n ${payer} ref TRX00012345.`;

test.each<[keyof typeof words, Looks]>([
  [
    "id-ID",
    [
      { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "dark" },
      { name: "tablet", viewport: { width: 820, height: 1180 }, colorScheme: "light" },
    ],
  ],
  ["en-GB", [{ name: "desktop", viewport: { width: 1440, height: 900 }, colorScheme: "light" }]],
])(
  "in %s every view before a decision about money fits, and axe finds nothing",
  async (locale, looks) => {
    const t = words[locale];
    const shop = await openShop();
    const devices = [await approvedDevice(shop), await approvedDevice(shop)] as const;
    const cookie = await sessionCookie(shop);
    const app = await enrolAuthenticator(shop);
    const payment = await pendingPayment(shop, { customer_name: "Siti Rahayu Wulandari" });
    const named = await pendingPayment(shop);
    const page = await visit("/mutations", { cookie, locale, ...looks[0] });
    const fits = (view: string) =>
      inEachLook(page, looks, async ({ name }) => {
        await takePicture(page, path.join(folder, `${view}-${name}.png`));
        expect(await axeViolations(page), view).toEqual([]);
        expect(await isScrolledSideways(page), view).toBe(false);
        expect(await brokenWords(page), view).toEqual([]);
      });
    const confirm = async () => {
      await page.getByLabel(t.code).fill(app.code());
      await page.getByRole("button", { name: t.confirm, exact: true }).click();
    };

    await devices[0].report(
      transfer(payment.payment_amount, { key: "near" }),
      transfer(77_000, { key: "old", posted_at: "2026-01-05T03:00:00Z" }),
      transfer(1, { key: "likely", body: wording(named.payment_total, "BUDI CONTOH") }),
      transfer(1, { key: "earlier", body: wording(81_234, "DEWI LESTARI") }),
    );
    const [first] = await devices[0].report(transfer(91_919, { key: "first" }));
    const [second] = await devices[1].report(transfer(91_919, { key: "second" }));
    await page.reload();
    await page.locator(".tag").getByText(t.before).first().waitFor();
    await fits("reasons");

    await button(page, t.likely).click();
    await page.getByRole("dialog").getByRole("table").waitFor();
    await fits("text");
    await button(page, t.pay).click();
    await confirm();
    const teach = page.getByRole("dialog", { name: t.teach });
    await teach.getByRole("checkbox").first().waitFor();
    await fits("teach");
    expect(await teach.innerText()).not.toContain("../");
    await teach.getByRole("button", { name: t.save, exact: true }).click();
    await teach.waitFor({ state: "detached" });

    await page.route("**/dashboard/api/reading-rules", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: object[] };
      const fault = { code: "payers_amount", text: "note" };
      body.data = body.data.map((rule) => ({ ...rule, is_on: false, fault }));
      await route.fulfill({ response: answer, json: body });
    });
    await page.reload();
    await page.getByText(t.switchedOff).waitFor();
    await fits("rule-off");
    expect(await page.locator("main").innerText()).not.toContain("../");

    await turnTo(page, `/mutations/${second?.mutation_id}`);
    await button(page, t.twoTransfers).click();
    await page.getByRole("dialog").getByRole("table").waitFor();
    expect(first?.mutation_id).not.toBe(second?.mutation_id);
    await fits("two-transfers");

    await turnTo(page, `/payments/${payment.payment_code}`);
    await button(page, t.match).click();
    await page.getByRole("dialog").getByRole("radio").first().check();
    await fits("match");
    await button(page, t.choose).click();
    await page.getByRole("dialog").getByRole("table").waitFor();
    await fits("match-compared");
  },
);

/**
 * Returns names of rows and tags that are not shown whole: a word that breaks in the middle, or a text wider than its
 * tag.
 */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".side-by-side th[scope=row], .tag")]
      .filter((element) => {
        const words = (element.textContent ?? "").split(" ").length;
        const range = document.createRange();
        range.selectNodeContents(element);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        return lines > words || element.scrollWidth > element.clientWidth;
      })
      .map((element) => element.textContent ?? ""),
  );
