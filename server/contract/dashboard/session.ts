import { z } from "zod";
import {
  email,
  lineText,
  matching,
  newPassword,
  optional,
  requiredText,
  timestamp,
  uuid,
} from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardEventKinds } from "./events.ts";
import { dashboardOperation } from "./operation.ts";
import { everybody, roles } from "./roles.ts";

/** Signing in and out, and the open sessions. */

const password = () => requiredText().meta({ description: "The person's password." });

export const totpCode = () =>
  matching(z.string(), /^[0-9]{6}$/, { code: "not_a_one_time_code", params: {} }).meta({
    description: "The authenticator app's current code. Each code works once.",
  });

export const recoveryCode = () =>
  requiredText().meta({
    description:
      "One of the recovery codes, instead of the authenticator app's code. Each code works once.",
  });

export const signedInPerson = z
  .object({
    merchant_id: uuid().meta({ description: "The merchant." }),
    merchant_name: z.string().meta({ description: "The merchant's name." }),
    person: z
      .object({
        person_id: uuid().meta({ description: "The person." }),
        name: z.string().meta({ description: "The person's name." }),
        role: z.enum(roles).meta({
          description:
            "The person's role in the merchant's team. Each operation names the roles that can call it.",
        }),
      })
      .meta({ id: "Person", description: "A member of a merchant's team." }),
    email: z.string().meta({ description: "The address that the person signs in with." }),
    is_operator: z.boolean().meta({ description: "True if the person sees the operator's pages." }),
    time_zone: z.string().meta({
      description: "The gateway's time zone, which determines when a shop's day begins and ends.",
    }),
    has_api_key: z.boolean().meta({
      description:
        "True if the merchant has an API key, including a test key, so its own program might exist.",
    }),
    sends_mail: z.boolean().meta({ description: "True if the gateway can send email." }),
    session_id: uuid().meta({ description: "This session." }),
    signed_in_at: timestamp().meta({ description: "The time of sign-in, UTC." }),
    confirmed_until: timestamp().nullable().meta({
      description: "The time until which the person is confirmed by a one-time code, UTC.",
    }),
    is_two_factor_enabled: z
      .boolean()
      .meta({ description: "True if two-factor authentication is on." }),
  })
  .meta({ id: "SignedInPerson", description: "The person signed in." });

export type SignedInPerson = z.infer<typeof signedInPerson>;

const openSession = z
  .object({
    session_id: uuid().meta({ description: "The session." }),
    is_current: z.boolean().meta({ description: "True for the session of this request." }),
    client_address: z.string().meta({ description: "The client address at sign-in." }),
    user_agent: z
      .string()
      .nullable()
      .meta({ description: "The browser's description of itself, shortened." }),
    created_at: timestamp().meta({ description: "The time of sign-in, UTC." }),
    last_used_at: timestamp().meta({ description: "The session's last use, to the minute, UTC." }),
  })
  .meta({ id: "OpenSession", description: "A browser that is signed in." });

export type OpenSession = z.infer<typeof openSession>;

const signInOptions = z
  .object({
    can_sign_up: z.boolean().meta({ description: "True if the public can sign up as a merchant." }),
    awaits_first_account: z.boolean().meta({
      description:
        "True if the gateway has no account yet. To create the first account, open the address that the gateway prints at its start.",
    }),
    can_reset_password_by_email: z
      .boolean()
      .meta({ description: "True if the server can send email." }),
  })
  .meta({ id: "SignInOptions", description: "The options of the sign-in page." });

const tag = "Sign-in";

const refusedSignIn = `Wrong passwords, unknown addresses, wrong codes and a missing one-time code all return the same 401 \`unauthorized\`, whose message also asks for the code; show the code's field then. Sign-ins return \`rate_limited\`, for known and unknown addresses alike, after ${limits.signInAttemptsPerAccountAndNetwork} refusals from one network in ${limits.signInWindowSeconds / 60} minutes, or ${limits.signInAttemptsPerAddress} from that network over all addresses. After ${limits.signInAttemptsPerAccount} refusals from anywhere in a day, sign-ins are delayed; the delay doubles up to ${limits.signInDelaySecondsMax / 60} minutes. A second cookie marks browsers that have signed in with the account before (\`tepat_browser\`, ${limits.browserKnownSeconds / 86_400} days, sent only to this path). Their refusals count separately, so that a stranger's guesses do not lock the person out. Refusals appear in the account's audit log minutes later.`;

const newAccount = {
  merchant_name: lineText().meta({ description: "The name that customers see." }),
  email: email().meta({
    description: "The address to sign in with. Each address can be used once.",
  }),
  password: newPassword(),
};

/** Operations that need no session. */
export const doorOperations = {
  getSignInOptions: dashboardOperation({
    meta: {
      operationId: "getSignInOptions",
      method: "GET",
      path: "/sign-in-options",
      roles: "anybody",
      tag,
      summary: "Read the sign-in options",
      description: "The options to sign up and reset passwords without the operator.",
    },
    input: z.object({}),
    output: signInOptions,
  }),

  signIn: dashboardOperation({
    meta: {
      operationId: "signIn",
      method: "POST",
      path: "/session",
      roles: "anybody",
      tag,
      summary: "Sign in",
      description: `Sets the session cookie: \`HttpOnly\`, \`SameSite=Lax\`, and \`Secure\` if PUBLIC_URL is https. A session ends ${limits.sessionIdleSeconds / 3600} hours after its last use, or after ${limits.sessionSeconds / 86_400} days. A \`totp_code\` also confirms the person for ${limits.confirmationSeconds / 60} minutes. ${refusedSignIn}`,
      envelope: "created",
      errors: ["unauthorized"],
    },
    input: z
      .object({
        email: email().meta({ description: "The person's email address." }),
        password: password(),
        totp_code: optional(totpCode()),
        recovery_code: optional(recoveryCode()),
      })
      .meta({ description: "The person's credentials." }),
    output: signedInPerson,
  }),

  signUp: dashboardOperation({
    meta: {
      operationId: "signUp",
      method: "POST",
      path: "/sign-up",
      roles: "anybody",
      tag,
      summary: "Sign up",
      description:
        "Creates a merchant and signs in. If sign-up is closed (`ALLOW_SIGN_UP`, or the gateway's settings), Tepat returns `not_found`. An address that already has an account returns `conflict`.",
      envelope: "created",
      errors: ["not_found", "conflict"],
    },
    input: z.object(newAccount).meta({ description: "A new merchant." }),
    output: signedInPerson,
  }),

  openFirstAccount: dashboardOperation({
    meta: {
      operationId: "openFirstAccount",
      method: "POST",
      path: "/first-account",
      roles: "anybody",
      tag,
      summary: "Open the gateway's first account",
      description:
        "Creates the first merchant, who also owns the gateway, and signs in. `token` is the text after `#token=` in the address that the gateway prints while it has no account. A wrong token returns `unauthorized`. Once an account exists, Tepat returns `conflict`.",
      envelope: "created",
      errors: ["unauthorized", "conflict"],
    },
    input: z
      .object({
        token: requiredText().meta({ description: "The token from the printed address." }),
        ...newAccount,
      })
      .meta({ description: "The gateway's first merchant." }),
    output: signedInPerson,
  }),

  requestPasswordReset: dashboardOperation({
    meta: {
      operationId: "requestPasswordReset",
      method: "POST",
      path: "/password-resets",
      roles: "anybody",
      tag,
      summary: "Ask for a new password by email",
      description: `Sends a link that works once, for ${limits.passwordResetSeconds / 60} minutes, at most every ${limits.passwordResetPauseSeconds / 60} minutes. The response is the same for known and unknown addresses, and precedes the email. If the server cannot send email, Tepat returns \`not_found\`.`,
      errors: ["not_found"],
    },
    input: z
      .object({ email: email().meta({ description: "The person's email address." }) })
      .meta({ description: "The account whose password you want to reset." }),
    output: z.null(),
  }),

  resetPassword: dashboardOperation({
    meta: {
      operationId: "resetPassword",
      method: "POST",
      path: "/password-resets/redemption",
      roles: "anybody",
      tag,
      summary: "Set a new password with the email's link",
      description:
        "`token` is the text after `#token=` in the link. Ends every session. Sign in afterwards, with the second factor if it is on. An unknown, used or expired token returns `conflict`.",
      errors: ["conflict"],
    },
    input: z
      .object({
        token: requiredText().meta({ description: "The token from the email." }),
        new_password: newPassword(),
      })
      .meta({ description: "The email's token and a new password." }),
    output: z.null(),
  }),
};

export const sessionOperations = {
  getSession: dashboardOperation({
    meta: {
      operationId: "getSession",
      method: "GET",
      path: "/session",
      roles: everybody,
      ratePerSession: true,
      tag,
      summary: "Read the person signed in",
      description: `Returns 401 \`unauthorized\` without a session. \`/dashboard/api/events\` streams changes as server-sent events, with the same cookie. \`event\` is one of ${dashboardEventKinds.map((kind) => `\`${kind}\``).join(", ")}. \`account\` also covers instructions and quota, and \`session\` also covers keys, the second factor and settings. The data is \`{"id"}\`: the id of the changed record, a payment's code, or null for several or unknown records. An event never contains the new state. Fetch the page's data after each event, and fetch all of it whenever the stream opens. Tepat sends each kind at most once a second. The stream ends with the session. One process allows ${limits.streamsPerSession} open streams of a session, and ${limits.streamsPerMerchant} of a merchant. One more returns \`rate_limited\`.`,
    },
    input: z.object({}),
    output: signedInPerson,
  }),

  signOut: dashboardOperation({
    meta: {
      operationId: "signOut",
      method: "DELETE",
      path: "/session",
      roles: everybody,
      ratePerSession: true,
      tag,
      summary: "Sign out",
      description: "Ends this session and removes its cookie.",
    },
    input: z.object({}),
    output: z.null(),
  }),

  listSessions: dashboardOperation({
    meta: {
      operationId: "listSessions",
      method: "GET",
      path: "/sessions",
      roles: everybody,
      ratePerSession: true,
      tag,
      summary: "List sessions",
      description: `The signed-in browsers, most recently used first; at most ${limits.sessionsPerPerson}.`,
    },
    input: z.object({}),
    output: z.array(openSession),
  }),

  endSession: dashboardOperation({
    meta: {
      operationId: "endSession",
      method: "DELETE",
      path: "/sessions/{session_id}",
      roles: everybody,
      ratePerSession: true,
      tag,
      summary: "End a session",
      description: "Signs that browser out at once.",
      subject: "session",
    },
    input: z.object({ session_id: uuid().meta({ description: "The session, from the list." }) }),
    output: z.null(),
  }),

  endOtherSessions: dashboardOperation({
    meta: {
      operationId: "endOtherSessions",
      method: "DELETE",
      path: "/sessions",
      roles: everybody,
      ratePerSession: true,
      tag,
      summary: "End all other sessions",
      description: "Signs every other browser out.",
    },
    input: z.object({}),
    output: z.null(),
  }),

  changePassword: dashboardOperation({
    meta: {
      operationId: "changePassword",
      method: "POST",
      path: "/password",
      roles: everybody,
      ratePerSession: true,
      tag,
      summary: "Change the password",
      description:
        "Ends all other sessions. A wrong `current_password` returns a `validation_error` for that field, and counts as a refused sign-in.",
    },
    input: z
      .object({
        current_password: password(),
        new_password: newPassword(),
      })
      .meta({ description: "The old password and the new one." }),
    output: z.null(),
  }),
};
