import { notFoundText } from "../../../contract/errors.ts";
import { reasonInEnglish } from "../../../contract/refusal-reasons.ts";
import { alreadyOpenText } from "../../../domain/access/first-account.ts";
/** The shopkeeper of merchant-examples.ts at the dashboard. */

export const signedIn = {
  merchant_id: "019aa5c2-0000-7000-8000-000000000001",
  merchant_name: "Toko Contoh",
  person: {
    person_id: "019aa5c2-0000-7000-8000-000000000001",
    name: "Siti Rahayu",
    role: "owner",
  } as const,
  email: "siti@toko.example",
  is_operator: false,
  time_zone: "Asia/Jakarta",
  has_api_key: true,
  sends_mail: true,
  session_id: "019aa5e0-1111-7000-8000-000000000001",
  signed_in_at: "2026-11-21T08:00:00.000Z",
  confirmed_until: null,
  is_two_factor_enabled: true,
};

const openSession = {
  session_id: signedIn.session_id,
  is_current: true,
  client_address: "203.0.113.7",
  user_agent: "Mozilla/5.0 (Linux; Android 16) Chrome/146.0",
  created_at: "2026-11-21T08:00:00.000Z",
  last_used_at: "2026-11-21T10:14:00.000Z",
};

export const sessionExamples = {
  getSignInOptions: {
    data: {
      closed: {
        can_sign_up: false,
        awaits_first_account: false,
        can_reset_password_by_email: false,
      },
    },
  },
  signIn: {
    bodies: {
      password: { email: signedIn.email, password: "correct horse battery staple" },
      with_code: {
        email: signedIn.email,
        password: "correct horse battery staple",
        totp_code: "123456",
      },
    },
    data: { signed_in: signedIn },
    invalidFields: { email: { code: "not_an_email", params: {} } as const },
  },
  signUp: {
    bodies: {
      shop: {
        merchant_name: signedIn.merchant_name,
        email: signedIn.email,
        password: "correct horse battery staple",
      },
    },
    data: { signed_in: { ...signedIn, is_two_factor_enabled: false } },
    invalidFields: { password: { code: "too_short", params: { characters: 10 } } as const },
    messages: {
      not_found: "Only the operator creates accounts. Ask the operator for one.",
      conflict: reasonInEnglish({ code: "email_taken", params: { email: "siti@toko.example" } }),
    },
  },
  openFirstAccount: {
    bodies: {
      shop: {
        token: "AWJ1Zm9vYmFyYmF6cXV1eA",
        merchant_name: signedIn.merchant_name,
        email: signedIn.email,
        password: "correct horse battery staple",
      },
    },
    data: { signed_in: { ...signedIn, is_operator: true, is_two_factor_enabled: false } },
    invalidFields: { password: { code: "too_short", params: { characters: 10 } } as const },
    messages: {
      unauthorized:
        "The address is incomplete or wrong. Copy the whole address that the gateway printed.",
      conflict: alreadyOpenText,
    },
  },
  requestPasswordReset: {
    bodies: { address: { email: signedIn.email } },
    data: { asked: null },
    invalidFields: { email: { code: "not_an_email", params: {} } as const },
    messages: { not_found: "This server sends no email. Ask the operator for a new password." },
  },
  resetPassword: {
    bodies: {
      link: {
        token: "pgr_EXAMPLE0000000000000000000000000_000000",
        new_password: "a calm lake in the morning",
      },
    },
    data: { reset: null },
    invalidFields: { new_password: { code: "too_short", params: { characters: 10 } } as const },
    messages: { conflict: reasonInEnglish({ code: "link_expired", params: {} }) },
  },
  getSession: { data: { signed_in: signedIn } },
  signOut: { data: { signed_out: null } },
  listSessions: { data: { sessions: [openSession] } },
  endSession: {
    parameters: { session_id: signedIn.session_id },
    data: { ended: null },
    messages: { not_found: notFoundText("session") },
  },
  endOtherSessions: { data: { ended: null } },
  changePassword: {
    bodies: {
      passwords: {
        current_password: "correct horse battery staple",
        new_password: "a calm lake in the morning",
      },
    },
    data: { changed: null },
    invalidFields: { current_password: { code: "wrong_password", params: {} } as const },
  },
};
