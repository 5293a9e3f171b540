import { doubled, jittered } from "../../../web-shared/src/backoff.ts";
import { limits } from "./limits.ts";

/**
 * The kinds of records whose changes the server announces. Announcements contain no data: pages request the data
 * again.
 */
export const topics = ["payment", "mutation", "device", "webhook", "account", "session"] as const;
export type Topic = (typeof topics)[number];

interface Listener {
  onChange(topic: Topic): void;
  /** Called when the stream opens or breaks. Any data might have changed in between. */
  onStream(isOpen: boolean): void;
}

/**
 * Listens to the server's stream of changes until stopped, and reopens it with backoff and jitter. A hidden page has
 * no stream, because over HTTP/1.1 a browser shares six connections to the server among all tabs.
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
  // An earlier stream can be dead without having sent an event.
  window.addEventListener("online", () => document.hidden || open(), until);
  look();

  return () => {
    stopped.abort();
    close();
  };
}
