import { twoFactorOperations } from "../../contract/dashboard/two-factor.ts";
import {
  confirmPerson,
  disableTwoFactor,
  enableTwoFactor,
  offerTwoFactor,
  readTwoFactor,
  replaceRecoveryCodes,
} from "../../domain/access/two-factor.ts";
import { nameOf } from "../../domain/access/sessions.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const twoFactorProcedures = implement(sessionProcedure, twoFactorOperations, {
  getTwoFactor: ({ ctx }) => readTwoFactor(ctx.gateway, nameOf(ctx.session)),

  offerTwoFactor: ({ ctx }) => offerTwoFactor(ctx.gateway, ctx.session),

  enableTwoFactor: ({ ctx, input }) =>
    enableTwoFactor(ctx.gateway, ctx.actor, { session: ctx.session, code: input.totp_code }),

  disableTwoFactor: ({ ctx, input }) =>
    disableTwoFactor(ctx.gateway, ctx.actor, {
      session: ctx.session,
      totp_code: input.totp_code ?? null,
      recovery_code: input.recovery_code ?? null,
    }),

  renewRecoveryCodes: ({ ctx, input }) =>
    replaceRecoveryCodes(ctx.gateway, ctx.actor, {
      session: ctx.session,
      code: input.totp_code,
    }),

  confirmPerson: ({ ctx, input }) =>
    confirmPerson(ctx.gateway, ctx.actor, { session: ctx.session, code: input.totp_code }),
});
