import { z } from "zod";
import { refusedAs } from "../field-problems.ts";
import { optional, timestamp } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { everybody } from "./roles.ts";
import { recoveryCode, totpCode } from "./session.ts";

/** Two-factor authentication, with the secret against which X-Totp-Code is checked (specification, section 5). */

const tag = "Two-factor authentication";

const recoveryCodes = z
  .object({
    recovery_codes: z
      .array(z.string())
      .meta({ description: "Keep them on paper. Each works once. They are shown only now." }),
  })
  .meta({ id: "RecoveryCodes", description: "Codes for when the authenticator app is gone." });

const wrongCodes = `Wrong codes are \`invalid totp code\`; after ${limits.totpFailures} of them in a session in ${limits.totpFailureWindowSeconds / 60} minutes, or ${limits.totpFailuresOfSessions} in all of the merchant's, codes are \`rate_limited\`. Guesses here do not block codes in X-Totp-Code.`;

export const twoFactorOperations = {
  getTwoFactor: dashboardOperation({
    meta: {
      operationId: "getTwoFactor",
      method: "GET",
      path: "/two-factor",
      roles: everybody,
      tag,
      summary: "Whether it is on",
      description: "The state of two-factor authentication, and the number of recovery codes left.",
    },
    input: z.object({}),
    output: z
      .object({
        is_enabled: z.boolean().meta({ description: "True if codes are required." }),
        enabled_at: timestamp().nullable().meta({ description: "Since when, UTC." }),
        unused_recovery_codes: z
          .int()
          .min(0)
          .max(limits.recoveryCodes)
          .meta({ description: "Recovery codes that are left." }),
      })
      .meta({ id: "TwoFactor", description: "Two-factor authentication of the merchant." }),
  }),

  offerTwoFactor: dashboardOperation({
    meta: {
      operationId: "offerTwoFactor",
      method: "POST",
      path: "/two-factor/offers",
      roles: everybody,
      tag,
      summary: "Show a QR code to scan",
      description: `A new secret for the authenticator app. It has no effect until it is confirmed with a code within ${limits.totpOfferSeconds / 60} minutes; until then an earlier secret stays in force.`,
      envelope: "created",
      needsConfirmation: true,
    },
    input: z.object({}).meta({ description: "Nothing." }),
    output: z
      .object({
        secret: z.string().meta({ description: "For apps without a camera, base32." }),
        uri: z.string().meta({ description: "The text of the QR code, `otpauth://totp/…`." }),
        qr_svg: z.string().meta({ description: "The QR code as an SVG image." }),
        expires_at: timestamp().meta({ description: "Until when it can be confirmed, UTC." }),
      })
      .meta({ id: "TwoFactorOffer", description: "A secret that waits for its first code." }),
  }),

  enableTwoFactor: dashboardOperation({
    meta: {
      operationId: "enableTwoFactor",
      method: "POST",
      path: "/two-factor",
      roles: everybody,
      tag,
      summary: "Switch it on",
      description: `Confirms the offered secret with one code of the app: from then on it is used for signing in and matching, and the person is confirmed as by \`confirmPerson\`. A wrong code is \`invalid totp code\`, a missing or old offer a \`conflict\`. Answers ${limits.recoveryCodes} new recovery codes; earlier ones are void.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["invalid totp code", "conflict"],
    },
    input: z.object({ totp_code: totpCode() }).meta({ description: "The app's first code." }),
    output: recoveryCodes,
  }),

  disableTwoFactor: dashboardOperation({
    meta: {
      operationId: "disableTwoFactor",
      method: "POST",
      path: "/two-factor/end",
      roles: everybody,
      tag,
      summary: "Switch it off",
      description: `Needs a code of the app or a recovery code. Manual matching is not possible afterwards. ${wrongCodes}`,
      errors: ["totp_not_enabled", "invalid totp code"],
    },
    input: z
      .object({ totp_code: optional(totpCode()), recovery_code: optional(recoveryCode()) })
      .refine(({ totp_code, recovery_code }) => (totp_code == null) !== (recovery_code == null), {
        path: ["totp_code"],
        ...refusedAs({ code: "one_of_two_codes", params: {} }),
      })
      .meta({ description: "One of the two." }),
    output: z.null(),
  }),

  renewRecoveryCodes: dashboardOperation({
    meta: {
      operationId: "renewRecoveryCodes",
      method: "POST",
      path: "/two-factor/recovery-codes",
      roles: everybody,
      tag,
      summary: "Make new recovery codes",
      description: `Needs a code of the app. The earlier codes are void. ${wrongCodes}`,
      envelope: "created",
      errors: ["totp_not_enabled", "invalid totp code"],
    },
    input: z.object({ totp_code: totpCode() }).meta({ description: "A code of the app." }),
    output: recoveryCodes,
  }),

  confirmPerson: dashboardOperation({
    meta: {
      operationId: "confirmPerson",
      method: "POST",
      path: "/confirmation",
      roles: everybody,
      tag,
      summary: "Confirm that it is you",
      description: `One code confirms the person at this browser for ${limits.confirmationSeconds / 60} minutes: what asks for a confirmed person, a manual match say, then needs no further code. The code is used up, as one that has paid an invoice. ${wrongCodes}`,
      errors: ["totp_not_enabled", "invalid totp code"],
    },
    input: z.object({ totp_code: totpCode() }).meta({ description: "A code of the app." }),
    output: z
      .object({
        confirmed_until: timestamp().meta({ description: "Until when, UTC." }),
      })
      .meta({ id: "Confirmation", description: "The end of the confirmation." }),
  }),
};
