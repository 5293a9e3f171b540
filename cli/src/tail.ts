import { setTimeout as wait } from "node:timers/promises";
import type { Tepat } from "../../sdk/src/index.ts";
import { columns } from "./print.ts";

interface LoggedRequest {
  readonly entry_id: string;
  readonly requested_at: string;
  readonly request_id: string;
  readonly method: string;
  readonly path: string;
  readonly http_status: number;
  readonly error_code: string | null;
  readonly duration_ms: number;
}

interface Wishes {
  readonly path: string | undefined;
  readonly isErrors: boolean;
  readonly limit: number;
  readonly isOnce: boolean;
  readonly isJson: boolean;
}

const lookSeconds = 2;
/**
 * The largest number of entries in one request. If a log grows faster, the output misses the oldest entries, not
 * the newest.
 */
const requestsPerLook = 100;

/** Shows the newest entries in order, and then new ones until Ctrl-C. */
export async function tail(tepat: Tepat, { path, isErrors, limit, isOnce, isJson }: Wishes) {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  const { signal } = stopping;
  let told: ReadonlySet<string> = new Set();
  const query = { per_page: requestsPerLook, path, ...(isErrors && { errors_only: true }) };
  for (let isFirst = true; ; isFirst = false) {
    const { data } = await tepat.rawRequest<{ items: LoggedRequest[] }>(
      "GET",
      "/merchant/requests",
      { query },
    );
    // Entries older than those shown first are never shown, so the first request marks its whole
    // page as shown.
    const shown = isFirst ? data.items.slice(0, limit) : data.items;
    for (const entry of shown.toReversed()) {
      if (!told.has(entry.entry_id)) console.log(isJson ? JSON.stringify(entry) : lineOf(entry));
    }
    told = new Set(
      [...data.items.map(({ entry_id }) => entry_id), ...told].slice(0, 10 * requestsPerLook),
    );
    if (isOnce) return;
    await wait(lookSeconds * 1000, undefined, { signal }).catch(() => null);
    if (signal.aborted) return;
  }
}

const lineOf = (entry: LoggedRequest): string =>
  columns([
    [
      entry.requested_at,
      entry.method,
      entry.path,
      entry.http_status,
      entry.error_code,
      `${entry.duration_ms} ms`,
      entry.request_id,
    ],
  ]);
