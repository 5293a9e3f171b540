import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterEach, describe, expect, inject, onTestFinished, test } from "vitest";
import {
  axeViolations,
  inEachLook,
  isScrolledSideways,
  openPage,
  readQrCode,
  takePicture,
  type Looks,
} from "../../web-shared/testing/open-page.ts";
import { transfer, type Device } from "../../contract-tests/support/device.ts";
import { dataOf } from "../../contract-tests/support/http.ts";
import { browser, button, heading, visit } from "./open-dashboard.ts";
import { approvedDevice, invoiceByHand, newMerchant, openShop } from "./people.ts";

/**
 * Tests payment links from the dashboard to a paid invoice, without a program: a merchant creates a link, and a
 * customer pays through it.
 */

const { base_url } = inject("service");
/** The folder of pictures for people to look at. It is not in git. */
const folder = path.resolve(import.meta.dirname, "../../artifacts/forms");

type Shop = Awaited<ReturnType<typeof openShop>>;

async function watchedShop(name?: string): Promise<{ shop: Shop; device: Device }> {
  const shop = await openShop(name);
  return { shop, device: await approvedDevice(shop) };
}

interface Made {
  link_id: string;
  slug: string;
  url: string;
}

const makeLink = async ({ person }: Shop, fields: object = {}): Promise<Made> =>
  dataOf<Made>(
    await person.post("/dashboard/api/links", {
      link_name: "Kopi susu",
      amounts: [25_000],
      ...fields,
    }),
  );

const opened: Page[] = [];
afterEach(() => Promise.all(opened.splice(0).map((page) => page.context().close())));

/** Opens a customer's browser at a link. Returns its requests too. */
async function customerAt(slug: string, options: BrowserContextOptions = {}) {
  const requests: string[] = [];
  const { page, complaints } = await openPage(browser, `${base_url}/l/${slug}`, {
    ...options,
    before: async (page) => {
      page.on("request", (request) => requests.push(request.url()));
    },
  });
  opened.push(page);
  return { page, complaints, requests };
}

const invoicesOf = async ({ person }: Shop) =>
  dataOf<{ items: { payment_total: number; payment_status: string }[] }>(
    await person.get("/dashboard/api/payments"),
  ).items;

test("a merchant creates a link, a customer chooses the bank and pays, and the merchant sees it", async () => {
  const { shop, device } = await watchedShop("Kedai Sari Rasa");
  const page = await visit("/links", { as: shop });
  await page.getByRole("link", { name: "Create a link" }).click();
  await heading(page, "Create a link").waitFor();
  await page.getByLabel("Name", { exact: true }).first().fill("Kopi susu literan");
  await page.getByLabel("Description").fill("Satu liter.\nDikirim dingin.");
  await page.getByLabel("Amount (Rp)").fill("85.000");
  await page.getByText("Stock, limits and time to pay").click();
  await page.getByLabel("Maximum in one order").fill("5");
  await page.getByLabel("Stock").fill("12");
  const slug = `kopi-${Date.now()}`;
  await page.getByLabel("Address: /l/…").fill(slug);
  await button(page, "Create a link").click();
  await heading(page, "Kopi susu literan").waitFor();

  const { page: shown, complaints } = await customerAt(slug);
  expect(await shown.innerText("main")).toContain("Dikirim dingin.");
  await shown.getByLabel("Banyaknya").fill("3");
  await shown.getByLabel("Nama", { exact: true }).fill("Siti Rahayu");
  expect(await shown.innerText("#total")).toBe("Rp255.000");
  await shown.getByRole("button", { name: "Lanjut ke pembayaran" }).click();
  await shown.getByText("Bayar tepat sejumlah ini").waitFor();
  expect(shown.url()).toMatch(/\/pay\/[\da-f-]{36}$/u);
  expect(await shown.innerText("main")).toContain("Siti Rahayu");

  const [invoice] = await invoicesOf(shop);
  await device.report(transfer(invoice?.payment_total ?? 0));
  await shown.getByRole("heading", { name: "Pembayaran diterima" }).waitFor();
  expect(complaints).toEqual([]);

  await page.reload();
  const results = page.locator("section.card", { hasText: "Results" });
  await expect.poll(() => results.innerText()).toMatch(/Paid\s+1/u);
  expect(await results.innerText()).toMatch(/Left to sell\s+9/u);
});

describe("the page of a link", () => {
  test("creates no invoice when a thousand customers open it at once", async () => {
    const { shop } = await watchedShop();
    const { slug } = await makeLink(shop);
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, async () => {
        const response = await fetch(`${base_url}/l/${slug}`);
        await response.arrayBuffer();
        return response.status;
      }),
    );
    // On a busy machine, some customers have to wait; all others see the form.
    expect([200, 503]).toEqual(expect.arrayContaining([...new Set(answers)]));
    expect(answers).toContain(200);
    expect(await invoicesOf(shop)).toEqual([]);
    const link = dataOf<{ payments_made: number }[]>(await shop.person.get("/dashboard/api/links"));
    expect(link).toMatchObject([{ payments_made: 0 }]);
  });

  test("sends requests only to the gateway, and shows a stranger's text as text", async () => {
    const script = `</title></textarea><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}`;
    const { shop } = await watchedShop(`Toko ${script}`.slice(0, 200));
    await shop.person.post("/dashboard/api/settings", { logo_url: "https://cdn.example/logo.png" });
    const { slug } = await makeLink(shop, {
      link_name: script,
      description: script,
      asks_note: "optional",
      amounts: [],
      amount_min: 5_000,
    });
    const { page, complaints, requests } = await customerAt(slug);
    expect(await page.innerText("h1")).toContain("<script>alert(1)</script>");
    await page.getByLabel("Jumlah yang dibayar").fill("1000");
    await page.getByLabel("Nama", { exact: true }).fill(script);
    await page.getByLabel("Catatan untuk penjual (boleh kosong)").fill(script);
    await button(page, "Lanjut ke pembayaran").click();
    await page.getByText("Periksa isian yang ditandai.").waitFor();
    expect(await page.getByLabel("Nama", { exact: true }).inputValue()).toBe(script);
    expect(await page.innerText("#amount-problem")).toBe("Paling sedikit Rp5.000.");
    const here = new URL(base_url).origin;
    expect(requests.filter((url) => !url.startsWith(here) && !url.startsWith("data:"))).toEqual([]);
    await page.getByLabel("Jumlah yang dibayar").fill("50.000");
    await button(page, "Lanjut ke pembayaran").click();
    await page.getByText("Bayar tepat sejumlah ini").waitFor();
    expect(complaints).toEqual([]);
  });

  test("works without a script, and a double click creates one invoice", async () => {
    const { shop } = await watchedShop();
    const { slug } = await makeLink(shop, { amounts: [10_000, 20_000] });
    const { page } = await customerAt(slug, { javaScriptEnabled: false, locale: "en-GB" });
    await page.getByText("Rp20.000").click();
    await page.getByLabel("Name", { exact: true }).fill("Siti");
    await button(page, "Continue to payment").dblclick();
    await page.getByText("Pay exactly this amount").waitFor();
    expect(await invoicesOf(shop)).toHaveLength(1);
  });

  test("disables a bank that does not accept the amount", async () => {
    const { shop } = await watchedShop();
    await shop.person.post(`/dashboard/api/accounts/${shop.account.account_id}`, {
      account_max_amount: 50_000,
    });
    const { slug } = await makeLink(shop, { quantity_max: 9 });
    const { page } = await customerAt(slug);
    const bank = page.getByRole("radio", { name: /BCA/u });
    expect(await bank.isEnabled()).toBe(true);
    await page.getByLabel("Banyaknya").fill("3");
    expect(await bank.isEnabled()).toBe(false);
  });

  test("shows a notice while the link is switched off, and works again afterwards", async () => {
    const { shop } = await watchedShop();
    const { slug, link_id } = await makeLink(shop);
    const page = await visit(`/links/${link_id}`, { as: shop });
    await button(page, "Switch the link off").click();
    await button(page, "Switch the link on").waitFor();
    const { page: shown } = await customerAt(slug);
    expect(await shown.innerText("h1")).toBe("Tautan ini sedang ditutup");
    expect((await shown.request.get(`${base_url}/l/${slug}`)).status()).toBe(410);
    await button(page, "Switch the link on").click();
    await button(page, "Switch the link off").waitFor();
    await shown.reload();
    expect(await shown.innerText("h1")).toBe("Kopi susu");
  });
});

describe("the dashboard", () => {
  test.each([
    ["en-GB", "no source watches your accounts", "No account is switched on yet"],
    ["id-ID", "tidak ada sumber yang memantau rekening Anda", "Belum ada rekening yang aktif"],
  ])(
    "warns before sending if no phone would see the payment (%s)",
    async (locale, unwatched, none) => {
      const shop = await openShop();
      const { link_id, url } = await makeLink(shop);
      const page = await visit(`/links/${link_id}`, { as: shop, locale });
      await page.getByText(unwatched).waitFor();
      const share = await page.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
      expect(new URL(share ?? "").searchParams.get("text")).toBe(`Kopi susu\n${url}`);
      for (const address of ["/links/new", "/invoices/new"]) {
        const form = await visit(address, { as: shop, locale });
        await form.getByText(unwatched).waitFor();
        expect(await axeViolations(form)).toEqual([]);
        await takePicture(
          form,
          path.join(folder, `unwatched-${address.split("/")[1]}-${locale}.png`),
        );
      }
      await approvedDevice(shop);
      await page.reload();
      await page.getByRole("link", { name: "WhatsApp" }).waitFor();
      await page.waitForLoadState("networkidle");
      expect(await page.getByText(unwatched).count()).toBe(0);
      const newcomer = await visit("/links/new", { as: await newMerchant(), locale });
      await newcomer.getByText(none).waitFor();
    },
  );

  test("shows each problem at its field", async () => {
    const { shop } = await watchedShop();
    const { slug } = await makeLink(shop);
    const page = await visit("/links/new", { as: shop });
    await button(page, "Create a link").click();
    const problems = page.locator(".field-error");
    await expect
      .poll(() => problems.allInnerTexts())
      .toEqual(["Enter the name.", "Enter the amount."]);
    await page.getByLabel("Price").selectOption("open");
    await page.getByLabel("Address: /l/…").fill("Kopi Susu");
    await page.getByText("Stock, limits and time to pay").click();
    await page.getByLabel("Stock").fill("banyak");
    await page.getByText("Stock, limits and time to pay").click();
    await button(page, "Create a link").click();
    await expect.poll(() => problems.count()).toBe(4);
    // The folded field with a problem is open again.
    await page.getByLabel("Name", { exact: true }).first().fill("Kopi");
    await page.getByLabel("Stock").fill("");
    await page.getByLabel("Smallest (Rp)").fill("10.000");
    await page.getByLabel("Address: /l/…").fill(slug);
    await button(page, "Create a link").click();
    await page.getByText("This address is taken. Choose another one.").waitFor();
  });

  test("scales down a large picture, which this gateway serves to customers", async () => {
    const { shop } = await watchedShop();
    const { slug, link_id } = await makeLink(shop);
    const page = await visit(`/links/${link_id}`, { as: shop });
    const large = await page.screenshot({ fullPage: true, scale: "css" });
    await page
      .getByLabel("Choose a picture")
      .setInputFiles({ name: "kopi.png", mimeType: "image/png", buffer: large });
    await page.locator("img.link-picture").waitFor();
    const { page: shown, requests } = await customerAt(slug);
    const cover = shown.locator("img.cover");
    await expect
      .poll(() => cover.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(100);
    expect(requests.some((url) => url.startsWith(`${base_url}/l/pictures/`))).toBe(true);
    await page
      .getByLabel("Choose a picture")
      .setInputFiles({ name: "x.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
    await page.getByText("Tepat cannot read this picture").waitFor();
  });

  test("prints a poster with a code that a phone can read", async () => {
    const { shop } = await watchedShop("Kedai Sari Rasa");
    const { url, link_id } = await makeLink(shop);
    const page = await visit(`/links/${link_id}/poster`, { as: shop });
    for (const paper of ["A6", "A4"] as const) {
      await page.getByLabel(paper, { exact: true }).check();
      await page.emulateMedia({ media: "print" });
      expect(await page.locator(".side").isVisible()).toBe(false);
      await takePicture(page, path.join(folder, `poster-${paper}.png`));
      expect(await readQrCode(browser, await takePicture(page))).toBe(url);
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
      const { width, height } =
        paper === "A6" ? { width: 297.6, height: 419.5 } : { width: 595.2, height: 841.9 };
      const [, wide = "0", high = "0"] =
        /MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/u.exec(pdf) ?? [];
      expect(Math.abs(Number(wide) - width)).toBeLessThan(3);
      expect(Math.abs(Number(high) - height)).toBeLessThan(3);
      expect(/\/Type\s*\/Pages[^>]*\/Count (\d+)/u.exec(pdf)?.[1]).toBe("1");
      await page.emulateMedia({ media: "screen" });
    }
  });

  test("the payment button works in a shop with a strict content policy, and sets no cookie", async () => {
    const { shop } = await watchedShop();
    const { slug } = await makeLink(shop);
    const site = createServer((_request, response) => {
      response
        .writeHead(200, {
          "content-type": "text/html",
          "content-security-policy": `default-src 'none'; script-src ${base_url}; img-src data:`,
        })
        .end(
          `<!doctype html><link rel="icon" href="data:,"><p><script async src="${base_url}/l/button.js" data-link="${slug}" data-text="Beli" data-color="#ffd400"></script>`,
        );
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void site.close());
    const { port } = site.address() as AddressInfo;
    const { page, complaints } = await openPage(browser, `http://127.0.0.1:${port}/`);
    opened.push(page);
    const link = page.getByRole("link", { name: "Beli" });
    expect(await link.getAttribute("href")).toBe(`${base_url}/l/${slug}`);
    expect(await link.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      "rgb(255, 212, 0)",
    );
    expect(await page.context().cookies()).toEqual([]);
    expect(complaints).toEqual([]);
    await link.click();
    await page.getByRole("heading", { name: "Kopi susu" }).waitFor();
  });
});

describe("a manual invoice without an account", () => {
  const openInvoice = (shop: Shop, fields: object = {}) =>
    invoiceByHand(shop, {
      account_id: null,
      payment_amount: 150_000,
      note: "Jahit kemeja, ukuran L.",
      ...fields,
    });
  const pathOf = (address: string) => new URL(address).pathname;

  async function at(address: string, options: BrowserContextOptions = {}) {
    const opening = await openPage(browser, base_url + pathOf(address), options);
    opened.push(opening.page);
    return opening;
  }

  test("is paid through the bank of the customer's choice, and its address leads there from then on", async () => {
    const { shop, device } = await watchedShop("Penjahit Ibu Ani");
    const { address } = await openInvoice(shop);
    expect(pathOf(address)).toMatch(/^\/i\//u);
    const { page, complaints } = await at(address);
    expect(await page.innerText("main")).toContain("Jahit kemeja, ukuran L.");
    expect(await page.innerText(".price-tag")).toBe("Rp150.000");
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(folder, "sale-phone-id.png"));
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await invoicesOf(shop)).toEqual([]);

    await button(page, "Lanjut ke pembayaran").click();
    await page.getByText("Bayar tepat sejumlah ini").waitFor();
    const checkout = page.url();
    const [invoice] = await invoicesOf(shop);
    await page.goto(base_url + pathOf(address));
    expect(page.url()).toBe(checkout);
    await device.report(transfer(invoice?.payment_total ?? 0));
    await page.getByRole("heading", { name: "Pembayaran diterima" }).waitFor();
    await page.goto(base_url + pathOf(address));
    await page.getByRole("heading", { name: "Pembayaran diterima" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("accepts one of a hundred simultaneous choices", async () => {
    const { shop } = await watchedShop();
    const { address } = await openInvoice(shop);
    const { page } = await at(address);
    const channel_id = await page.locator("input[name=channel_id]").getAttribute("value");
    const led = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const response = await fetch(base_url + pathOf(address), {
          method: "POST",
          redirect: "manual",
          headers: { "sec-fetch-site": "same-origin" },
          body: new URLSearchParams({ channel_id: channel_id ?? "" }),
        });
        await response.arrayBuffer();
        return response.headers.get("location");
      }),
    );
    // On a slow machine, some customers have to wait; all others reach the same payment.
    expect(new Set(led.filter((location) => location !== null)).size).toBe(1);
    expect(await invoicesOf(shop)).toHaveLength(1);
  });

  test("shows a notice if it is withdrawn or no account can take it", async () => {
    const { shop } = await watchedShop();
    const { address, sale_id } = await openInvoice(shop);
    await shop.person.send({ method: "DELETE", path: `/dashboard/api/invoices/${sale_id}` });
    const withdrawn = await at(address, { locale: "en-GB", colorScheme: "dark" });
    expect(await withdrawn.page.innerText("h1")).toBe("Invoice cancelled");
    expect(await axeViolations(withdrawn.page)).toEqual([]);
    await takePicture(withdrawn.page, path.join(folder, "sale-cancelled-phone-en-dark.png"));

    const unwatched = await openShop();
    const { address: other } = await openInvoice(unwatched);
    const { page } = await at(other, { viewport: { width: 1280, height: 900 } });
    expect(await page.innerText("h1")).toBe("Belum bisa menerima pembayaran");
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, path.join(folder, "no-account-desktop-id.png"));
  });
});

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const screens: Record<"id-ID" | "en-GB", Looks> = {
  "id-ID": [
    { name: "phone-id", viewport: phone, colorScheme: "light" },
    { name: "desktop-id-dark", viewport: desktop, colorScheme: "dark" },
    { name: "small-id", viewport: { width: 320, height: 568 }, colorScheme: "light" },
  ],
  "en-GB": [
    { name: "phone-en-dark", viewport: phone, colorScheme: "dark" },
    { name: "desktop-en", viewport: desktop, colorScheme: "light" },
  ],
};

describe("every page fits every screen, and axe finds nothing", async () => {
  const { shop } = await watchedShop("Kedai Sari Rasa");
  await shop.person.post("/dashboard/api/settings", {
    accent_color: "#ffd400",
    contact_phone: "0811-2233 4455",
    shop_url: "https://shop.example/",
  });
  const everything = {
    link_name: "Kopi susu gula aren literan",
    description: "Satu liter.\nTahan tiga hari di lemari es.",
    amounts: [45_000, 85_000, 160_000],
    quantity_max: 5,
    stock: 40,
    asks_phone: "required",
    asks_note: "optional",
  };
  const choice = await makeLink(shop, everything);
  const fixed = await makeLink(shop, { description: null, asks_name: "no" });
  const open = await makeLink(shop, { amounts: [], amount_min: 10_000, link_name: "Donasi" });
  const closed = await makeLink(shop);
  await shop.person.post(`/dashboard/api/links/${closed.link_id}/switch`, { is_open: false });
  const pages: Record<string, [slug: string, sent: boolean]> = {
    choice: [choice.slug, false],
    "choice-wrong": [choice.slug, true],
    fixed: [fixed.slug, false],
    open: [open.slug, false],
    closed: [closed.slug, false],
    "not-found": ["tidak-ada", false],
  };

  test.each(
    Object.entries(pages).flatMap(([name, shown]) =>
      (["id-ID", "en-GB"] as const).map((locale) => ({ name, shown, locale })),
    ),
  )("$name in $locale", async ({ name, shown: [slug, isSent], locale }) => {
    const looks = screens[locale];
    const { page, complaints } = await customerAt(slug, { locale, ...looks[0] });
    if (isSent) {
      await page.locator("button.send").click();
      await page.locator(".problem").first().waitFor();
    }
    if (name !== "not-found") {
      const way = (to: string) => page.getByRole("link", { name: to }).getAttribute("href");
      expect(await way(locale === "en-GB" ? "Go to the shop" : "Ke toko")).toBe(
        "https://shop.example/",
      );
      expect(await way("WhatsApp")).toContain("wa.me/6281122334455?");
    }
    await inEachLook(page, looks, async ({ name: screen }) => {
      await takePicture(page, path.join(folder, `${name}-${screen}.png`));
      expect(await isScrolledSideways(page)).toBe(false);
      expect(await axeViolations(page)).toEqual([]);
    });
    expect(complaints).toEqual([]);
  });
});
