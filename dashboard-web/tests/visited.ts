import assert from "node:assert/strict";
import type { Browser, BrowserContext } from "playwright-core";

/** What the tests of a file leave open. A worker keeps this module from file to file, so a file's end empties it. */
export const visited = {
  /** Connected once in a worker, by the first file that visits a page. */
  browser: null as Browser | null,
  /** The errors of all pages: Tepat's own, and refusals by the content policy. */
  complaints: [] as string[][],
  /** Of the test that runs. A page that stayed open would go on counting, listening and drawing beside the next ones. */
  byTest: [] as BrowserContext[],
};

const close = (contexts: readonly BrowserContext[]) =>
  Promise.all(contexts.map((context) => context.close()));

export const endOfTest = () => close(visited.byTest.splice(0));

export async function endOfFile(): Promise<void> {
  await close(visited.browser?.contexts() ?? []);
  assert.deepEqual(visited.complaints.splice(0).flat(), []);
}
