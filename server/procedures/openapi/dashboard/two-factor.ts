import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
const uri =
  "otpauth://totp/Tepat:siti%40toko.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Tepat";

const recoveryCodes = {
  recovery_codes: ["x7kq-m2rd-9hta-c4wp", "b3yn-8fkz-tq5e-m7ha"],
};

export const twoFactorExamples = {
  getTwoFactor: {
    data: {
      on: { is_enabled: true, enabled_at: "2026-11-20T03:00:00.000Z", unused_recovery_codes: 10 },
      off: { is_enabled: false, enabled_at: null, unused_recovery_codes: 0 },
    },
  },
  offerTwoFactor: {
    bodies: { nothing: {} },
    data: {
      offer: {
        secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
        uri,
        qr_svg:
          '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 53 53"><path d="M4 4h7v1h-7z"/></svg>',
        expires_at: "2026-11-21T10:30:00.000Z",
      },
    },
  },
  enableTwoFactor: {
    bodies: { code: { totp_code: "123456" } },
    data: { enabled: recoveryCodes },
    invalidFields: { totp_code: { code: "not_a_one_time_code", params: {} } as const },
    messages: {
      conflict: reasonInEnglish({ code: "no_enrolment", params: {} }),
    },
  },
  disableTwoFactor: {
    bodies: {
      code: { totp_code: "123456" },
      recovery_code: { recovery_code: "x7kq-m2rd-9hta-c4wp" },
    },
    data: { disabled: null },
    invalidFields: { totp_code: { code: "one_of_two_codes", params: {} } as const },
  },
  renewRecoveryCodes: {
    bodies: { code: { totp_code: "123456" } },
    data: { renewed: recoveryCodes },
    invalidFields: { totp_code: { code: "not_a_one_time_code", params: {} } as const },
  },
  confirmPerson: {
    bodies: { code: { totp_code: "123456" } },
    data: { confirmed: { confirmed_until: "2026-11-21T10:20:00.000Z" } },
    invalidFields: { totp_code: { code: "not_a_one_time_code", params: {} } as const },
  },
};
