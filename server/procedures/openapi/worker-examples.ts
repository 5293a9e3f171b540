import { notFoundText } from "../../contract/errors.ts";
import type { ListedDevice } from "../../contract/devices.ts";
import { paginate } from "../../contract/envelope.ts";
import type { mutationReasonOperations, workerOperations } from "../../contract/index.ts";
import { limits } from "../../contract/limits.ts";
import type {
  MutationWithReason,
  LikelyMutation,
  NearMiss,
} from "../../contract/mutation-reasons.ts";
import type { OperationExamples } from "./draft.ts";

/** The Worker's part of the story in merchant-examples.ts. The phone sees the transfer of Rp150.347. */

const deviceId = "019aa5c2-0003-7000-8000-000000000001";
const deviceToken = "pgd_EXAMPLE0000000000000000000000000_000000";

const notification = {
  key: "0|id.co.bri.brimo|1001|null|10234",
  package_name: "id.co.bri.brimo",
  title: "BRImo",
  body: "Sobat BRI! Dana Rp150.347 masuk ke rekening 000001000000001 pada 21/11/2026 17:22:05 KET.:NBMB SITI RAHAYU TO TOKO CONTOH",
  posted_at: "2026-11-21T10:22:05.000Z",
  app_name: "BRImo",
  app_version: "2.83.0",
  sequence: 1,
};

const matched = {
  key: notification.key,
  outcome: "recorded",
  mutation_id: "019aa5f0-c0a1-7d22-8e3f-6a7b8c9d0e01",
  matched_payment_code: "INV-2026-0001",
};

const ignored = {
  key: "0|id.co.bri.brimo|1002|null|10234",
  outcome: "ignored",
  mutation_id: null,
  matched_payment_code: null,
};

export const silentDevice: ListedDevice = {
  device_id: deviceId,
  device_name: "Counter phone",
  device_status: "ACTIVE",
  pairing_code: null,
  model: "Pixel 8a",
  app_version: "1.0.0",
  created_at: "2026-11-20T02:10:41.204Z",
  approved_at: "2026-11-20T02:12:03.870Z",
  last_seen_at: "2026-11-21T11:00:04.512Z",
  last_heartbeat_at: "2026-11-21T11:00:04.512Z",
  last_notification_at: "2026-11-21T10:22:06.118Z",
  offline_since: "2026-11-21T11:02:10.000Z",
  battery: 87,
  queue_length: 0,
  listener_error: null,
  hidden_text_at: null,
  refused_reports: null,
  restart_gap: null,
  last_sequence: 214,
  missing_sequences: [],
  health: "offline",
  is_simulated: false,
  is_unheard: false,
  findings: [
    {
      problem: "silent",
      since: "2026-11-21T11:00:04.512Z",
      what_to_do: "See whether the phone is on, has network, and runs tepat-worker.",
    },
  ],
};

export const waitingDevice: ListedDevice = {
  ...silentDevice,
  device_id: "019aa5c2-0003-7000-8000-000000000002",
  device_name: "Back office phone",
  device_status: "PENDING",
  pairing_code: "7DD-DV0",
  created_at: "2026-11-21T11:04:12.655Z",
  approved_at: null,
  last_seen_at: null,
  last_heartbeat_at: null,
  last_notification_at: null,
  offline_since: null,
  battery: null,
  queue_length: null,
  last_sequence: null,
  health: null,
  findings: [],
};

/** A transfer from a customer who left out the unique amount. */
export const unmatchedMutation: MutationWithReason = {
  id: "019aa5f4-1b2c-7d3e-8f40-516273849506",
  device_id: deviceId,
  title: "BRImo",
  body: "Sobat BRI! Dana Rp87.000 masuk ke rekening 000001000000001 pada 21/11/2026 17:25:11 KET.:NBMB AGUS SALIM TO TOKO CONTOH",
  posted_at: "2026-11-21T10:25:11.000Z",
  amount_parsed: 87_000,
  sender_parsed: "AGUS SALIM",
  type_parsed: "CREDIT",
  currency_parsed: "IDR",
  is_matched: false,
  matched_payment_id: null,
  matched_payment_code: null,
  created_at: "2026-11-21T10:25:12.345Z",
  device_name: "Counter phone",
  package_name: "id.co.bri.brimo",
  app_name: "BRImo",
  app_version: "2.83.0",
  account_number: "000001000000001",
  account_name: "TOKO CONTOH",
  bank_name: "BRI",
  bank_type: "TRANSFER",
  match_reason: "no_such_total",
  explanation: "No pending or recently ended invoice of this account has the total Rp87.000.",
  what_to_do:
    "Check similar invoices. If the customer confirms one, match this transfer to it manually.",
  candidate_payment_id: null,
  candidate_payment_code: null,
  came_in_time: false,
  late_because: null,
  announced_by_mutation_id: null,
  rule: "brimo.credit",
  window_ends_at: "2026-11-21T10:27:11.000Z",
  judged_at: "2026-11-21T10:25:12.345Z",
};

const similarity = {
  score: 90,
  reasons: [
    { code: "unique_amount_left_off", params: { unique_amount: 213 } },
    { code: "same_name", params: { sender: "AGUS SALIM", customer: "Agus Salim" } },
    { code: "within_an_hour", params: {} },
  ],
} satisfies Pick<NearMiss, "score" | "reasons">;

export const nearMiss: NearMiss = {
  ...similarity,
  payment_id: "019aa5f2-7d1e-7f60-9a8b-7c6d5e4f3a02",
  payment_code: "INV-2026-0003",
  payment_amount: 87_000,
  payment_total: 87_213,
  payment_status: "PENDING",
  payment_expired_at: "2026-11-21T11:21:04.000Z",
  created_at: "2026-11-21T10:21:04.090Z",
  customer_name: "Agus Salim",
  second_payment_code: null,
};

export const likelyMutation: LikelyMutation = {
  ...similarity,
  mutation_id: unmatchedMutation.id,
  amount_parsed: unmatchedMutation.amount_parsed,
  sender_parsed: unmatchedMutation.sender_parsed,
  posted_at: unmatchedMutation.posted_at,
  match_reason: unmatchedMutation.match_reason,
};

export const workerExamples = {
  registerDevice: {
    bodies: {
      phone: {
        device_name: "Counter phone",
        installation_id: "c1f4a9d2-6b3e-4f5a-8c7d-9e0f1a2b3c4d",
        model: "Pixel 8a",
        app_version: "1.0.0",
      },
    },
    data: {
      registered: { device_id: deviceId, device_token: deviceToken, device_status: "PENDING" },
    },
    invalidFields: { device_name: "must not be empty" },
  },
  listDevices: {
    parameters: { page: 1, per_page: limits.perPageDefault },
    data: { devices: [waitingDevice, silentDevice] },
    pagination: paginate(2, 2, 1, limits.perPageDefault),
    invalidFields: { per_page: "must be at least 1" },
  },
  getDevice: {
    data: {
      approved: {
        device_id: deviceId,
        device_name: "Counter phone",
        device_status: "ACTIVE",
        packages: ["id.co.bri.brimo", "com.bca.msb"],
        account_count: 2,
      },
    },
  },
  heartbeat: {
    bodies: {
      alive: {
        battery: 87,
        queue_length: 0,
        app_version: "1.0.0",
        last_notification_at: "2026-11-21T10:22:06.118Z",
        listener_error: null,
      },
      after_restart: {
        battery: 86,
        queue_length: 0,
        restarted_at: "2026-11-21T03:10:00.000Z",
        heard_again_at: "2026-11-21T03:52:00.000Z",
      },
      after_self_test: { battery: 86, queue_length: 0, texts_hidden: false },
    },
    data: { noted: null },
    invalidFields: { battery: "must be at most 100" },
  },
  reportMutations: {
    bodies: {
      notifications: {
        notifications: [
          notification,
          {
            key: ignored.key,
            package_name: "id.co.bri.brimo",
            title: "BRImo",
            body: "Promo akhir pekan: diskon 50% di merchant pilihan.",
            posted_at: "2026-11-21T10:23:10.000Z",
            sequence: 2,
          },
        ],
      },
    },
    data: { outcomes: [matched, ignored] },
    invalidFields: { notifications: "item 1: posted_at must be an RFC 3339 date-time" },
  },
  notify: {
    parameters: { device_token: deviceToken },
    bodies: {
      forwarded: {
        package_name: notification.package_name,
        not_title: notification.title,
        notification: notification.body,
        posted_at: notification.posted_at,
      },
    },
    data: { recorded: matched },
    invalidFields: { package_name: "is required" },
  },
  listMutationReasons: {
    parameters: {
      page: 1,
      per_page: limits.perPageDefault,
      match_reason: "no_such_total",
      only_unmatched: true,
    },
    data: { unmatched: [unmatchedMutation] },
    pagination: paginate(1, 1, 1, limits.perPageDefault),
    invalidFields: { per_page: "must be at least 1" },
  },
  listNearMisses: {
    parameters: { mutation_id: unmatchedMutation.id },
    data: { likely: [nearMiss] },
    messages: { not_found: notFoundText("mutation") },
  },
  listLikelyMutations: {
    parameters: { payment_code: nearMiss.payment_code },
    data: { likely: [likelyMutation] },
    messages: { not_found: "payment not found" },
  },
} satisfies Record<
  keyof typeof workerOperations | keyof typeof mutationReasonOperations,
  OperationExamples
>;
