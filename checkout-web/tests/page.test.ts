import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../web-shared/testing/browser.ts";
import { startCheckoutServer, type CheckoutServer } from "./checkout-server.ts";
import {
  axeViolations,
  isScrolledSideways,
  openPage,
  readQrCode,
  takePicture,
} from "../../web-shared/testing/open-page.ts";
import {
  hostilePage,
  longPage,
  partOf,
  qrisPage,
  qrisPayload,
  restPayload,
  transferPage,
} from "./sample-pages.ts";

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

const small = { viewport: { width: 320, height: 568 } };

describe("a test payment", () => {
  const states = ["PENDING", "PAID", "EXPIRED", "CANCELLED"] as const;
  test.each(states)("in status %s first states that no money moves", async (status) => {
    const shown = transferPage({ is_test: true, view: { status } });
    const { page, complaints } = await openPage(browser, server.show(shown), small);
    const banner = await page.innerText("main > :first-child");
    // After the payment, the request not to send money would contradict the receipt.
    const isPaid = status === "PAID";
    expect(banner).toContain(isPaid ? "Tidak ada uang yang berpindah" : "Jangan transfer uang");
    expect(await isScrolledSideways(page)).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("shows a sentence instead of a code, in English too", async () => {
    const shown = qrisPage({ is_test: true, language: "en", qr: null, qr_size: null });
    const { page } = await openPage(browser, server.show(shown), { colorScheme: "dark" });
    const text = await page.innerText("main");
    expect(text).toContain("This is a test. Do not send money.");
    expect(text).toContain("A test invoice has no QR code, so that no customer pays it.");
    expect(await page.locator(".qr").count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  test("looks different from a real payment", async () => {
    const { page } = await openPage(browser, server.show(transferPage()));
    expect(await page.locator(".test-banner").count()).toBe(0);
  });
});

describe("a transfer", () => {
  test("shows the amount, the account, the steps and the order", async () => {
    const { page, complaints } = await openPage(browser, server.show(transferPage()));
    const text = await page.innerText("main");
    for (const part of [
      "Bayar tepat sejumlah ini",
      "BCA",
      "PT SARI RASA NUSANTARA",
      "Kopi susu gula aren",
      "Rp120.000",
      "Kode unik",
      "INV/2026/11",
      "Siti Rahayu",
    ]) {
      expect(text).toContain(part);
    }
    await page.getByText("Cara membayar").click();
    await page.getByText("Isi rekening tujuan").waitFor();
    expect(await page.innerText(".figure mark")).toBe("123");
    expect(await page.textContent(".figure .off-screen")).toBe("Rp150.123");
    expect(await page.title()).toBe("Rp150.123 · Kedai Sari Rasa");
    expect(complaints).toEqual([]);
  });

  test("copies amount and number in the form that bank apps accept, and confirms it", async () => {
    const { page } = await openPage(browser, server.show(transferPage()), {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

    await page.getByRole("button", { name: "Salin jumlah" }).click();
    await page.getByText("Jumlah Rp150.123 disalin.").waitFor({ state: "attached" });
    expect(await clipboard()).toBe("150123");
    await page.getByRole("button", { name: "Tersalin" }).waitFor();

    await page.getByRole("button", { name: "Salin nomor" }).click();
    await page.getByText("Nomor 1234567890 disalin.").waitFor({ state: "attached" });
    expect(await clipboard()).toBe("1234567890");
  });

  test("copies without the clipboard API and keeps the keyboard focus", async () => {
    const { page } = await openPage(browser, server.show(transferPage()), {
      before: (page) =>
        page.addInitScript(() => {
          Object.defineProperty(navigator, "clipboard", { value: undefined });
          document.addEventListener("copy", () => {
            const { value } = document.activeElement as HTMLTextAreaElement;
            document.documentElement.dataset["copied"] = value;
          });
        }),
    });
    const button = page.getByRole("button", { name: "Salin nomor" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Nomor 1234567890 disalin.").waitFor({ state: "attached" });
    expect(await page.getAttribute("html", "data-copied")).toBe("1234567890");
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("copy");
  });

  test("shows and selects the text if copying is impossible", async () => {
    const { page } = await openPage(browser, server.show(transferPage()), {
      before: (page) =>
        page.addInitScript(() => {
          Object.defineProperty(navigator, "clipboard", { value: undefined });
          document.execCommand = () => false;
        }),
    });
    await page.getByRole("button", { name: "Salin nomor" }).click();
    const field = page.getByLabel("Browser ini tidak dapat menyalin otomatis.");
    await field.waitFor({ state: "visible" });
    expect(
      await field.evaluate(({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
        value.slice(selectionStart, selectionEnd),
      ),
    ).toBe("1234567890");
    expect(await page.getByText("Tersalin").count()).toBe(0);
  });

  test("a missing picture leaves no gap, and picture requests carry no referrer", async () => {
    const referrers: (string | undefined)[] = [];
    const { page } = await openPage(browser, server.show(transferPage()), {
      before: (page) =>
        page.route("https://shop.example/*.jpg", (route) => {
          referrers.push(route.request().headers()["referer"]);
          return route.abort();
        }),
    });
    await page.getByText("Kopi susu").scrollIntoViewIfNeeded();
    await page.waitForFunction(() => !document.querySelector("img"));
    expect(referrers).toEqual([undefined]);
  });
});

describe("a QRIS payment", () => {
  test("the code on the screen decodes to the payload, in dark mode and at 320 pixels too", async () => {
    const { page } = await openPage(browser, server.show(qrisPage()), {
      ...small,
      colorScheme: "dark",
      deviceScaleFactor: 2,
    });
    expect(await readQrCode(browser, await takePicture(page))).toBe(qrisPayload);
    expect(await page.innerText("figcaption")).toContain("NMID ID1099000000002");
    expect(await isScrolledSideways(page)).toBe(false);
  });

  test("the saved picture decodes to the payload", async () => {
    const shown = qrisPage({ view: { payment_code: "INV/../2026 11" } });
    const { page, complaints } = await openPage(browser, server.show(shown));
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Simpan gambar QR" }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toBe("qris-INV-2026-11.png");
    const picture = await readFile(await download.path());
    expect(await readQrCode(browser, picture)).toBe(qrisPayload);
    expect(complaints).toEqual([]);
  });

  test("the page states that the QR code is missing", async () => {
    const { page } = await openPage(browser, server.show(qrisPage({ qr: null, qr_size: null })));
    await page.getByText("Kode QR tidak tersedia").waitFor();
  });
});

describe("without a script", () => {
  test("the page has everything for paying, and no control that needs a script", async () => {
    const { page } = await openPage(browser, server.show(qrisPage()), {
      javaScriptEnabled: false,
      deviceScaleFactor: 2,
    });
    expect(await readQrCode(browser, await takePicture(page))).toBe(qrisPayload);
    await page.getByText("Cara membayar").click();
    for (const text of ["Muat ulang halaman ini", "Pindai kode QR", "NMID", "Bayar sebelum"]) {
      expect(await page.getByText(text).first().isVisible()).toBe(true);
    }
    expect(await page.locator("button:visible").count()).toBe(0);
    expect(await page.locator(".timer:visible").count()).toBe(0);
  });

  test("the languages are links, and the check button reloads the page", async () => {
    const { page } = await openPage(browser, server.show(transferPage()), {
      javaScriptEnabled: false,
    });
    await page.getByRole("link", { name: "English" }).click();
    await page.getByText("Pay exactly this amount").waitFor();
    await page.getByRole("link", { name: "Check status" }).click();
    await page.getByText("Pay exactly this amount").waitFor();
  });
});

describe("on a phone of 390 by 844 pixels", () => {
  const bottomOf = async (page: Page, selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
  };

  test.each([
    ["id", "light"],
    ["en", "dark"],
  ] as const)(
    "the whole code, its save button and the status are visible without scrolling (%s, %s)",
    async (language, colorScheme) => {
      const { page } = await openPage(browser, server.show(qrisPage({ language })), {
        colorScheme,
      });
      await page.locator(".timer").waitFor();
      for (const part of [".figure", ".qr", ".qris .button", ".waiting .button", ".waiting"])
        expect(await bottomOf(page, part), part).toBeLessThanOrEqual(844);
      expect(await axeViolations(page)).toEqual([]);
    },
  );

  test("a transfer's amount, account and status fit the screen", async () => {
    const { page } = await openPage(browser, server.show(transferPage()));
    await page.locator(".timer").waitFor();
    for (const part of [".figure", ".number", ".account .button", ".waiting"])
      expect(await bottomOf(page, part), part).toBeLessThanOrEqual(844);
  });
});

test.each([
  ["a transfer", transferPage()],
  ["QRIS", qrisPage()],
])("%s has its mark, with and without a script", async (_, shown) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, complaints } = await openPage(browser, server.show(shown), { javaScriptEnabled });
    await page.locator(".bank-mark path").first().waitFor();
    expect(await page.locator(".bank-mark").count()).toBe(1);
    expect(complaints).toEqual([]);
  }
});

const nobody = { address: null, phone: null, email: null, shop_url: null };
const overdue = () => new Date(Date.now() + 1_500).toISOString();

describe("the page links back", () => {
  const states = {
    pending: () => transferPage(),
    "pending by QRIS": () => qrisPage(),
    late: () => transferPage({ view: { expires_at: overdue() } }),
    paid: () => transferPage({ view: { status: "PAID" } }),
    expired: () => transferPage({ view: { status: "EXPIRED" } }),
    cancelled: () => qrisPage({ view: { status: "CANCELLED" } }),
  };

  test.each(Object.entries(states))("to the shop and the seller: %s", async (state, shown) => {
    const { page } = await openPage(browser, server.show(shown()));
    if (state === "late") await page.getByRole("heading", { name: "Waktu habis" }).waitFor();
    const shop = page.getByRole("link", { name: /^Ke toko$|^Buat pesanan baru$/u });
    expect(await shop.getAttribute("href")).toBe("https://shop.example/");
    const chat = await page.getByRole("link", { name: "WhatsApp" }).getAttribute("href");
    expect(chat).toMatch(/^https:\/\/wa\.me\/6281122334455\?text=/u);
    expect(new URL(chat ?? "").searchParams.get("text")).toMatch(
      /^Halo, saya ingin bertanya tentang tagihan \S+ sebesar Rp[\d.]+\.$/u,
    );
  });

  test.each(["pending", "expired", "cancelled"] as const)(
    "to the return address if the seller has no shop URL: %s",
    async (state) => {
      const shown = { ...states[state](), seller: nobody };
      const { page } = await openPage(browser, server.show(shown), { javaScriptEnabled: false });
      const shop = page.getByRole("link", { name: /^Ke toko$|^Buat pesanan baru$/u });
      expect(await shop.getAttribute("href")).toMatch(/^https:\/\/shop\.example\/done\?/u);
    },
  );

  test.each([
    ["not found", { kind: "not_found", language: "id" }],
    ["an error", { kind: "error", language: "id" }],
    ["too many requests", { kind: "rate_limited", language: "id" }],
    [
      "an expired invoice of a seller who names nothing",
      transferPage({ seller: nobody, view: { status: "EXPIRED", redirect_url: null } }),
    ],
  ] as const)("to the page before this one: %s", async (_, shown) => {
    const address = server.show(shown);
    // A link opened from a chat has no previous page.
    const { page: first } = await openPage(browser, address);
    if ("view" in shown) await first.getByText("Sudah transfer? Tunjukkan halaman ini").waitFor();
    expect(await first.getByRole("button", { name: "Kembali" }).isVisible()).toBe(false);
    const { page } = await openPage(browser, address);
    await page.goto("https://shop.example/cart");
    await page.goto(address, { referer: "https://shop.example/cart" });
    await page.getByRole("button", { name: "Kembali" }).click();
    await page.getByText("elsewhere").waitFor();
    expect(page.url()).toBe("https://shop.example/cart");
  });
});

test("the language changes without a reload and is remembered", async () => {
  const { page } = await openPage(browser, `${server.show(transferPage())}?lang=id`);
  await page.getByRole("link", { name: "English" }).click();
  await page.getByText("Pay exactly this amount").waitFor();
  expect(await page.innerText(".figure mark")).toBe("123");
  expect(await page.getAttribute("html", "lang")).toBe("en");
  // The bank's steps are in English too. The merchant's own steps stay unchanged.
  await page.getByText("How to pay").click();
  await page.getByText("Choose BCA as the bank and enter the account number.").waitFor();
  expect(
    await page
      .locator(".steps li")
      .evaluateAll((steps) => steps.map((step) => step.getAttribute("lang"))),
  ).toEqual(["en", "en", "en", "id"]);
  expect(new URL(page.url()).search).toBe("");
  expect(server.requests.filter((request) => request.startsWith("GET /pay/0"))).toHaveLength(1);
  const cookies = await page.context().cookies(page.url());
  expect(cookies).toEqual([
    expect.objectContaining({ name: "tepat_lang", value: "en", path: "/pay", sameSite: "Lax" }),
  ]);
});

test("the page shows hostile texts as text", async () => {
  const { page, complaints } = await openPage(browser, server.show(hostilePage()));
  await page.locator(".timer").waitFor();
  expect(await page.title()).toContain("</script>");
  expect(await page.innerText(".bank")).toContain("<img src=x onerror=alert(1)>{{7*7}}");
  expect(await page.locator("img").count()).toBe(0);
  const ways = await page
    .locator("main a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(ways).toEqual(["", expect.stringMatching(/^mailto:%3C%2Fscript%3E/u)]);
  expect(complaints).toEqual([]);

  server.become("PAID");
  await page.getByRole("heading", { name: "Pembayaran diterima" }).waitFor();
  const links = page.locator("main a");
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  // The receipt's link, and a mailto link with an address that is only text.
  expect(hrefs).toEqual(["", expect.stringMatching(/^mailto:%3C/u)]);
  expect(complaints).toEqual([]);
});

test.each(["{", "7", "[null]"])(
  "order items %s do not affect the rest of the page",
  async (order_items) => {
    const { page, complaints } = await openPage(
      browser,
      server.show(transferPage({ view: { order_items, instructions: order_items } })),
    );
    await page.locator(".timer").waitFor();
    expect(await page.innerText(".figure")).toContain("123");
    expect(complaints).toEqual([]);
  },
);

test("long texts and the longest amount fit on 320 pixels", async () => {
  const { page } = await openPage(browser, server.show(longPage()), small);
  await page.locator(".timer").waitFor();
  expect(await isScrolledSideways(page)).toBe(false);
  for (const folded of await page.locator("summary").all()) await folded.click();
  expect(await isScrolledSideways(page)).toBe(false);
});

test("text of twice the size fits on 320 pixels", async () => {
  const million = { amount_original: 1_250_000, amount_total: 1_250_123 };
  for (const shown of [transferPage({ view: million }), qrisPage()]) {
    const { page } = await openPage(browser, server.show(shown), small);
    await page.locator(".timer").waitFor();
    const lettersBefore = await fontSize(page);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    expect(await fontSize(page)).toBe(2 * lettersBefore);
    expect(await isScrolledSideways(page)).toBe(false);
  }
});

const fontSize = (page: Page) =>
  page
    .locator(".hint")
    .first()
    .evaluate((text) => Number.parseFloat(getComputedStyle(text).fontSize));

test("a right-to-left name does not reverse its quantity", async () => {
  const line = { name: "abc \u202E cba", price: 1, quantity: 12, subtotal: 12 };
  const shown = transferPage({ view: { order_items: JSON.stringify([line]) } });
  const { page } = await openPage(browser, server.show(shown));
  const [name, quantity] = await Promise.all(
    [".product-name bdi", ".quantity"].map((part) => page.locator(part).boundingBox()),
  );
  expect(quantity?.x).toBeGreaterThanOrEqual((name?.x ?? 0) + (name?.width ?? Infinity));
});

test("the keyboard reaches every control, in the order of the page", async () => {
  const { page } = await openPage(browser, server.show(transferPage()));
  await page.locator(".timer").waitFor();
  const names: (string | undefined)[] = [];
  for (let index = 0; index < 8; index += 1) {
    await page.keyboard.press("Tab");
    names.push(
      await page.evaluate(() => {
        const focused = document.activeElement;
        return focused?.getAttribute("aria-label") ?? focused?.textContent;
      }),
    );
  }
  expect(names).toEqual([
    "ID, Bahasa Indonesia",
    "EN, English",
    "Salin jumlah",
    "Salin nomor",
    "Cek status",
    "Cara membayar",
    "2 barang",
    "Kopi susu gula aren, 1 liter",
  ]);
});

test("after the payment no digits are marked, and its time is under the sum", async () => {
  const shown = transferPage({ view: { status: "PAID" } });
  const { page } = await openPage(browser, server.show({ ...shown, paid_at: shown.server_time }));
  await page.getByText("Pembayaran diterima").waitFor();
  expect(await page.locator("mark").count()).toBe(0);
  expect(await page.locator(".notice time").getAttribute("datetime")).toBe(shown.server_time);
});

test.each(["EXPIRED", "CANCELLED"] as const)(
  "the first card of an invoice that is %s has the button to write to the seller",
  async (status) => {
    const { page } = await openPage(browser, server.show(transferPage({ view: { status } })), {
      javaScriptEnabled: false,
    });
    const write = page.getByRole("link", { name: "WhatsApp" });
    expect(await write.count()).toBe(1);
    expect(await page.locator(".notice .button.primary").innerText()).toBe("Kirim WhatsApp");
    const address = new URL((await write.getAttribute("href")) ?? "");
    expect(address.href).toMatch(/^https:\/\/wa\.me\/6281122334455\?text=/u);
    expect(address.searchParams.get("text")).toMatch(
      /^Halo, saya ingin bertanya tentang tagihan \S+ sebesar Rp[\d.]+\.$/u,
    );
  },
);

test.each([
  [390, true],
  [1280, false],
])("at %i pixels the hint about paying from this phone is shown: %s", async (width, isShown) => {
  const viewport = { width, height: 844 };
  const { page } = await openPage(browser, server.show(qrisPage()), { viewport });
  await page.getByRole("button", { name: "Simpan gambar QR" }).waitFor();
  expect(await page.getByText("Membayar dari HP ini?").isVisible()).toBe(isShown);
});

test("a closed invoice shows its deadline only if the deadline ended it", async () => {
  const closed = async (status: "EXPIRED" | "CANCELLED") => {
    const shown = transferPage({ view: { status } });
    const { page } = await openPage(browser, server.show(shown));
    await page.locator(".notice").waitFor();
    return { page, expires: shown.view.expires_at };
  };
  const expired = await closed("EXPIRED");
  const time = expired.page.locator(".notice time");
  expect(await time.getAttribute("datetime")).toBe(expired.expires);
  expect(await expired.page.locator(".notice").innerText()).toContain("Habis ");
  const { page } = await closed("CANCELLED");
  expect(await page.locator("time").count()).toBe(0);
});

test("a closed invoice has no card of a seller whose only contact is the button above", async () => {
  const seller = { ...nobody, phone: "0811 2233 4455" };
  const shown = transferPage({ seller, view: { status: "EXPIRED", redirect_url: null } });
  const { page } = await openPage(browser, server.show(shown));
  await page.getByRole("link", { name: "Kirim WhatsApp" }).waitFor();
  expect(await page.getByRole("heading", { name: "Penjual" }).count()).toBe(0);
  // Without the address of a shop, there is no place for a new order.
  const text = await page.innerText(".notice");
  expect(text).toContain("minta tagihan baru kepada Kedai Sari Rasa");
  expect(text).not.toContain("pesanan baru");
});

test.each([
  ["folded on a phone", 390, false],
  ["open on a wide screen", 1280, true],
] as const)("the payment steps are %s", async (_, width, isOpen) => {
  const { page } = await openPage(browser, server.show(transferPage()), {
    viewport: { width, height: 844 },
  });
  await page.locator(".timer").waitFor();
  const steps = page.locator(".steps");
  expect(await steps.evaluate((fold: HTMLDetailsElement) => fold.open)).toBe(isOpen);
  await page.getByText("Cara membayar").click();
  await page.getByRole("link", { name: "English" }).click();
  await page.getByText("How to pay").waitFor();
  expect(await steps.evaluate((fold: HTMLDetailsElement) => fold.open)).toBe(!isOpen);
});

describe("axe finds nothing", () => {
  const yellow = { merchant: { accent_color: "#ffd400" } };
  const states = {
    transfer: transferPage(yellow),
    QRIS: qrisPage({ merchant: { accent_color: "#101010" } }),
    PAID: transferPage({ ...yellow, view: { status: "PAID" } }),
    EXPIRED: transferPage({ view: { status: "EXPIRED" } }),
    CANCELLED: transferPage({ view: { status: "CANCELLED" } }),
    not_found: { kind: "not_found", language: "id" },
    error: { kind: "error", language: "id" },
    rate_limited: { kind: "rate_limited", language: "id" },
  } as const;

  test.each(Object.entries(states))("in %s, in both languages and schemes", async (_, shown) => {
    const { page } = await openPage(browser, server.show(shown), { reducedMotion: "reduce" });
    const address = page.url();
    for (const language of ["id", "en"]) {
      await page.goto(`${address}?lang=${language}`);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await axeViolations(page)).toEqual([]);
      }
    }
  });
});

describe.each([
  ["on a phone", { width: 390, height: 844 }],
  ["on a desktop", { width: 1440, height: 900 }],
])("%s", (_, viewport) => {
  test.each(["light", "dark"] as const)(
    "the next action alone is filled with the merchant's colour (%s)",
    async (colorScheme) => {
      const color = { merchant: { accent_color: "#8a2be2" } };
      const pages = [
        ["Salin jumlah", transferPage(color)],
        ["Salin jumlah", partOf(transferPage(color))],
        ["Simpan gambar QR", qrisPage(color)],
      ] as const;
      for (const [name, shown] of pages) {
        const { page } = await openPage(browser, server.show(shown), { viewport, colorScheme });
        const filled = await page
          .locator(".button:visible")
          .evaluateAll((all) =>
            all
              .filter((each) => getComputedStyle(each).backgroundColor === "rgb(138, 43, 226)")
              .map((each) => [each.textContent, getComputedStyle(each).color]),
          );
        expect(filled).toEqual([[name, "rgb(255, 255, 255)"]]);
        expect(await axeViolations(page)).toEqual([]);
      }
    },
  );

  test("the button that copies the amount begins and ends with the line below it", async () => {
    const { page } = await openPage(browser, server.show(transferPage()), { viewport });
    const edges = await page.locator(".amount .copy, .countdown").evaluateAll((all) =>
      all.map((each) => {
        const { left, right } = each.getBoundingClientRect();
        return [left, right].map(Math.round);
      }),
    );
    expect(edges).toHaveLength(2);
    expect(edges[0]).toEqual(edges[1]);
  });
});

test("the printed page has everything for paying, and no control", async () => {
  const { page } = await openPage(browser, server.show(longPage()));
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".button:visible").count()).toBe(0);
  expect(await page.locator("nav:visible").count()).toBe(0);
  expect(await page.locator(".account .number").isVisible()).toBe(true);
  expect(await page.getByText("Bersatu- 40").isVisible()).toBe(true);
});

test.each([
  ["kedai  uji", "Kedai Sari Rasa", true],
  ["KEDAI SARI RASA", "Kedai Sari-Rasa", false],
  ["PERKUMPULAN PENGUSAHA KUL", "Perkumpulan Pengusaha Kuliner", false],
  ["PERKUMPULAN", "Perkumpulan Pengusaha Kuliner", true],
])("a QRIS code of %s says whether it is of the shop %s", async (qris_name, name, isSaid) => {
  const shown = qrisPage({ merchant: { name }, view: { qris_name } });
  const { page } = await openPage(browser, server.show(shown));
  const said = page.locator("figcaption").getByText(`Penjual yang sama dengan ${name}`);
  expect(await said.count()).toBe(isSaid ? 1 : 0);
});

test.each([true, false])(
  "a link leads to another way to pay (script: %s)",
  async (javaScriptEnabled) => {
    const shown = qrisPage({ change_path: "/i/1?change=1" });
    const options = { javaScriptEnabled, viewport: { width: 390, height: 844 } };
    const { page } = await openPage(browser, server.show(shown), options);
    const link = page.getByRole("link", { name: "Ganti cara bayar" });
    expect(await link.getAttribute("href")).toBe("/i/1?change=1&lang=id");
    if (javaScriptEnabled) expect(await axeViolations(page)).toEqual([]);
    const none = await openPage(browser, server.show(qrisPage()), options);
    expect(await none.page.getByText("Ganti cara bayar").count()).toBe(0);
  },
);

test("a receipt that is opened to be printed is printed", async () => {
  const receipt = server.show(transferPage({ view: { status: "PAID" } }));
  const printed = async (address: string) => {
    const page = await browser.newPage();
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute("data-printed", "");
    });
    await page.goto(address);
    await page.locator(".scripted.receipt").waitFor();
    const count = await page.locator("[data-printed]").count();
    await page.close();
    return count === 1;
  };
  expect(await printed(`${receipt}#print`)).toBe(true);
  expect(await printed(receipt)).toBe(false);
});

describe("a partly paid payment", () => {
  const transfer = partOf(transferPage());
  const qris = partOf(qrisPage());

  test.each([
    ["id", "light", true],
    ["id", "dark", false],
    ["en", "dark", true],
    ["en", "light", false],
  ] as const)(
    "requests the missing amount, the only one to copy (%s, %s, script: %s)",
    async (language, colorScheme, javaScriptEnabled) => {
      for (const viewport of [small.viewport, { width: 1440, height: 900 }]) {
        const { page, complaints } = await openPage(
          browser,
          server.show({ ...transfer, language }),
          { colorScheme, javaScriptEnabled, viewport },
        );
        const t = language === "id" ? "Sisa yang harus dibayar" : "Left to pay";
        expect(await page.innerText("h1")).toBe(t);
        expect(await page.innerText(".figure")).toBe("Rp75.061");
        expect(await page.title()).toBe(`${t} Rp75.061 · Kedai Sari Rasa`);
        expect(await page.innerText(".amount")).not.toContain("150.123");
        expect(await page.innerText(".waiting")).toMatch(/Menunggu sisa|Waiting for the rest/u);
        // A check says nothing about money that the seller checks.
        const ask = page.locator(".waiting .button");
        expect(await ask.innerText()).toMatch(/^(?:Tanya penjual|Ask the seller)$/u);
        expect(await ask.getAttribute("href")).toContain("wa.me/6281122334455?text=");
        // The total appears once, among the sums that lead to the missing sum.
        const text = await page.innerText("main");
        expect(text.match(/150\.123/gu)).toHaveLength(1);
        expect(text).not.toMatch(/Bayar tepat|Pay exactly|tiga angka|three digits/u);
        expect(await page.locator(".account .number").isVisible()).toBe(true);
        expect(await isScrolledSideways(page)).toBe(false);
        if (javaScriptEnabled) {
          await page.locator(".timer").waitFor();
          expect(await page.locator(".amount .copy").count()).toBe(1);
          expect(await axeViolations(page)).toEqual([]);
        }
        expect(complaints).toEqual([]);
        await page.context().close();
      }
    },
  );

  test("copies the missing amount", async () => {
    const { page } = await openPage(browser, server.show(transfer), {
      permissions: ["clipboard-read", "clipboard-write"],
    });
    await page.getByRole("button", { name: "Salin jumlah" }).click();
    await page.getByText("Jumlah Rp75.061 disalin.").waitFor({ state: "attached" });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("75061");
  });

  test.each([true, false])(
    "has a QR code of the missing amount, on the screen and in the source (script: %s)",
    async (javaScriptEnabled) => {
      const { page } = await openPage(browser, server.show(qris), {
        javaScriptEnabled,
        deviceScaleFactor: 2,
      });
      expect(await readQrCode(browser, await takePicture(page))).toBe(restPayload);
      expect(await page.getByRole("img", { name: "Rp12.658" }).count()).toBe(1);
      expect(await page.content()).not.toContain(qrisPayload);
    },
  );

  test("saves a picture of the missing amount's code", async () => {
    const { page } = await openPage(browser, server.show(qris));
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Simpan gambar QR" }).click();
    const picture = await readFile(await (await saved).path());
    expect(await readQrCode(browser, picture)).toBe(restPayload);
  });

  test.each([
    ["a transfer", transfer, "Masukkan Rp75.061, yaitu sisanya."],
    ["QRIS", qris, "Pilih menu QRIS lalu pindai kode"],
  ])("shows the steps to pay it: %s", async (_, shown, step) => {
    const { page } = await openPage(browser, server.show(shown));
    await page.getByText("Cara membayar").click();
    await page.getByText(step).waitFor();
    await page.getByRole("link", { name: "Tanya penjual" }).waitFor();
  });

  test.each([
    ["a transfer", transferPage()],
    ["QRIS", qrisPage()],
  ])(
    "sends to the seller, who is named at once, if the rest cannot be paid: %s",
    async (_, shown) => {
      const { page } = await openPage(browser, server.show(partOf(shown, { is_payable: false })));
      expect(await page.innerText(".amount")).toContain(
        "Jangan bayar dulu. Tanyakan kepada Kedai Sari Rasa",
      );
      expect(await page.locator(".copy, .qr, .account, .countdown, .steps").count()).toBe(0);
      expect(await page.locator(".contact + .waiting").count()).toBe(1);
      expect(await axeViolations(page)).toEqual([]);
    },
  );

  test.each([
    [0, ["Sudah masuk", "Rp150.123", "Jangan membayar lagi."]],
    [-500, ["Sudah masuk", "Rp150.623", "Pembayaran Anda lebih Rp500. Tunjukkan halaman ini"]],
  ])("requests nothing once the parts reach the total (missing: %i)", async (amount, parts) => {
    const shown = partOf(transferPage(), { amount, is_payable: false });
    const { page } = await openPage(browser, server.show(shown));
    const text = await page.innerText(".amount");
    for (const part of parts) expect(text).toContain(part);
    expect(await page.title()).toBe("Menunggu konfirmasi Kedai Sari Rasa · Kedai Sari Rasa");
    expect(await page.locator(".copy, .account, .countdown").count()).toBe(0);
    expect(await page.innerText(".waiting")).toContain("Menunggu konfirmasi Kedai Sari Rasa");
    expect(await axeViolations(page)).toEqual([]);
  });

  test("prints the missing amount", async () => {
    const { page } = await openPage(browser, server.show(transfer));
    await page.emulateMedia({ media: "print" });
    expect(await page.innerText(".figure")).toBe("Rp75.061");
    expect(await page.locator(".sums div").last().innerText()).toMatch(
      /Sisa yang harus dibayar\s+Rp75\.061/u,
    );
  });
});

describe("money that differs from the total", () => {
  const waiting = { received: 100_000, refunded: 0, kept: null, refunds_owed: 0 };

  test.each([
    ["EXPIRED", waiting, ["Rp100.000 dari Anda sudah masuk dan sedang diperiksa"]],
    [
      "EXPIRED",
      { received: 100_000, refunded: 100_000, kept: 0, refunds_owed: 0 },
      ["Rp100.000 sudah dikembalikan kepada Anda"],
    ],
    [
      "PAID",
      { received: 150_000, refunded: 0, kept: -123, refunds_owed: 0 },
      ["Pembayaran Anda kurang Rp123, tetapi Kedai Sari Rasa"],
    ],
    [
      "PAID",
      { received: 150_131, refunded: 0, kept: 8, refunds_owed: 0 },
      [
        "Pembayaran Anda lebih Rp8 dari total tagihan. Kedai Sari Rasa sudah mencatatnya.",
        "Ada pertanyaan? Kontak penjual ada di halaman ini.",
      ],
    ],
    [
      "PAID",
      { received: 150_131, refunded: 0, kept: 8, refunds_owed: 8 },
      [
        "Pembayaran Anda lebih Rp8. Tunjukkan halaman ini dan bukti transfer kepada Kedai Sari Rasa",
      ],
    ],
    [
      "PAID",
      { received: 150_131, refunded: 8, kept: 0, refunds_owed: 0 },
      ["Rp8 sudah dikembalikan"],
    ],
  ] as const)(
    "appears on the page of a payment in status %s, as %j",
    async (status, money, parts) => {
      const shown = transferPage({ money: { ...money }, view: { status } });
      const { page, complaints } = await openPage(browser, server.show(shown), small);
      const text = await page.innerText(".received");
      for (const part of parts) expect(text).toContain(part);
      expect(await axeViolations(page)).toEqual([]);
      expect(await isScrolledSideways(page)).toBe(false);
      expect(complaints).toEqual([]);
      await takePicture(page, `artifacts/checkout/received-${status}-${money.refunded}.png`);
    },
  );

  test("names no contact of a seller who has none", async () => {
    const money = { received: 150_131, refunded: 0, kept: 8, refunds_owed: 0 };
    const shown = transferPage({ money, language: "en", seller: nobody, view: { status: "PAID" } });
    const { page } = await openPage(browser, server.show(shown));
    const text = await page.innerText(".received");
    expect(text).toContain("You paid Rp8 more than the total. Kedai Sari Rasa has recorded it.");
    expect(text).not.toContain("Questions?");
  });

  test("keeps the page open while a refund is owed", async () => {
    const view = { status: "PAID", redirect_url: null } as const;
    const money = { received: 150_131, refunded: 0, kept: 8, refunds_owed: 8 };
    const { page } = await openPage(browser, server.show(transferPage({ money, view })));
    await page.getByText("Tunjukkan halaman ini").waitFor();
    expect(await page.getByText("Anda boleh menutup halaman ini").count()).toBe(0);
  });

  test("appears on the receipt as the amount received", async () => {
    const money = { received: 150_000, refunded: 0, kept: -123, refunds_owed: 0 };
    const shown = transferPage({ money, view: { status: "PAID" } });
    const { page } = await openPage(browser, server.show(shown));
    expect(await page.innerText(".paid-amount")).toBe("Rp150.000");
    expect(await page.locator(".sums div").last().innerText()).toMatch(/Sudah masuk\s+Rp150\.000/u);
  });

  test("makes the receipt say that all of it was refunded", async () => {
    const money = { received: 150_123, refunded: 150_123, kept: -150_123, refunds_owed: 0 };
    const shown = transferPage({ money, view: { status: "PAID" } });
    const { page, complaints } = await openPage(browser, server.show(shown), small);
    expect(await page.innerText("h1")).toBe("Dikembalikan");
    expect(await page.title()).toBe("Dikembalikan · Kedai Sari Rasa");
    expect(await page.innerText("main")).not.toContain("sudah menerima pembayaran");
    expect(await page.locator(".sums div").last().innerText()).toMatch(
      /Dikembalikan\s+− Rp150\.123/u,
    );
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await takePicture(page, "artifacts/checkout/receipt-refunded.png");
  });

  test("for an expired invoice that the seller reviews is not requested again", async () => {
    const shown = transferPage({ money: waiting, view: { status: "EXPIRED" } });
    const { page } = await openPage(browser, server.show(shown));
    expect(await page.innerText("main")).not.toContain("Untuk membayar, buat pesanan baru");
  });

  test.each([
    ["nothing was booked", { money: null }],
    [
      "a part is of a payment that was paid since",
      { money: waiting, view: { status: "PAID" as const } },
    ],
  ])("does not appear if %s", async (_, changes) => {
    const { page } = await openPage(browser, server.show(transferPage(changes)));
    expect(await page.locator(".received").count()).toBe(0);
  });
});
