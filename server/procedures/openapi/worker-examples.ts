import type { workerOperations } from "../../contract/index.ts";
import type { OperationExamples } from "./draft.ts";

/** The Worker's side of the story in merchant-examples.ts: its phone sees the transfer of Rp150.347. */

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
  readDevice: {
    data: {
      approved: {
        device_id: deviceId,
        device_name: "Counter phone",
        device_status: "ACTIVE",
        packages: ["id.co.bri.brimo", "com.bca.msb"],
      },
    },
  },
  heartbeat: {
    bodies: { alive: { battery: 87, queue_length: 0, app_version: "1.0.0" } },
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
} satisfies Record<keyof typeof workerOperations, OperationExamples>;
