import { twoFactorOperations as operations } from "../../contract/dashboard/two-factor.ts";
import {
  confirmPerson,
  disableTwoFactor,
  enableTwoFactor,
  offerTwoFactor,
  readTwoFactor,
  replaceRecoveryCodes,
} from "../../domain/access/two-factor.ts";
import { nameOf } from "../../domain/access/sessions.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const twoFactorProcedures = {
  getTwoFactor: sessionProcedure
    .meta(operations.getTwoFactor.meta)
    .input(operations.getTwoFactor.input)
    .output(operations.getTwoFactor.output)
    .query(({ ctx }) => readTwoFactor(ctx.gateway, nameOf(ctx.session))),

  offerTwoFactor: sessionProcedure
    .meta(operations.offerTwoFactor.meta)
    .input(operations.offerTwoFactor.input)
    .output(operations.offerTwoFactor.output)
    .mutation(({ ctx }) => offerTwoFactor(ctx.gateway, ctx.session)),

  enableTwoFactor: sessionProcedure
    .meta(operations.enableTwoFactor.meta)
    .input(operations.enableTwoFactor.input)
    .output(operations.enableTwoFactor.output)
    .mutation(({ ctx, input }) =>
      enableTwoFactor(ctx.gateway, ctx.actor, { session: ctx.session, code: input.totp_code }),
    ),

  disableTwoFactor: sessionProcedure
    .meta(operations.disableTwoFactor.meta)
    .input(operations.disableTwoFactor.input)
    .output(operations.disableTwoFactor.output)
    .mutation(async ({ ctx, input }) => {
      await disableTwoFactor(ctx.gateway, ctx.actor, {
        session: ctx.session,
        totp_code: input.totp_code ?? null,
        recovery_code: input.recovery_code ?? null,
      });
      return null;
    }),

  renewRecoveryCodes: sessionProcedure
    .meta(operations.renewRecoveryCodes.meta)
    .input(operations.renewRecoveryCodes.input)
    .output(operations.renewRecoveryCodes.output)
    .mutation(({ ctx, input }) =>
      replaceRecoveryCodes(ctx.gateway, ctx.actor, {
        session: ctx.session,
        code: input.totp_code,
      }),
    ),

  confirmPerson: sessionProcedure
    .meta(operations.confirmPerson.meta)
    .input(operations.confirmPerson.input)
    .output(operations.confirmPerson.output)
    .mutation(({ ctx, input }) =>
      confirmPerson(ctx.gateway, ctx.actor, { session: ctx.session, code: input.totp_code }),
    ),
};
