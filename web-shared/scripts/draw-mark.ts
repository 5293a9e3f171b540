import { writeFile } from "node:fs/promises";
import path from "node:path";
import { launchBrowser } from "../testing/browser.ts";
import { markSvg } from "../src/mark-shapes.ts";

/**
 * Draws the picture files of the mark that phones require. Run `node web-shared/scripts/draw-mark.ts` after a change of
 * the mark. dashboard-web/tests/identity.test.ts compares the pictures with the mark.
 */

const folder = path.resolve(import.meta.dirname, "../../dashboard-web/src/frame/brand");

const browser = await launchBrowser();
for (const [name, size, radius] of [
  ["mark-192.png", 192, 9],
  ["mark-512.png", 512, 9],
  ["mark-full-512.png", 512, 0],
] as const) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px}</style>${markSvg({ radius })}`,
  );
  await writeFile(path.join(folder, name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
