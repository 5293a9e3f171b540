import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { silentDevice, waitingDevice } from "../worker-examples.ts";

const { device_id } = silentDevice;
const unknown = { not_found: notFoundText("device") };

export const deviceExamples = {
  listOwnDevices: {
    parameters: { page: 1, per_page: 20 },
    data: { devices: [waitingDevice, silentDevice] },
    pagination: { total: 2, count: 2, per_page: 20, current_page: 1, total_pages: 1 },
    invalidFields: { page: { code: "too_small", params: { minimum: 1 } } as const },
  },
  offerPairing: {
    bodies: { nothing: {} },
    data: {
      offer: {
        pairing_token: "pgp_EXAMPLE0000000000000000000000000_000000",
        uri: "https://pay.example/pair#pgp_EXAMPLE0000000000000000000000000_000000",
        qr_svg:
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 53 53"><path d="M4 4h7v1h-7z"/></svg>',
        has_app: true,
        receives_mail: false,
        mail_providers: [],
        expires_at: "2026-11-21T10:25:30.000Z",
      },
    },
  },
  approveOwnDevice: {
    parameters: { device_id: waitingDevice.device_id },
    bodies: { code: { pairing_code: "7DD-DV0" } },
    data: { approved: { ...waitingDevice, device_status: "ACTIVE", pairing_code: null } },
    invalidFields: { pairing_code: { code: "required", params: {} } as const },
    messages: {
      ...unknown,
      conflict: reasonInEnglish({
        code: "pairing_code_differs",
        params: { device_id: waitingDevice.device_id, pairing_code: "7DD-DV0" },
      }),
    },
  },
  renameOwnDevice: {
    parameters: { device_id },
    bodies: { name: { device_name: "Counter phone 2" } },
    data: { renamed: { ...silentDevice, device_name: "Counter phone 2" } },
    invalidFields: { device_name: { code: "empty", params: {} } as const },
    messages: unknown,
  },
  revokeOwnDevice: { parameters: { device_id }, data: { revoked: null }, messages: unknown },
};
