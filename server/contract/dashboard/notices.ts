import { z } from "zod";
import { matching, text, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { cursorInput, cursorPage } from "./cursor.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";

const tag = "Notices";

export const noticeEvent = z
  .enum([
    "paid",
    "unmatched",
    "unsupported",
    "likely_text",
    "device_silent",
    "webhook_failing",
    "quota_low",
  ])
  .meta({
    id: "NoticeEvent",
    description: `The events of notices. \`paid\`: an invoice is paid. \`unmatched\`: money came in, and ${limits.unmatchedNoticeSeconds} seconds later it has no invoice. \`unsupported\`: one import of an account's bank statement lacks transfers that a source reported. \`likely_text\`: Tepat could not read a notification, but it names exactly the total of a PENDING invoice of its account; a person must check it, because it pays nothing automatically. \`device_silent\`: Tepat no longer hears from a phone, cannot read a mailbox, or gets no key to check its emails. \`webhook_failing\`: the merchant's server refused one webhook ${limits.webhookFailingAttempts} times, or permanently; at most one notice about a server in each ${limits.webhookFailingHours} hours from midnight UTC. \`quota_low\`: an account has ${limits.quotaLowDays} days of quota left, or none.`,
  });

export type NoticeEvent = z.infer<typeof noticeEvent>;

export const noticeChannel = z.enum(["email", "telegram", "push"]).meta({
  id: "NoticeChannel",
  description: "`push`: the browsers in which the person has switched notices on.",
});

export type NoticeChannel = z.infer<typeof noticeChannel>;

export const noticeLanguage = z.enum(["id", "en"]).meta({
  id: "NoticeLanguage",
  description: "The language of the messages.",
});

export type NoticeLanguage = z.infer<typeof noticeLanguage>;

export const brokenReason = z
  .enum(["address_refused", "bot_blocked", "chat_gone", "browser_gone"])
  .meta({
    id: "NoticeBrokenReason",
    description:
      "`address_refused`: the mail server says that there is no such address. `bot_blocked`: the person has blocked the bot. `chat_gone`: Telegram no longer knows the chat. `browser_gone`: the browser has ended its subscription.",
  });

export type BrokenReason = z.infer<typeof brokenReason>;

const wishFields = { event: noticeEvent, channel: noticeChannel };

const wish = z.object(wishFields).meta({
  id: "NoticeWish",
  description: "An event and the channel on which the person gets its notices.",
});

export type NoticeWish = z.infer<typeof wish>;

const target = z
  .object({
    target_id: uuid().meta({ description: "The notice target." }),
    channel: noticeChannel,
    target_name: z.string().nullable().meta({
      description: "The Telegram name, or the browser; null for the person's email address.",
    }),
    created_at: timestamp().meta({
      description: "The time at which the person added the target, UTC.",
    }),
    broken_reason: brokenReason.nullable().meta({
      description: "The reason why Tepat no longer sends to this target; null if sending works.",
    }),
  })
  .meta({ id: "NoticeTarget", description: "A target of the person's messages." });

export type NoticeTarget = z.infer<typeof target>;

const clockTime = () =>
  matching(z.string(), /^([01]\d|2[0-3]):[0-5]\d$/, { code: "not_a_clock_time", params: {} });

const quietFields = {
  from: clockTime().meta({ description: "The beginning, such as `22:00`." }),
  until: clockTime().meta({ description: "The end, such as `06:00`. Different from `from`." }),
};

const quietHours = z.object(quietFields).meta({
  id: "QuietHours",
  description: "The hours, in the gateway's time zone, in which messages wait.",
});

const notices = z
  .object({
    channels: z
      .object({
        email: z.string().nullable().meta({
          description: "The person's email address; null if this gateway sends no email.",
        }),
        telegram: z.boolean().meta({ description: "True if this gateway has a Telegram bot." }),
        push: z
          .string()
          .meta({ description: "The public key (VAPID) for a browser's subscription, base64url." }),
      })
      .meta({ description: "The channels of this gateway." }),
    events: z
      .array(noticeEvent)
      .meta({ description: "The events for which the person's role can get notices." }),
    targets: z.array(target).meta({ description: "The person's notice targets." }),
    wishes: z.array(wish).meta({ description: "The person's choice of events and channels." }),
    language: noticeLanguage,
    quiet_hours: quietHours
      .nullable()
      .meta({ description: "The hours in which messages wait; null if there are none." }),
    urgent_events: z
      .array(noticeEvent)
      .meta({ description: "The events whose notices ignore the quiet hours." }),
    time_zone: z.string().meta({ description: "The gateway's time zone." }),
  })
  .meta({ id: "Notices", description: "A person's notice settings." });

export type Notices = z.infer<typeof notices>;

const message = z
  .object({
    message_id: uuid().meta({ description: "The message." }),
    channel: noticeChannel,
    target_name: z
      .string()
      .nullable()
      .meta({ description: "The target's name, as in the list of targets." }),
    event: z.union([noticeEvent, z.enum(["test", "linked"])]).meta({
      description:
        "The event of the notice. `test` and `linked` are messages that the person requested.",
    }),
    notice_count: z.int().min(1).meta({ description: "The number of events in the message." }),
    title: z.string().meta({ description: "The notice's first line." }),
    message_status: z
      .enum(["PENDING", "RETRYING", "SUCCESS", "FAILED"])
      .meta({ description: "The message's status, as for a delivery." }),
    attempt_count: z.int().min(0).meta({ description: "Attempts so far." }),
    created_at: timestamp().meta({ description: "The time of creation, UTC." }),
    next_attempt_at: timestamp()
      .nullable()
      .meta({ description: "The time of the next automatic attempt, UTC; null if there is none." }),
    problem: z.string().nullable().meta({
      description:
        "The reason why the last attempt failed, such as `timeout`; null if it did not fail.",
    }),
  })
  .meta({ id: "NoticeMessage", description: "A sent or waiting message." });

export type NoticeMessage = z.infer<typeof message>;

export const noticeMessagePage = cursorPage("NoticeMessagePage", message);

export const noticeOperations = {
  getNotices: dashboardOperation({
    meta: {
      operationId: "getNotices",
      method: "GET",
      path: "/notices",
      roles: readers,
      tag,
      summary: "Read the person's notice settings",
      description: "The channels of this gateway, and the person's choices.",
    },
    input: z.object({}),
    output: notices,
  }),

  changeNotices: dashboardOperation({
    meta: {
      operationId: "changeNotices",
      method: "POST",
      path: "/notices",
      roles: readers,
      tag,
      summary: "Change the person's notice settings",
      description: "Changes the named fields. A list replaces the current one.",
    },
    input: z
      .object({
        wishes: z
          .array(z.object(wishFields).meta({ description: "An event on a channel." }))
          .max(noticeEvent.options.length * noticeChannel.options.length)
          .optional()
          .meta({ description: "The events and channels that the person wants." }),
        language: noticeLanguage.optional(),
        quiet_hours: z
          .object(quietFields)
          .nullish()
          .meta({ description: "The hours in which messages wait; null for none." }),
        urgent_events: z
          .array(noticeEvent)
          .max(noticeEvent.options.length)
          .optional()
          .meta({ description: "The events whose notices ignore the quiet hours." }),
      })
      .meta({ description: "The settings to change." }),
    output: notices,
  }),

  offerTelegramLink: dashboardOperation({
    meta: {
      operationId: "offerTelegramLink",
      method: "POST",
      path: "/notices/telegram",
      roles: readers,
      tag,
      summary: "Connect Telegram",
      description: `Creates a link that opens the gateway's bot in Telegram. Pressing Start there connects that chat. The link works once, for ${limits.telegramOfferSeconds / 60} minutes. Returns \`conflict\` if the gateway has no bot, or Telegram does not respond.`,
      envelope: "created",
      needsConfirmation: true,
      waitsForReceiver: true,
      errors: ["conflict"],
    },
    input: z.object({}).meta({ description: "An empty object." }),
    output: z
      .object({
        link: z.string().meta({ description: "The link, `https://t.me/…?start=…`." }),
        valid_seconds: z.int().meta({ description: "The link's validity, in seconds." }),
      })
      .meta({ id: "TelegramLink", description: "The link that connects a chat." }),
  }),

  addPushTarget: dashboardOperation({
    meta: {
      operationId: "addPushTarget",
      method: "POST",
      path: "/notices/push",
      roles: readers,
      tag,
      summary: "Add this browser for notices",
      description: `Stores the browser's subscription (\`PushSubscription.toJSON()\`). At most ${limits.browsersToldPerPerson} browsers; one more returns \`conflict\`.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        endpoint: text({ max: limits.urlCharacters }).meta({
          description: "The address of the browser's push service: https, and public.",
        }),
        p256dh: matching(z.string(), /^[A-Za-z0-9_-]{87}$/, {
          code: "not_a_push_key",
          params: {},
        }).meta({ description: "The browser's public key, base64url." }),
        auth: matching(z.string(), /^[A-Za-z0-9_-]{22}$/, {
          code: "not_a_push_key",
          params: {},
        }).meta({ description: "The browser's secret, base64url." }),
      })
      .meta({ description: "The subscription." }),
    output: target,
  }),

  removeNoticeTarget: dashboardOperation({
    meta: {
      operationId: "removeNoticeTarget",
      method: "DELETE",
      path: "/notices/targets/{target_id}",
      roles: readers,
      tag,
      summary: "Remove a notice target",
      description: "Tepat drops waiting messages to this target.",
      subject: "notice target",
    },
    input: z.object({ target_id: uuid().meta({ description: "The notice target." }) }),
    output: z.null(),
  }),

  sendTestNotice: dashboardOperation({
    meta: {
      operationId: "sendTestNotice",
      method: "POST",
      path: "/notices/tests",
      roles: readers,
      tag,
      summary: "Test a notice channel",
      description: `Sends a message to every target of the channel, even in quiet hours. Returns \`conflict\` if the channel has no target, or after ${limits.noticeTestsPerWindow} tests in ${limits.noticeWindowSeconds / 60} minutes.`,
      envelope: "created",
      errors: ["conflict"],
    },
    input: z.object({ channel: noticeChannel }).meta({ description: "The channel to test." }),
    output: z
      .object({ message_count: z.int().meta({ description: "The number of messages sent." }) })
      .meta({
        id: "TestNotices",
        description: "The test messages, which the list of messages shows.",
      }),
  }),

  listNoticeMessages: dashboardOperation({
    meta: {
      operationId: "listNoticeMessages",
      method: "GET",
      path: "/notices/messages",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List the person's messages",
      description: "The messages that Tepat sent to the person or will send, newest first.",
    },
    input: z.object({ ...cursorInput }),
    output: noticeMessagePage,
  }),
};
