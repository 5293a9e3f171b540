import { sessionOperations as operations } from "../../contract/dashboard/session.ts";
import { redeemPasswordReset, requestPasswordReset } from "../../domain/access/password-resets.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  nameOf,
  presentSession,
} from "../../domain/access/sessions.ts";
import { changePassword, signIn, signUp } from "../../domain/access/sign-in.ts";
import { clearSessionCookie, readBrowserCookie, setCookies } from "./session-cookie.ts";
import { doorProcedure, sessionProcedure } from "./session-procedure.ts";

export const sessionProcedures = {
  getSignInOptions: doorProcedure
    .meta(operations.getSignInOptions.meta)
    .input(operations.getSignInOptions.input)
    .output(operations.getSignInOptions.output)
    .query(({ ctx }) => ({
      can_sign_up: ctx.gateway.settings.allowSignUp,
      can_reset_password_by_email: ctx.services.mailer !== null,
    })),

  signIn: doorProcedure
    .meta(operations.signIn.meta)
    .input(operations.signIn.input)
    .output(operations.signIn.output)
    .mutation(async ({ ctx, input }) => {
      const { publicUrl } = ctx.gateway.settings;
      const signedIn = await signIn(
        ctx.gateway,
        {
          email: input.email,
          password: input.password,
          totp_code: input.totp_code ?? null,
          recovery_code: input.recovery_code ?? null,
        },
        ctx.client,
        readBrowserCookie(publicUrl, ctx.header("cookie")),
      );
      ctx.answerHeaders["set-cookie"] = setCookies(publicUrl, signedIn);
      return presentSession(signedIn.session);
    }),

  signUp: doorProcedure
    .meta(operations.signUp.meta)
    .input(operations.signUp.input)
    .output(operations.signUp.output)
    .mutation(async ({ ctx, input }) => {
      const signedIn = await signUp(ctx.gateway, input, ctx.client);
      ctx.answerHeaders["set-cookie"] = setCookies(ctx.gateway.settings.publicUrl, signedIn);
      return presentSession(signedIn.session);
    }),

  requestPasswordReset: doorProcedure
    .meta(operations.requestPasswordReset.meta)
    .input(operations.requestPasswordReset.input)
    .output(operations.requestPasswordReset.output)
    .mutation(async ({ ctx, input }) => {
      await requestPasswordReset(ctx.gateway, ctx.services.mailer, input.email, ctx.client);
      return null;
    }),

  resetPassword: doorProcedure
    .meta(operations.resetPassword.meta)
    .input(operations.resetPassword.input)
    .output(operations.resetPassword.output)
    .mutation(async ({ ctx, input }) => {
      await redeemPasswordReset(ctx.gateway, input, ctx.client);
      return null;
    }),

  getSession: sessionProcedure
    .meta(operations.getSession.meta)
    .input(operations.getSession.input)
    .output(operations.getSession.output)
    .query(({ ctx }) => presentSession(ctx.session)),

  signOut: sessionProcedure
    .meta(operations.signOut.meta)
    .input(operations.signOut.input)
    .output(operations.signOut.output)
    .mutation(async ({ ctx }) => {
      const { session_id } = ctx.session;
      await endSession(ctx.gateway, ctx.actor, { ...nameOf(ctx.session), session_id });
      ctx.answerHeaders["set-cookie"] = clearSessionCookie(ctx.gateway.settings.publicUrl);
      return null;
    }),

  listSessions: sessionProcedure
    .meta(operations.listSessions.meta)
    .input(operations.listSessions.input)
    .output(operations.listSessions.output)
    .query(({ ctx }) => listSessions(ctx.gateway, ctx.session)),

  endSession: sessionProcedure
    .meta(operations.endSession.meta)
    .input(operations.endSession.input)
    .output(operations.endSession.output)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx.gateway, ctx.actor, { ...nameOf(ctx.session), ...input });
      return null;
    }),

  endOtherSessions: sessionProcedure
    .meta(operations.endOtherSessions.meta)
    .input(operations.endOtherSessions.input)
    .output(operations.endOtherSessions.output)
    .mutation(async ({ ctx }) => {
      await endOtherSessions(ctx.gateway, ctx.actor, ctx.session);
      return null;
    }),

  changePassword: sessionProcedure
    .meta(operations.changePassword.meta)
    .input(operations.changePassword.input)
    .output(operations.changePassword.output)
    .mutation(async ({ ctx, input }) => {
      await changePassword(ctx.gateway, ctx, input);
      return null;
    }),
};
