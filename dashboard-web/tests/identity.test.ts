import { expect, inject, test } from "vitest";
import { markSvg } from "../../web-shared/src/mark-shapes.ts";
import { pendingPayment } from "../../contract-tests/support/shop.ts";
import { heading, visit } from "./open-dashboard.ts";
import { openShop } from "./people.ts";

const { base_url } = inject("service");

const shop = await openShop("Kedai Kopi Tepat");
const payment = await pendingPayment(shop, { payment_code: "LOOK-1" });

test("the typeface comes from this server, and no file from another one", async () => {
  const page = await visit("/", { as: shop });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.reload();
  await heading(page, "Overview").waitFor();
  const faces = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].map(({ family, status }) => `${family}: ${status}`);
  });
  expect(faces).toEqual([expect.stringMatching(/^"?Plus Jakarta Sans"?: loaded$/u)]);
  expect(asked.filter((address) => address.endsWith(".woff2"))).toHaveLength(1);
  expect(asked.filter((address) => !address.startsWith(`${base_url}/dashboard`))).toEqual([]);
});

test("the digits of amounts have one width", async () => {
  const page = await visit("/payments", { as: shop });
  const exact = page.locator(".exact").first();
  await exact.waitFor();
  const widths = await exact.evaluate(async (element) => {
    await document.fonts.ready;
    return Array.from({ length: 10 }, (_, digit) => {
      element.textContent = String(digit).repeat(10);
      return element.getBoundingClientRect().width;
    });
  });
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(0.1);
});

test("the last digits of an exact total are highlighted in lists, on its page and on the customer's page", async () => {
  const tail = String(payment.payment_total).slice(-3);
  const page = await visit("/payments", { as: shop });
  expect(await page.locator(".exact mark").first().innerText()).toBe(tail);
  await page.goto(`${base_url}/dashboard/payments/LOOK-1`);
  expect(await page.locator(".figure .exact mark").innerText()).toBe(tail);
  await page.goto(payment.payment_checkout_url);
  expect(await page.locator(".exact mark").first().innerText()).toBe(tail);
});

test("a browser and a phone show Tepat's icon", async () => {
  const page = await visit("/sign-in");
  await page.locator("svg.logo").waitFor();
  const href = (relation: string) =>
    page.locator(`link[rel=${relation}]`).evaluate((link: HTMLLinkElement) => link.href);
  const icon = await page.request.get(await href("icon"));
  expect(icon.headers()["content-type"]).toBe("image/svg+xml");
  expect(await icon.text()).toBe(markSvg());

  const manifest = await page.request.get(await href("manifest"));
  expect(manifest.headers()["content-type"]).toBe("application/manifest+json");
  const app = (await manifest.json()) as {
    start_url: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect(app.start_url).toBe("/dashboard");
  const pictures = app.icons.filter(({ src }) => src.endsWith(".png"));
  expect(pictures.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512", "512x512"]);
  for (const { src, sizes, purpose } of pictures) {
    const drawn = markSvg({ radius: purpose === "maskable" ? 0 : 9 });
    const [size, difference] = await page.evaluate(differenceOf, [
      `/dashboard/${src}`,
      drawn,
    ] as const);
    expect(size).toBe(sizes);
    expect(difference).toBeLessThan(1);
  }
  expect(await href("apple-touch-icon")).toBe(`${base_url}/dashboard/mark-full-512.png`);
});

/**
 * Runs in the page. Returns the average difference between a picture's colours and the mark's, from 0 to
 * 255.
 */
async function differenceOf([address, svg]: readonly [string, string]) {
  const drawn = async (source: string, size?: number) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(size ?? image.naturalWidth, size ?? image.naturalHeight);
    const context = canvas.getContext("2d") as OffscreenCanvasRenderingContext2D;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  const picture = await drawn(address);
  const mark = await drawn(`data:image/svg+xml,${encodeURIComponent(svg)}`, picture.width);
  const sum = picture.data.reduce(
    (all, value, at) => all + Math.abs(value - (mark.data[at] ?? 0)),
    0,
  );
  return [`${picture.width}x${picture.height}`, sum / picture.data.length] as const;
}
