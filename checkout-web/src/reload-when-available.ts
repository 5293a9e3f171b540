import { limits } from "./limits.ts";

/** Asks for this page, or for what it shows, again, with backoff and jitter, until the server has one. */
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
    const { first, last } = limits.pollMilliseconds;
    const backoff = Math.min(first * 2 ** attempts, last);
    attempts += 1;
    setTimeout(() => void ask(), backoff * (0.5 + Math.random() / 2));
  }

  window.addEventListener("online", () => void ask());
  wait();
}
