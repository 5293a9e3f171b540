import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { vi } from "vitest";

const require = createRequire(import.meta.url);
const axeFile = require.resolve("axe-core/axe.min.js");
const jsQrFile = require.resolve("jsqr");

/** The picture that every outside address returns. */
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#c9a27e"/><circle cx="48" cy="48" r="24" fill="#6b4a2f"/></svg>';

export interface OpenedPage {
  page: Page;
  /** Errors that the browser reported, and violations of the policy. */
  complaints: string[];
}

export async function openPage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions & { before?(page: Page): Promise<unknown> } = {},
): Promise<OpenedPage> {
  const { before, ...contextOptions } = options;
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: "id-ID",
    timezoneId: "Asia/Jakarta",
    ...contextOptions,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  page.on("console", (message) => {
    if (/security policy/iu.test(message.text())) complaints.push(message.text());
  });
  await page.route(/^https:/u, (route) =>
    route.fulfill(
      route.request().resourceType() === "image"
        ? { contentType: "image/svg+xml", body: picture }
        : { contentType: "text/html", body: "elsewhere" },
    ),
  );
  await before?.(page);
  await page.goto(address);
  return { page, complaints };
}

/** The size of a window, and the colour scheme of its device. */
export interface Look {
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
}

/** Changes the look of an open page. This takes a tenth of the time of opening it again. */
export async function show(page: Page, { viewport, colorScheme }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await framesDrawn(page);
}

/** The looks of a page. The names are for its pictures. The page is opened in the first look. */
export type Looks = readonly [NamedLook, ...NamedLook[]];

interface NamedLook extends Look {
  name: string;
}

type Window = Omit<NamedLook, "colorScheme">;

/**
 * Returns two looks for each language: each window is light in one language and dark in the other.
 */
export const crossedLooks = (
  one: Window,
  other: Window,
): readonly (readonly ["en-GB" | "id-ID", Looks])[] => [
  ["en-GB", [light(one), dark(other)]],
  ["id-ID", [light(other), dark(one)]],
];

const light = (window: Window): NamedLook => ({ ...window, colorScheme: "light" });
const dark = (window: Window): NamedLook => ({ ...window, colorScheme: "dark" });

/** Inspects a page in each look, and ends in the first look. */
export async function inEachLook(
  page: Page,
  looks: Looks,
  inspect: (look: NamedLook) => Promise<void>,
): Promise<void> {
  for (const look of looks.toReversed()) {
    await show(page, look);
    await inspect(look);
  }
}

/** Waits until the page has reacted to earlier changes. Media queries and size observers run with a frame. */
export const framesDrawn = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });

/**
 * Takes a picture of the whole page, and retries, because on a busy machine a few pictures in a thousand fail ("Unable
 * to capture screenshot").
 */
export function takePicture(page: Page): Promise<Buffer>;
/**
 * Saves the picture in a file, for people. `npm test` saves pictures only with `--more`, because no test reads them.
 */
export function takePicture(page: Page, file: string): Promise<void>;
export async function takePicture(page: Page, file?: string): Promise<Buffer | void> {
  if (file !== undefined && process.env["TEST_PICTURES"] === "no") return;
  return vi.waitFor(() => page.screenshot({ fullPage: true, ...(file && { path: file }) }), {
    timeout: 60_000,
    interval: 200,
  });
}

export const isScrolledSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

interface AxeWindow {
  axe: {
    run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
}

/** Returns axe's violations, each with the first element concerned. */
export async function axeViolations(page: Page): Promise<string[]> {
  // The page's policy allows no script, but the debugger can add one. It stays until the page loads
  // another document.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(readFileSync(axeFile, "utf8"));
  }
  return page.evaluate(async () => {
    const { axe } = window as unknown as AxeWindow;
    // All rules run. For passed rules, axe describes only one element and the description stays in the browser.
    const { violations } = await axe.run({ preload: false, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** Returns the text of a QR code in a picture, as a phone's camera would, or null if there is none. */
export async function readQrCode(browser: Browser, png: Buffer): Promise<string | null> {
  const page = await browser.newPage();
  await page.addScriptTag({ path: jsQrFile });
  const text = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const picture = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext("2d");
    context?.drawImage(picture, 0, 0);
    const pixels = context?.getImageData(0, 0, picture.width, picture.height);
    type JsQr = (data: unknown, width: number, height: number) => { data: string } | null;
    const { jsQR } = window as unknown as { jsQR: JsQr };
    return jsQR(pixels?.data, picture.width, picture.height)?.data ?? null;
  }, png.toString("base64"));
  await page.close();
  return text;
}
