import { z } from "zod";
import { pageInput, timestamp, uuid } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** The reporting phones and their health. The internal document contains the operation, for the dashboard. */

export const deviceStatus = z.enum(["PENDING", "ACTIVE", "REVOKED"]).meta({
  id: "DeviceStatus",
  description: "`PENDING`: waits for the merchant's approval. `ACTIVE`: can report.",
});

export type DeviceStatus = z.infer<typeof deviceStatus>;

export const deviceProblem = z
  .enum([
    "silent",
    "sequence_gap",
    "hidden_texts",
    "refused_reports",
    "growing_queue",
    "damaged_queue",
    "restart_gap",
    "listener_error",
    "low_battery",
  ])
  .meta({
    id: "DeviceProblem",
    description:
      "`silent`: no heartbeat or report for 2 minutes. `sequence_gap`: reports are missing. `hidden_texts`: Android hides texts from the Worker. `refused_reports`: reports were refused in the last 24 hours. `growing_queue`: the phone's queue has not become shorter for 2 minutes. `damaged_queue`: in the last 24 hours the phone reported that its queue was damaged, and some reports might be lost. `restart_gap`: in the last 24 hours the phone reported a restart after which it saw no notifications for minutes, until it was unlocked. `listener_error`: notifications cannot be read. `low_battery`: 15 per cent or less.",
  });

export type DeviceProblem = z.infer<typeof deviceProblem>;

export const deviceFinding = z
  .object({
    problem: deviceProblem,
    since: timestamp().meta({
      description: "The time at which the problem began or was last noticed.",
    }),
    what_to_do: z.string().meta({ description: "The problem's fix." }),
  })
  .meta({ id: "DeviceFinding", description: "A problem of a device." });

export type DeviceFinding = z.infer<typeof deviceFinding>;

export const deviceHealth = z.enum(["ok", "warning", "offline"]).meta({
  id: "DeviceHealth",
  description:
    "`offline`: the device is silent. `warning`: the device has another problem. Silence counts for devices that send heartbeats; an app that only forwards notifications reports nothing between two transfers.",
});

export type DeviceHealth = z.infer<typeof deviceHealth>;

const when = (description: string) => timestamp().nullable().meta({ description });
const counted = (description: string) => z.int().min(0).nullable().meta({ description });

export const reportRefusal = z
  .enum(["unreadable", "invalid_fields", "too_large", "compressed"])
  .meta({
    id: "ReportRefusal",
    description:
      "`unreadable`: the report is neither JSON nor an encoded form. `invalid_fields`: a field is missing, unknown or wrong. `too_large`: the report is too large. `compressed`: the report is compressed.",
  });

export type ReportRefusal = z.infer<typeof reportRefusal>;

const refusedReports = z
  .object({
    count: z
      .int()
      .min(1)
      .max(limits.refusedReportsCounted)
      .meta({
        description: `Refused reports, counted up to ${limits.refusedReportsCounted}.`,
      }),
    since: timestamp().meta({ description: "The time of the first refusal." }),
    last_at: timestamp().meta({ description: "The time of the last refusal." }),
    reason: reportRefusal,
  })
  .nullable()
  .meta({
    description: `Refused reports without a break of ${limits.refusedReportHours} hours, if the last is not older. Tepat does not keep their texts.`,
  });

const restartGap = z
  .object({
    restarted_at: timestamp().meta({ description: "The time of the restart." }),
    heard_again_at: timestamp().meta({ description: "The time at which the Worker ran again." }),
  })
  .nullable()
  .meta({
    description: `The last restart after which the phone heard nothing for more than ${limits.restartGapSeconds} seconds, if the phone reported it in the last ${limits.missedByPhoneHours} hours.`,
  });

export const listedDevice = z
  .object({
    device_id: uuid().meta({ description: "The id that Tepat assigned to the device." }),
    device_name: z.string().meta({ description: "Name shown to the merchant." }),
    device_status: deviceStatus,
    pairing_code: z.string().nullable().meta({
      description:
        "Set while the device is PENDING, or while a new registration of the same phone waits. Approve the device only if the phone shows the same code, such as `7DD-DV0`.",
    }),
    model: z.string().nullable().meta({ description: "Phone model." }),
    app_version: z.string().nullable().meta({ description: "Version of the Worker." }),
    is_simulated: z.boolean().meta({
      description: "True for the phone of simulated transfers, which watches no account.",
    }),
    created_at: timestamp().meta({ description: "The time of the first registration." }),
    approved_at: when("The time of approval, UTC."),
    last_seen_at: when("Last heartbeat or report."),
    last_heartbeat_at: when("The last heartbeat since registration; null for forwarder apps."),
    last_notification_at: when("The time at which the Worker last saw a notification to report."),
    offline_since: when(
      "The time at which Tepat found the device offline; null if the device is online.",
    ),
    battery: counted("Charge in per cent."),
    queue_length: counted("Notifications waiting on the phone."),
    listener_error: z.string().nullable().meta({
      description: "The reason why the Worker cannot read notifications; null if it can.",
    }),
    hidden_text_at: when(
      "The time at which Android last hid a watched app's text; null after the Worker reads a text again.",
    ),
    refused_reports: refusedReports,
    restart_gap: restartGap,
    last_sequence: counted("The highest report number since registration."),
    missing_sequences: z
      .array(
        z.object({
          first: z.int().min(0).meta({ description: "First missing number." }),
          last: z.int().min(0).meta({ description: "Last missing number." }),
        }),
      )
      .meta({
        description:
          "The report numbers below `last_sequence` that never arrived. At most the newest 100 ranges.",
      }),
    health: deviceHealth
      .nullable()
      .meta({ description: "The device's health; null unless the device is ACTIVE." }),
    is_unheard: z.boolean().meta({
      description:
        "True if Tepat has not heard from the device since its approval. The device's health can still be `ok`, because an app that only forwards need not report.",
    }),
    findings: z.array(deviceFinding).meta({ description: "The problems, worst first." }),
  })
  .meta({ id: "ListedDevice", description: "A Worker device and its health." });

export type ListedDevice = z.infer<typeof listedDevice>;

export const listDevices = operation({
  meta: {
    operationId: "listDevices",
    method: "GET",
    path: "/worker/devices",
    tag: "Worker",
    summary: "List devices",
    description: "The merchant's devices with their health, newest first.",
    credential: "api_key",
    rateClass: "read",
    envelope: "page",
    errors: ["tenant_api_key_required", "rate_limited", "validation_error", "internal_error"],
  },
  input: z.object(pageInput),
  output: z.array(listedDevice),
});

/** The fields of a device in a webhook. */
export const eventDevice = z
  .object({
    device_id: uuid().meta({ description: "The device." }),
    device_name: z.string().meta({ description: "The phone's name." }),
    model: z.string().nullable().meta({ description: "Phone model." }),
    last_seen_at: when(
      "The time at which Tepat last heard from the phone before this webhook, UTC.",
    ),
  })
  .meta({ id: "EventDevice", description: "The device of an event." });

export type EventDevice = z.infer<typeof eventDevice>;
