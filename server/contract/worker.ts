import { z } from "zod";
import { deviceStatus } from "./devices.ts";
import { optional, nameText, requiredText, text, uuid } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** The Worker interface. It is published in its own document. */

export const registerDevice = operation({
  meta: {
    operationId: "registerDevice",
    method: "POST",
    path: "/worker/devices",
    tag: "Worker",
    summary: "Register a device",
    description: `Pairs a phone, with the merchant's key or the token of a QR code from the dashboard. The device's token is shown once; the device must then be approved. The same installation_id again keeps the device_id and gets a new token, which needs approval; the token of an approved device goes on until then, and ends with the approval. A pairing token that is unknown, was used by another phone or is too old is \`unauthorized\`. A new phone is a \`conflict\` while ${limits.devicesWaitingForApproval} devices wait for approval, or when the merchant has ${limits.devicesPerMerchant}.`,
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
    .meta({ description: "A phone that wants to report." }),
  output: z
    .object({
      device_id: uuid().meta({
        description: "Assigned by the service; the same for one installation.",
      }),
      device_token: z.string().meta({ description: "Send it as X-Device-Token. Shown once." }),
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
      "The device's status, the packages whose notifications it should report, and how many accounts it guards.",
    credential: "device_token",
    rateClass: "worker",
    envelope: "ok",
    errors: ["unauthorized", "rate_limited", "internal_error"],
  },
  input: z.object({}),
  output: z
    .object({
      device_id: uuid().meta({ description: "Assigned by the service." }),
      device_name: z.string().meta({ description: "Name shown to the merchant." }),
      device_status: deviceStatus,
      packages: z.array(z.string()).meta({ description: "Watched package names." }),
      account_count: z.int().min(0).meta({
        description:
          "The active accounts that this phone guards: those that are bound to it, and those that are bound to no phone.",
      }),
    })
    .meta({ id: "Device", description: "A Worker device." }),
});

/**
 * True if the time lies within these years in UTC, because an offset can lead out of them. A phone without a clock says
 * 1970.
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
    description: "Send it every 30 seconds.",
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
          "Why notifications cannot be read; null when they can. If it is left out, nothing changes.",
      }),
      texts_hidden: z.boolean().nullish().meta({
        description:
          "The result of the Worker's self-test since its last heartbeat: true if Android hides texts from it. If left out, nothing changes.",
      }),
      queue_damaged_at: optional(phoneTime()).meta({
        description:
          "The time at which the Worker found its queue damaged, in the years 1970 to 9999. It is sent until a heartbeat with it is answered. If left out, nothing changes.",
      }),
      restarted_at: optional(phoneTime()).meta({
        description:
          "The time of the phone's restart, in the years 1970 to 9999. It is sent until a heartbeat with it is answered, and counts together with `heard_again_at`. If left out, nothing changes.",
      }),
      heard_again_at: optional(phoneTime()).meta({
        description:
          "The time at which the Worker ran again after that restart, in the years 1970 to 9999. Android starts it when the phone is unlocked for the first time.",
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
        "Android's key, which the answer repeats. It is not an identity, because some apps reuse one.",
    }),
    package_name: requiredText().meta({ description: "Package that posted it." }),
    title: notificationText().nullable().meta({ description: "Title, as posted." }),
    body: notificationText().nullable().meta({ description: "Text, as posted." }),
    posted_at: phoneTime().meta({
      description:
        "The notification's own time (Android's Notification.when), in the years 1970 to 9999.",
    }),
    big_text: optional(notificationText()).meta({
      description: "The expanded text, which is parsed instead of a cut body.",
    }),
    category: optional(text({ max: limits.textCharacters })).meta({
      description:
        "Android's Notification.category, where there is one. `msg`, `email` and `social` are texts that people write, and pay nothing.",
    }),
    channel_id: optional(text({ max: limits.textCharacters })).meta({
      description:
        "The notification channel's id, as the app named it. In apps in which strangers write, a channel of chats or comments pays nothing.",
    }),
    is_conversation: z.boolean().nullish().meta({
      description:
        "True if Android shows the notification as a conversation (MessagingStyle, or a conversation shortcut). It then pays nothing.",
    }),
    app_name: optional(text({ max: limits.textCharacters })).meta({
      description: "Name of the app that posted it.",
    }),
    app_version: optional(text({ max: limits.textCharacters })).meta({
      description: "Version of that app.",
    }),
    sequence: z.int().min(0).nullish().meta({
      description:
        "Number of the report on this device, one higher than the previous report's. Numbers that never arrive are shown to the merchant. After a registration the number can begin anywhere.",
    }),
  })
  .meta({ id: "Notification", description: "One Android notification." });

export type Notification = z.infer<typeof notification>;

export const reportOutcome = z
  .object({
    key: z.string().meta({ description: "The notification's key, as it was sent." }),
    outcome: z.enum(["recorded", "duplicate", "ignored"]).meta({
      description:
        "`recorded`: a new mutation. `duplicate`: known already. `ignored`: not a transaction, or not understood; whether it is kept to be read again does not show.",
    }),
    mutation_id: uuid().nullable().meta({ description: "The mutation; null when ignored." }),
    matched_payment_code: z.string().nullable().meta({ description: "The invoice it paid." }),
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
      "1 to 100 notifications, answered in the same order. At-least-once: the same package, title, text and posted_at of a device is one mutation however often it comes. An object that names a member twice is refused.",
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
      "For ordinary Android notification forwarders: a JSON object or a form, in which the app has escaped the texts. A query such as `?preset=macrodroid` names the app (`smsforwarder`, `notificationforwarder`, `macrodroid`, `tasker`, `termux`, `notiflisten`, `payhook`, `gopay-bridge`, `pg-notifikasi`, `brimerchant-listener`, `flutter`); without it the common spellings of the fields are recognised. A query such as `?title=not_title&body=notification` maps others (`package_name`, `title`, `body`, `big_text`, `posted_at`, `key`, `app_name`, `app_version`, `category`, `channel_id`, `is_conversation`). Times: RFC 3339, epoch seconds or milliseconds, or `yyyy-MM-dd HH:mm:ss` in Jakarta time; the time of receipt when there is none. Signs of a forged field in a payer's remark are refused: a name that comes twice, a form that is not URL-encoded, a field that the named app does not send, or two different texts where no app is named.",
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
