import { doubled, jittered } from "../../../web-shared/src/backoff.ts";
import { limits } from "./limits.ts";

/** The kinds of records whose changes the server announces. The server sends no values: pages request their data. */
export const topics = ["payment", "mutation", "device", "webhook", "account", "session"] as const;
export type Topic = (typeof topics)[number];

interface Listener {
  onChange(topic: Topic): void;
  /** The stream has opened or was cut, so any data might have changed meanwhile. */
  onStream(isOpen: boolean): void;
}

/**
 * Listens to the server's stream of changes until stopped, opening it again with backoff and jitter. Over HTTP/1.1 a
 * browser has six connections to the server for all its tabs, so a hidden page has no stream.
 */
export function watchChanges(listener: Listener): () => void {
  const stopped = new AbortController();
  let stream: EventSource | null = null;
  let timer: number | undefined;
  let failures = 0;

  function open() {
    close();
    const opened = new EventSource("/dashboard/api/events");
    stream = opened;
    opened.addEventListener("open", () => {
      failures = 0;
      listener.onStream(true);
    });
    opened.addEventListener("error", lose);
    for (const topic of topics) opened.addEventListener(topic, () => listener.onChange(topic));
  }

  function close() {
    clearTimeout(timer);
    stream?.close();
    stream = null;
  }

  function lose() {
    close();
    if (failures === 0) listener.onStream(false);
    timer = window.setTimeout(open, jittered(doubled(failures, limits.reopenMilliseconds)));
    failures += 1;
  }

  function look() {
    if (document.hidden) close();
    else if (!stream) open();
  }

  const until = { signal: stopped.signal };
  document.addEventListener("visibilitychange", look, until);
  // An earlier stream might be dead without an event.
  window.addEventListener("online", () => document.hidden || open(), until);
  look();

  return () => {
    stopped.abort();
    close();
  };
}
