import { limits } from "../contract/limits.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { composeMessages } from "../domain/notices/notice-composer.ts";
import type { LeasedMessage } from "../domain/notices/notice-messages.sql.ts";
import {
  attemptMessage,
  leaseDueMessages,
  type NoticeChannels,
} from "../domain/notices/notice-sending.ts";
import type { Log } from "../outside/log.ts";
import { createSender, type Sender } from "./sender.ts";

/** The time between two looks. */
export const noticeLookSeconds = 2;

export type NoticeSender = Sender<LeasedMessage>;

/**
 * Sends notices to team members. The sender looks every two seconds instead of being woken, so payments cost nothing
 * extra for merchants whose team wants no notices.
 */
export function createNoticeSender(
  gateway: Gateway,
  channels: NoticeChannels,
  log: Log,
  { lookSeconds = noticeLookSeconds }: { lookSeconds?: number } = {},
): NoticeSender {
  return createSender<LeasedMessage, LeasedMessage>(
    {
      name: "notice",
      places: limits.noticeAttemptsUnderWay,
      placesPerOwner: 1,
      lookSeconds,
      ownerOf: ({ target_id }) => target_id,
      idOf: ({ message_id }) => message_id,
      async lease({ limit, under_way }) {
        await composeMessages(gateway);
        const items =
          limit > 0 ? await leaseDueMessages(gateway, { limit, busy: Object.keys(under_way) }) : [];
        return {
          items,
          // A target gets one message at a time, so the end of each is a reason to look for its next one.
          is_some_left: limit === items.length || items.length > 0,
          is_some_taken: false,
          seconds_until_next: null,
        };
      },
      leaseOwed: async () => [],
      attempt: async (message, signal) =>
        (await attemptMessage(gateway, channels, { message, signal })) === "SUCCESS",
    },
    log,
  );
}
