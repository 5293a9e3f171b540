import { z } from "zod";
import { deviceStatus } from "./devices.ts";
import { optional, nameText, requiredText, text, uuid } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** The Worker interface, which is published in its own document. */

export const registerDevice = operation({
  meta: {
    operationId: "registerDevice",
    method: "POST",
    path: "/worker/devices",
    tag: "Worker",
    summary: "Register a device",
    description: `Pairs a phone, with the merchant's key or with the token of a QR code from the dashboard. Tepat shows the device's token once, and a team member must then approve the device. A repeated installation_id keeps its device_id and gets a new token, which needs approval; an approved device's old token works until that approval. A pairing token that is unknown, too old or used by another phone returns \`unauthorized\`. A new phone returns \`conflict\` while ${limits.devicesWaitingForApproval} devices wait for approval, or when the merchant has ${limits.devicesPerMerchant} devices.`,
    credential: "api_key_or_pairing_token",
    rateClass: "write",
    envelope: "created",
    malformedBody: "bad_request",
    errors: [
      "tenant_api_key_required",
      "unauthorized",
      "rate_limited",
      "bad_request",
      "validation_error",
      "conflict",
      "internal_error",
    ],
  },
  input: z
    .object({
      device_name: nameText().meta({ description: "Name shown to the merchant." }),
      installation_id: requiredText().meta({ description: "Stable id of this installation." }),
      model: optional(text({ max: limits.textCharacters })).meta({ description: "Phone model." }),
      app_version: optional(text({ max: limits.textCharacters })).meta({
        description: "Version of the Worker.",
      }),
    })
    .meta({ description: "A phone to register." }),
  output: z
    .object({
      device_id: uuid().meta({
        description:
          "The id that Tepat assigned to the device, the same for each registration of an installation.",
      }),
      device_token: z
        .string()
        .meta({ description: "The device's token for X-Device-Token. Shown once." }),
      device_status: deviceStatus,
    })
    .meta({ id: "RegisteredDevice", description: "A device and its new token." }),
});

export const getDevice = operation({
  meta: {
    operationId: "getDevice",
    method: "GET",
    path: "/worker/device",
    tag: "Worker",
    summary: "Read the calling device",
    description:
      "The device's status, the packages whose notifications it should report, and the number of accounts that it watches.",
    credential: "device_token",
    rateClass: "worker",
    envelope: "ok",
    errors: ["unauthorized", "rate_limited", "internal_error"],
  },
  input: z.object({}),
  output: z
    .object({
      device_id: uuid().meta({ description: "The id that Tepat assigned to the device." }),
      device_name: z.string().meta({ description: "Name shown to the merchant." }),
      device_status: deviceStatus,
      packages: z.array(z.string()).meta({ description: "Package names of the watched apps." }),
      account_count: z.int().min(0).meta({
        description:
          "The number of active accounts that this phone watches: accounts bound to this phone, and accounts bound to no phone.",
      }),
    })
    .meta({ id: "Device", description: "A Worker device." }),
});

/**
 * Returns whether the time lies between 1970 and 9999 in UTC, because an offset can lead beyond these years. A phone
 * without a clock reports 1970.
 */
function isOfThisAge(text: string): boolean {
  const time = Date.parse(text);
  return time >= 0 && time < Date.UTC(10_000, 0);
}

const phoneTime = () =>
  z.iso
    .datetime({
      offset: true,
      error: ({ input }) => (input === undefined ? undefined : "must be an RFC 3339 date-time"),
    })
    .refine(isOfThisAge, "must lie in the years 1970 to 9999")
    .meta({ pattern: undefined });

export const heartbeat = operation({
  meta: {
    operationId: "heartbeat",
    method: "POST",
    path: "/worker/heartbeat",
    tag: "Worker",
    summary: "Report that the device is alive",
    description: "Call every 30 seconds.",
    credential: "device_token",
    rateClass: "worker",
    envelope: "ok",
    malformedBody: "bad_request",
    bodyOptional: true,
    errors: [
      "unauthorized",
      "rate_limited",
      "bad_request",
      "validation_error",
      "device_not_approved",
      "internal_error",
    ],
  },
  input: z
    .object({
      battery: z.int().min(0).max(100).nullish().meta({ description: "Charge in per cent." }),
      queue_length: z
        .int()
        .min(0)
        .max(2_147_483_647)
        .nullish()
        .meta({ description: "Notifications waiting to be sent." }),
      app_version: optional(text({ max: limits.textCharacters })).meta({
        description: "Version of the Worker.",
      }),
      last_notification_at: optional(phoneTime()).meta({
        description:
          "The time at which the Worker last saw a notification to report, in the years 1970 to 9999.",
      }),
      listener_error: optional(text({ max: limits.listenerErrorCharacters })).meta({
        description:
          "The reason why the Worker cannot read notifications; null if it can. If left out, nothing changes.",
      }),
      texts_hidden: z.boolean().nullish().meta({
        description:
          "The result of the Worker's self-test since its last heartbeat: true if Android hides texts from it. If left out, nothing changes.",
      }),
      queue_damaged_at: optional(phoneTime()).meta({
        description:
          "The time at which the Worker found its queue damaged, in the years 1970 to 9999. The Worker repeats this time until Tepat has responded to a heartbeat that contains it. If left out, nothing changes.",
      }),
      restarted_at: optional(phoneTime()).meta({
        description:
          "The time of the phone's restart, in the years 1970 to 9999. The Worker repeats this time until Tepat has responded to a heartbeat that contains it. The time counts only together with `heard_again_at`. If left out, nothing changes.",
      }),
      heard_again_at: optional(phoneTime()).meta({
        description:
          "The time at which the Worker ran again after that restart, in the years 1970 to 9999. Android starts the Worker when a person first unlocks the phone.",
      }),
    })
    .meta({ description: "The health of the device; you can leave the body out." }),
  output: z.null(),
});

const notificationText = () => text({ max: limits.notificationTextCharacters });

export const notification = z
  .object({
    key: text({ max: limits.notificationKeyCharacters }).meta({
      description:
        "Android's key, which the response repeats. The key does not identify a notification, because some apps reuse keys.",
    }),
    package_name: requiredText().meta({
      description: "Package of the app that posted the notification.",
    }),
    title: notificationText().nullable().meta({ description: "Title, as posted." }),
    body: notificationText().nullable().meta({ description: "Text, as posted." }),
    posted_at: phoneTime().meta({
      description:
        "The notification's own time (Android's Notification.when), in the years 1970 to 9999.",
    }),
    big_text: optional(notificationText()).meta({
      description: "The expanded text. Tepat reads it instead of a shortened body.",
    }),
    category: optional(text({ max: limits.textCharacters })).meta({
      description:
        "Android's Notification.category, if set. People write the texts of `msg`, `email` and `social`, so these pay nothing.",
    }),
    channel_id: optional(text({ max: limits.textCharacters })).meta({
      description:
        "The notification channel's id, as the app named it. In apps with texts of strangers, a channel of chats or comments pays nothing.",
    }),
    is_conversation: z.boolean().nullish().meta({
      description:
        "True if Android shows the notification as a conversation (MessagingStyle, or a conversation shortcut). Conversations pay nothing.",
    }),
    app_name: optional(text({ max: limits.textCharacters })).meta({
      description: "Name of the app that posted the notification.",
    }),
    app_version: optional(text({ max: limits.textCharacters })).meta({
      description: "Version of that app.",
    }),
    sequence: z.int().min(0).nullish().meta({
      description:
        "The report's number on this device, one higher than the previous report's. Tepat shows missing numbers to the merchant. After a registration the number can begin at any value.",
    }),
  })
  .meta({ id: "Notification", description: "One Android notification." });

export type Notification = z.infer<typeof notification>;

export const reportOutcome = z
  .object({
    key: z.string().meta({ description: "The notification's key, as the Worker sent it." }),
    outcome: z.enum(["recorded", "duplicate", "ignored"]).meta({
      description:
        "`recorded`: a new mutation. `duplicate`: already known. `ignored`: not a transaction, or unreadable. The outcome does not show whether Tepat keeps the notification.",
    }),
    mutation_id: uuid()
      .nullable()
      .meta({ description: "The mutation; null if the notification was ignored." }),
    matched_payment_code: z
      .string()
      .nullable()
      .meta({ description: "The invoice that the mutation paid." }),
  })
  .meta({ id: "ReportOutcome", description: "The outcome for one notification." });

export type ReportOutcome = z.infer<typeof reportOutcome>;

export const reportMutations = operation({
  meta: {
    operationId: "reportMutations",
    method: "POST",
    path: "/worker/mutations",
    tag: "Worker",
    summary: "Report notifications",
    description:
      "Reports 1 to 100 notifications and returns their outcomes in the same order. You can repeat a report: a device's notifications with the same package, title, text and posted_at are one mutation. An object with a repeated member is refused.",
    credential: "device_token",
    rateClass: "worker",
    envelope: "ok",
    malformedBody: "bad_request",
    bodyNamesOnce: true,
    errors: [
      "unauthorized",
      "rate_limited",
      "bad_request",
      "validation_error",
      "device_not_approved",
      "internal_error",
    ],
  },
  input: z
    .object({
      notifications: z
        .array(notification)
        .min(1)
        .max(limits.notificationsPerReport)
        .meta({ description: "Notifications, in the order in which they were posted." }),
    })
    .meta({ description: "The notifications that the device saw." }),
  output: z.array(reportOutcome),
});

export const notify = operation({
  meta: {
    operationId: "notify",
    method: "POST",
    path: "/worker/notify/{device_token}",
    tag: "Worker",
    summary: "Report one notification from a forwarder app",
    description:
      "For ordinary Android notification forwarders. Send a JSON object or a form whose texts the app has escaped. With `preset=macrodroid`, send the fields as query parameters without a body, because MacroDroid escapes nothing in a body. A query such as `?preset=macrodroid` names the app (`smsforwarder`, `notificationforwarder`, `macrodroid`, `tasker`, `shortcuts`, `termux`, `notiflisten`, `payhook`, `gopay-bridge`, `pg-notifikasi`, `brimerchant-listener`, `flutter`); without a name, Tepat recognises the common spellings of the fields. A query such as `?title=not_title&body=notification` maps other spellings (`package_name`, `title`, `body`, `big_text`, `posted_at`, `key`, `app_name`, `app_version`, `category`, `channel_id`, `is_conversation`). Times are RFC 3339, epoch seconds or milliseconds, or `yyyy-MM-dd HH:mm:ss` in Jakarta time. Without a time, the time of receipt counts. Tepat refuses a report with signs of a field forged in a sender's remark: a repeated name, a form that is not URL-encoded, a field that the named app does not send, or two different texts without a named app.",
    credential: "device_token_in_path",
    rateClass: "worker",
    envelope: "ok",
    malformedBody: "bad_request",
    bodyForm: true,
    errors: [
      "unauthorized",
      "rate_limited",
      "bad_request",
      "validation_error",
      "device_not_approved",
      "internal_error",
    ],
  },
  input: z.object({
    device_token: z.string().meta({ description: "The device's token." }),
  }),
  output: reportOutcome,
});
