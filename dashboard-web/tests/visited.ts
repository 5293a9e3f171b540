import assert from "node:assert/strict";
import type { Browser, BrowserContext } from "playwright-core";

/**
 * The pages that the tests of a file leave open. A worker keeps this module from file to file, so the end of a file
 * empties it.
 */
export const visited = {
  /** The browser, connected once in a worker by the first file that visits a page. */
  browser: null as Browser | null,
  /** The errors of all pages: Tepat's own, and refusals by the content security policy. */
  complaints: [] as string[][],
  /** The pages of the running test. An open page would continue to count, listen and draw beside the next tests. */
  byTest: [] as BrowserContext[],
};

/** A request that a test holds up or changes may still be under way. It ends with its page, and is no fault. */
async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
  await context.close();
}

const close = (contexts: readonly BrowserContext[]) => Promise.all(contexts.map(closeContext));

export const endOfTest = () => close(visited.byTest.splice(0));

export async function endOfFile(): Promise<void> {
  await close(visited.browser?.contexts() ?? []);
  assert.deepEqual(visited.complaints.splice(0).flat(), []);
}
