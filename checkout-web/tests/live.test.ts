import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { formatTime } from "../src/deadline.ts";
import { launchBrowser } from "../../web-shared/testing/browser.ts";
import { startCheckoutServer, type CheckoutServer } from "./checkout-server.ts";
import { axeViolations, openPage, takePicture } from "../../web-shared/testing/open-page.ts";
import { partOf, qrisPage, transferPage } from "./sample-pages.ts";

let browser: Browser;
let server: CheckoutServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startCheckoutServer()]);
});

// Close pages that a failed test left open, because the next test would hear them.
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

afterAll(async () => {
  await browser.close();
  await server.stop();
});

/** Opens a page and waits until it is connected to the server. */
async function openLivePage(shown = transferPage(), options: Parameters<typeof openPage>[2] = {}) {
  const opened = await openPage(browser, server.show(shown), options);
  await opened.page.locator(".timer").waitFor();
  await expect.poll(() => server.streams.size).toBe(1);
  return opened;
}

const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
const checks = () => server.requests.filter((request) => /^GET \/checkout\/[^/]+$/u.test(request));

/** Advances the page's clock until the page shows the text. */
async function runUntil(page: Page, text: string) {
  await expect
    .poll(async () => {
      await page.clock.runFor(2_000);
      return page.getByText(text, { exact: true }).count();
    })
    .toBeGreaterThan(0);
}

/** Hides the tab or makes it visible again. */
const look = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

async function secondsOnPage(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = (await page.innerText(".timer")).split(":").map(Number);
  return minutes * 60 + seconds;
}

test("a payment that arrives is confirmed without a reload", async () => {
  const { page, complaints } = await openLivePage();
  server.become("PAID");
  await heading(page, "Pembayaran diterima");
  // The focus moves after the heading has been painted.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Pembayaran diterima");
  await expect.poll(() => page.title()).toBe("✓ Pembayaran diterima · Kedai Sari Rasa");
  await page
    .getByText("akan kembali ke Kedai Sari Rasa dalam 5 detik")
    .waitFor({ state: "attached" });
  await expect.poll(() => server.streams.size).toBe(0);
  expect(complaints).toEqual([]);
});

test("an open page requests the missing amount after a part is booked, and shows the decision", async () => {
  const pending = qrisPage();
  const { page, complaints } = await openLivePage(pending);
  server.change(partOf(pending));
  await heading(page, "Sisa yang harus dibayar");
  expect(await page.innerText(".figure")).toBe("Rp12.658");
  expect(await page.getByRole("img", { name: "Rp12.658" }).count()).toBe(1);

  const money = { received: 12_659, refunded: 0, kept: -12_658, refunds_owed: 0 };
  server.change(qrisPage({ money, view: { status: "PAID" } }));
  await heading(page, "Pembayaran diterima");
  await expect.poll(() => page.innerText(".paid-amount")).toBe("Rp12.659");
  expect(complaints).toEqual([]);
});

test("an open page shows the receipt of a payment that arrives, with its only time", async () => {
  const { page } = await openLivePage(transferPage());
  const paid = transferPage({ view: { status: "PAID", redirect_url: null } });
  server.change(paid);
  await page.getByRole("button", { name: "Simpan atau cetak bukti" }).waitFor();
  expect(await page.locator(".notice time").getAttribute("datetime")).toBe(paid.paid_at);
  expect((await page.innerText("main")).match(/ WIB/gu)).toHaveLength(1);
});

test("an open page requests the total again after a part is unbooked", async () => {
  const { page } = await openLivePage(partOf(transferPage()));
  server.change(transferPage());
  await heading(page, "Bayar tepat sejumlah ini");
  expect(await page.textContent(".figure .off-screen")).toBe("Rp150.123");
});

test.each(["events", "polling"])(
  "an open page shows the account that was chosen in another tab (%s)",
  async (way) => {
    const { page, complaints } = await openLivePage(transferPage());
    if (way === "polling") server.fail("no-events");
    server.change(
      transferPage({
        view: { amount_total: 150_777, amount_unique: 777, account_number: "9876543210" },
      }),
    );
    await expect.poll(() => page.textContent(".figure .off-screen")).toBe("Rp150.777");
    expect(await page.innerText(".account .number")).toContain("9876");
    expect(complaints).toEqual([]);
  },
);

test("after 5 seconds the page returns the customer to the merchant, once", async () => {
  const { page } = await openLivePage(transferPage(), { before: (page) => page.clock.install() });
  const address = page.url();
  server.become("PAID");
  await heading(page, "Pembayaran diterima");
  await page.getByText("Otomatis dalam 5 detik").waitFor();
  for (let second = 0; second < 5; second += 1) await page.clock.runFor(1_000);
  await page.getByText("elsewhere").waitFor();
  expect(page.url()).toBe("https://shop.example/done?cart=7&payment_code=INV%2F2026%2F11");

  server.show(transferPage({ view: { status: "PAID" } }));
  await page.goto(address);
  await page.getByRole("link", { name: "Kembali ke Kedai Sari Rasa" }).waitFor();
  expect(await page.getByText("Otomatis dalam").count()).toBe(0);
});

test("the page does not redirect a customer after they choose to stay", async () => {
  const { page } = await openLivePage(transferPage(), { before: (page) => page.clock.install() });
  server.become("PAID");
  await page.getByRole("button", { name: "Tetap di halaman ini" }).click();
  await page.clock.runFor(20_000);
  await heading(page, "Pembayaran diterima");
  expect(await page.getByRole("link", { name: "Kembali" }).getAttribute("href")).toBe(
    "https://shop.example/done?cart=7&payment_code=INV%2F2026%2F11",
  );
});

test.each(["http://shop.example/done", "javascript:alert(1)", "https://good@evil.example/", null])(
  "the page does not redirect to %s",
  async (redirect_url) => {
    const seller = { address: null, phone: null, email: null, shop_url: redirect_url };
    const shown = transferPage({
      seller,
      view: { status: "PAID", redirect_url, order_items: "[]" },
    });
    const { page } = await openPage(browser, server.show(shown));
    await page.getByText("Anda boleh menutup halaman ini").waitFor();
    expect(await page.locator("main a").count()).toBe(0);
  },
);

test.each([
  ["EXPIRED", "Waktu pembayaran habis"],
  ["CANCELLED", "Tagihan dibatalkan"],
] as const)("%s while the page is open removes every payment detail", async (status, notice) => {
  const { page } = await openLivePage(qrisPage());
  server.become(status);
  await heading(page, notice);
  const html = await page.content();
  for (const detail of ['<path d="M4 4h1', "ID1099000000002", "kedai", "000201", "Pindai"]) {
    expect(html).not.toContain(detail);
  }
  server.become("PENDING");
  await heading(page, notice);
});

test("the countdown follows the server's clock on a phone that is an hour off", async () => {
  const shown = transferPage({ view: { expires_at: inSeconds(600) } });
  const { page } = await openLivePage(shown, {
    before: (page) =>
      page.addInitScript(() => {
        const RealDate = Date;
        const skew = 3_600_000;
        globalThis.Date = class extends RealDate {
          constructor(...values: []) {
            super(...((values.length === 0 ? [RealDate.now() + skew] : values) as []));
          }
          static override now() {
            return RealDate.now() + skew;
          }
        } as DateConstructor;
      }),
  });
  expect(await page.evaluate(() => Date.now() - 3_000_000 > performance.timeOrigin)).toBe(true);
  const seconds = await secondsOnPage(page);
  expect(seconds).toBeGreaterThan(590);
  expect(seconds).toBeLessThanOrEqual(600);
});

test("a device gets the server's time after it wakes up", async () => {
  const { page } = await openLivePage(transferPage({ view: { expires_at: inSeconds(600) } }));
  server.setServerTime(() => inSeconds(300));
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => secondsOnPage(page)).toBeLessThanOrEqual(300);
  expect(checks()).toHaveLength(1);
});

test("at the deadline the page hides the account and shows the final status from the server", async () => {
  const { page } = await openLivePage(transferPage({ view: { expires_at: inSeconds(3) } }));
  await heading(page, "Waktu habis");
  await page.getByText("Sudah transfer? Tunjukkan halaman ini").waitFor();
  expect(await page.content()).not.toContain("1234567890");
  expect(await page.getByText("SARI RASA NUSANTARA").count()).toBe(0);
  await expect.poll(checks).not.toEqual([]);
  await page.context().setOffline(true);
  await page.getByText("Status diperiksa lagi begitu tersambung.", { exact: true }).waitFor();
  await page.context().setOffline(false);
  server.become("PAID");
  await heading(page, "Pembayaran diterima");
});

test("behind a proxy that drops events, the page finds the payment by polling", async () => {
  const shown = transferPage();
  const address = server.show(shown);
  server.fail("no-events");
  const { page } = await openPage(browser, address, { before: (page) => page.clock.install() });
  await page.locator(".timer").waitFor();
  server.become("PAID");
  await runUntil(page, "Pembayaran diterima");
});

test("the page polls a failed server less and less often, and notices its return", async () => {
  const { page } = await openLivePage(transferPage(), { before: (page) => page.clock.install() });
  server.fail("down");
  server.requests.length = 0;
  await runUntil(page, "Tidak tersambung ke server");
  const early = checks().length;
  for (let minute = 0; minute < 20; minute += 1) await page.clock.runFor(15_000);
  // 5 minutes at 15 to 30 seconds each.
  expect(checks().length - early).toBeLessThanOrEqual(22);
  expect(await page.innerText(".number")).toContain("1234");

  server.fail(undefined);
  await runUntil(page, "Menunggu pembayaran");
  server.become("PAID");
  await runUntil(page, "Pembayaran diterima");
});

test.each([
  ["a code", qrisPage, [".qr path", ".figure", ".qris .button"]],
  ["an account", transferPage, [".number", ".figure", ".account .button"]],
] as const)(
  "while the server is down %s stays payable, the page reports the outage, and then recovers",
  async (_, shown, parts) => {
    const { page, complaints } = await openLivePage(shown(), {
      before: (page) => page.clock.install(),
    });
    server.fail("down");
    await runUntil(page, "Tidak tersambung ke server");
    for (const part of parts) expect(await page.locator(part).isVisible(), part).toBe(true);
    await page.getByText("Rincian di sini tetap berlaku.").waitFor();
    // The button reaches no server, leaves the page unchanged, and can be pressed again.
    await page.getByRole("link", { name: "Cek status" }).click();
    await page.clock.runFor(2_000);
    expect(await page.getByText("Belum terlihat").count()).toBe(0);
    for (const part of parts) expect(await page.locator(part).isVisible(), part).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    server.fail(undefined);
    await runUntil(page, "Menunggu pembayaran");
    server.become("PAID");
    await heading(page, "Pembayaran diterima");
    expect(complaints).toEqual([]);
  },
);

test("an error page recovers when the server does", async () => {
  const { page } = await openPage(browser, server.show({ kind: "error", language: "id" }), {
    before: (page) => page.clock.install(),
  });
  await heading(page, "Ada gangguan sebentar");
  server.fail("down");
  await page.clock.runFor(20_000);
  await heading(page, "Ada gangguan sebentar");
  server.show(transferPage());
  await runUntil(page, "Menunggu pembayaran");
});

test("a confirmed payment shows only when the customer checks again", async () => {
  const { page } = await openLivePage();
  const note = page.getByText("Rp150.000 dari Anda sudah masuk");
  await page.getByRole("link", { name: "Cek status" }).click();
  await page.getByRole("link", { name: "Cek status" }).waitFor();
  expect(await note.count()).toBe(0);
  server.show(partOf(transferPage(), { amount: 123 }));
  await page.getByRole("link", { name: "Cek status" }).click();
  await note.waitFor();
  await heading(page, "Sisa yang harus dibayar");
  expect(await page.innerText(".figure")).toBe("Rp123");
  expect(await page.innerText(".number")).toContain("1234");
});

test("a hidden page closes its stream, polls once a minute, and at once when it is visible again", async () => {
  const { page } = await openLivePage(transferPage(), { before: (page) => page.clock.install() });
  await look(page, true);
  await expect.poll(() => server.streams.size).toBe(0);
  expect(checks()).toEqual([]);
  server.requests.length = 0;
  let seconds = 0;
  await expect
    .poll(async () => {
      await page.clock.runFor(10_000);
      seconds += 10;
      return checks().length;
    })
    .toBe(4);
  expect(seconds).toBeGreaterThanOrEqual(4 * 30);
  expect(server.streams.size).toBe(0);

  await look(page, false);
  await expect.poll(() => server.streams.size).toBe(1);
  await look(page, true);
  server.become("PAID");
  await look(page, false);
  await heading(page, "Pembayaran diterima");
});

test("a hidden page's title announces the payment", async () => {
  const { page } = await openLivePage(transferPage(), { before: (page) => page.clock.install() });
  await look(page, true);
  server.become("PAID");
  await expect
    .poll(async () => {
      await page.clock.runFor(15_000);
      return page.title();
    })
    .toContain("Pembayaran diterima");
  expect(await page.getByText("Otomatis dalam 5 detik").count()).toBe(1);
});

test("the page reports a lost connection and recovers without a reload", async () => {
  const { page } = await openLivePage();
  await page.context().setOffline(true);
  await page.getByText("Tidak ada koneksi internet").waitFor();
  expect(await page.innerText(".account")).toContain("PT SARI RASA NUSANTARA");
  server.become("PAID");
  await page.context().setOffline(false);
  await heading(page, "Pembayaran diterima");
});

test("a page that polls too often waits for the time that the server states", async () => {
  const { page } = await openLivePage();
  server.fail("busy");
  await page.getByRole("link", { name: "Cek status" }).click();
  await page.getByText("Memeriksa…").first().waitFor();
  await page.getByRole("link", { name: "Cek status" }).waitFor();
  expect(await page.getByText("Tidak tersambung ke server").count()).toBe(0);
  server.fail(undefined);
  server.become("PAID");
  await heading(page, "Pembayaran diterima");
});

test("the button polls at once", async () => {
  const { page } = await openLivePage();
  expect(checks()).toEqual([]);
  await page.getByRole("link", { name: "Cek status" }).click();
  await expect.poll(() => checks().length).toBe(1);
  expect(page.url()).not.toContain("?");
});

test.each([
  ["id", "Belum terlihat. Diperiksa pukul", "Sudah transfer? Tunjukkan", "Tanya penjual"],
  ["en", "Not seen yet. Checked at", "Already transferred? Show", "Ask the seller"],
] as const)(
  "a check that finds nothing says when it was, and after a minute what to do (%s)",
  async (language, answer, advice, ask) => {
    const { page, complaints } = await openLivePage(transferPage({ language }), {
      viewport: { width: 390, height: 844 },
    });
    const press = async (seconds: number) => {
      const server_time = inSeconds(seconds);
      server.show(transferPage({ language, server_time }));
      await page.locator(".waiting .button").first().click();
      const said = `${answer} ${formatTime(server_time, language)}.`;
      await page.locator(".waiting [role=status]").getByText(said).waitFor();
      await page.getByRole("link", { name: /^(?:Cek status|Check status)$/u }).waitFor();
    };
    await press(0);
    await press(30);
    expect(await page.getByText(advice).count()).toBe(0);
    expect(await page.locator(".waiting .button").count()).toBe(1);
    await press(90);
    await page.getByText(advice).waitFor();
    const link = page.locator(".waiting").getByRole("link", { name: ask });
    expect(await link.getAttribute("href")).toContain("wa.me/6281122334455?text=");
    expect(await axeViolations(page)).toEqual([]);
    await takePicture(page, `artifacts/checkout/not-seen-${language}.png`);
    server.become("PAID");
    await page.locator(".notice h1").waitFor();
    expect(await page.getByText(answer).count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);

test.each(["error", "rate_limited"] as const)(
  "the %s page reloads when the server is available",
  async (kind) => {
    const { page } = await openPage(browser, server.show({ kind, language: "id" }), {
      before: (page) => page.clock.install(),
    });
    const address = page.url();
    await page.clock.runFor(10_000);
    expect(await page.locator("main h1").count()).toBe(1);
    server.show(transferPage());
    await expect
      .poll(async () => {
        await page.clock.runFor(5_000).catch(() => {});
        return page.getByText("Bayar tepat sejumlah ini").count();
      })
      .toBe(1);
    expect(page.url()).toBe(address);
  },
);
