import { setTimeout as wait } from "node:timers/promises";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { connectChats, type TelegramReader } from "../domain/notices/telegram-link.ts";
import type { Log } from "../outside/log.ts";
import { noticeLookSeconds } from "./notice-sender.ts";

/** Connects Telegram chats whose codes arrive. Returns a stop function. */
export function startTelegramReader(
  gateway: Gateway,
  /** Returns null while there is no bot. */
  readerNow: () => TelegramReader | null,
  log: Log,
  { lookSeconds = noticeLookSeconds }: { lookSeconds?: number } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = () => wait(lookSeconds * 1000, undefined, { signal, ref: false }).catch(() => {});

  /**
   * Returns a reader that pauses after an empty result. Telegram itself waits before it responds with nothing. A
   * server that does not wait must not be called without pause.
   */
  const patient = ({ bot_id, read }: TelegramReader): TelegramReader => ({
    bot_id,
    async read(after) {
      const found = await read(after, signal);
      if (found.length === 0) await pause();
      return found;
    },
  });

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const reader = readerNow();
      if (reader) {
        await connectChats(gateway, patient(reader), signal).catch((cause: unknown) => {
          if (!signal.aborted) log.error({ err: cause }, "the Telegram bot could not be read");
        });
      }
      await pause();
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
