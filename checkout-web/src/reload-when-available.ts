import { doubled, jittered } from "../../web-shared/src/backoff.ts";
import { limits } from "./limits.ts";

/**
 * Requests this page, or the page that it shows, again with backoff and jitter until the server responds
 * with it.
 */
export function reloadWhenAvailable(address = location.href): void {
  let attempts = 0;

  async function ask() {
    if (document.hidden) return wait();
    const signal = AbortSignal.timeout(limits.requestMilliseconds);
    const status = await fetch(address, { method: "HEAD", cache: "no-store", signal }).then(
      (response) => response.status,
      () => null,
    );
    if (status === null || status === 429 || status >= 500) wait();
    else location.reload();
  }

  function wait() {
    const pause = jittered(doubled(attempts, limits.pollMilliseconds));
    attempts += 1;
    setTimeout(() => void ask(), pause);
  }

  window.addEventListener("online", () => void ask());
  wait();
}
