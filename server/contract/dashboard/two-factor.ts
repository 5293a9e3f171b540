import { z } from "zod";
import { refusedAs } from "../field-problems.ts";
import { optional, timestamp } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { everybody } from "./roles.ts";
import { recoveryCode, totpCode } from "./session.ts";

/** Two-factor authentication. Its secret also checks X-Totp-Code (specification, section 5). */

const tag = "Two-factor authentication";

const recoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).meta({
      description:
        "Recovery codes. Each works once. Keep them on paper; Tepat shows them only now.",
    }),
  })
  .meta({
    id: "RecoveryCodes",
    description: "Codes for signing in without the authenticator app.",
  });

const wrongCodes = `Wrong codes return \`invalid totp code\`. After ${limits.totpFailures} of them in a session in ${limits.totpFailureWindowSeconds / 60} minutes, or ${limits.totpFailuresOfSessions} in all sessions of the person together, codes return \`rate_limited\`. Wrong codes here do not block codes in X-Totp-Code.`;

export const twoFactorOperations = {
  getTwoFactor: dashboardOperation({
    meta: {
      operationId: "getTwoFactor",
      method: "GET",
      path: "/two-factor",
      roles: everybody,
      tag,
      summary: "Read two-factor authentication",
      description: "The state of two-factor authentication, and the number of recovery codes left.",
    },
    input: z.object({}),
    output: z
      .object({
        is_enabled: z.boolean().meta({ description: "True if codes are required." }),
        enabled_at: timestamp().nullable().meta({
          description: "The time at which two-factor authentication was switched on, UTC.",
        }),
        unused_recovery_codes: z
          .int()
          .min(0)
          .max(limits.recoveryCodes)
          .meta({ description: "Recovery codes that are left." }),
      })
      .meta({ id: "TwoFactor", description: "Two-factor authentication of the signed-in person." }),
  }),

  offerTwoFactor: dashboardOperation({
    meta: {
      operationId: "offerTwoFactor",
      method: "POST",
      path: "/two-factor/offers",
      roles: everybody,
      tag,
      summary: "Show a QR code to scan",
      description: `A new secret for the authenticator app. The secret has no effect until a code confirms it within ${limits.totpOfferSeconds / 60} minutes; until then an earlier secret stays valid.`,
      envelope: "created",
      needsConfirmation: true,
    },
    input: z.object({}).meta({ description: "An empty object." }),
    output: z
      .object({
        secret: z.string().meta({ description: "The secret for apps without a camera, base32." }),
        uri: z.string().meta({ description: "The text of the QR code, `otpauth://totp/…`." }),
        qr_svg: z.string().meta({ description: "The QR code as an SVG image." }),
        expires_at: timestamp().meta({
          description: "The time until which you can confirm the secret, UTC.",
        }),
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
      summary: "Switch on two-factor authentication",
      description: `Confirms the offered secret with one code of the app. From then on signing in and matching use this secret, and the person is confirmed as by \`confirmPerson\`. A wrong code returns \`invalid totp code\`; a missing or expired offer returns \`conflict\`. Returns ${limits.recoveryCodes} new recovery codes and ends the earlier ones.`,
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
      summary: "Switch off two-factor authentication",
      description: `Requires a code of the app or a recovery code. Manual matching is then no longer possible. ${wrongCodes}`,
      errors: ["totp_not_enabled", "invalid totp code"],
    },
    input: z
      .object({ totp_code: optional(totpCode()), recovery_code: optional(recoveryCode()) })
      .refine(({ totp_code, recovery_code }) => (totp_code == null) !== (recovery_code == null), {
        path: ["totp_code"],
        ...refusedAs({ code: "one_of_two_codes", params: {} }),
      })
      .meta({ description: "A one-time code or a recovery code." }),
    output: z.null(),
  }),

  renewRecoveryCodes: dashboardOperation({
    meta: {
      operationId: "renewRecoveryCodes",
      method: "POST",
      path: "/two-factor/recovery-codes",
      roles: everybody,
      tag,
      summary: "Create new recovery codes",
      description: `Requires a code of the app. The earlier codes stop working. ${wrongCodes}`,
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
      summary: "Confirm your identity",
      description: `One code confirms the person in this browser for ${limits.confirmationSeconds / 60} minutes: operations that require a confirmed person, such as a manual match, then need no further code. Each code works once, here or for a match. ${wrongCodes}`,
      errors: ["totp_not_enabled", "invalid totp code"],
    },
    input: z.object({ totp_code: totpCode() }).meta({ description: "A code of the app." }),
    output: z
      .object({
        confirmed_until: timestamp().meta({
          description: "The time at which the confirmation ends, UTC.",
        }),
      })
      .meta({ id: "Confirmation", description: "The end of the confirmation." }),
  }),
};
