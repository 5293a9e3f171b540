import { doorOperations, sessionOperations } from "../../contract/dashboard/session.ts";
import { awaitsFirstAccount, openFirstAccount } from "../../domain/access/first-account.ts";
import { redeemPasswordReset, requestPasswordReset } from "../../domain/access/password-resets.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  nameOf,
  presentSession,
} from "../../domain/access/sessions.ts";
import { changePassword, signIn, signUp } from "../../domain/access/sign-in.ts";
import { implement } from "../implement.ts";
import type { Context } from "../trpc.ts";
import {
  addressSeen,
  clearSessionCookie,
  readBrowserCookie,
  setCookies,
} from "./session-cookie.ts";
import { doorProcedure, sessionProcedure } from "./session-procedure.ts";

const addressOf = ({ services, header }: Pick<Context, "services" | "header">): string =>
  addressSeen(services.gateway.settings.publicUrl, header);

export const sessionProcedures = {
  ...implement(doorProcedure, doorOperations, {
    getSignInOptions: async ({ ctx }) => ({
      can_sign_up: ctx.gateway.settings.allowSignUp,
      awaits_first_account: await awaitsFirstAccount(ctx.gateway),
      can_reset_password_by_email: ctx.gateway.settings.sendsMail,
    }),

    signIn: async ({ ctx, input }) => {
      const address = addressOf(ctx);
      const signedIn = await signIn(
        ctx.gateway,
        {
          email: input.email,
          password: input.password,
          totp_code: input.totp_code ?? null,
          recovery_code: input.recovery_code ?? null,
        },
        ctx.client,
        readBrowserCookie(address, ctx.header("cookie")),
      );
      ctx.answerHeaders["set-cookie"] = setCookies(address, signedIn);
      return presentSession(ctx.gateway, signedIn.session);
    },

    signUp: async ({ ctx, input }) => {
      const signedIn = await signUp(ctx.gateway, input, ctx.client);
      ctx.answerHeaders["set-cookie"] = setCookies(addressOf(ctx), signedIn);
      return presentSession(ctx.gateway, signedIn.session);
    },

    openFirstAccount: async ({ ctx, input }) => {
      const signedIn = await openFirstAccount(ctx.gateway, input, ctx.client);
      ctx.answerHeaders["set-cookie"] = setCookies(addressOf(ctx), signedIn);
      return presentSession(ctx.gateway, signedIn.session);
    },

    requestPasswordReset: ({ ctx, input }) =>
      requestPasswordReset(ctx.gateway, ctx.services.mailer(), input.email, ctx.client),

    resetPassword: ({ ctx, input }) => redeemPasswordReset(ctx.gateway, input, ctx.client),
  }),

  ...implement(sessionProcedure, sessionOperations, {
    getSession: ({ ctx }) => presentSession(ctx.gateway, ctx.session),

    signOut: async ({ ctx }) => {
      const { session_id } = ctx.session;
      await endSession(ctx.gateway, ctx.actor, { ...nameOf(ctx.session), session_id });
      ctx.answerHeaders["set-cookie"] = clearSessionCookie(addressOf(ctx));
    },

    listSessions: ({ ctx }) => listSessions(ctx.gateway, ctx.session),

    endSession: ({ ctx, input }) =>
      endSession(ctx.gateway, ctx.actor, { ...nameOf(ctx.session), ...input }),

    endOtherSessions: ({ ctx }) => endOtherSessions(ctx.gateway, ctx.actor, ctx.session),

    changePassword: ({ ctx, input }) => changePassword(ctx.gateway, ctx, input),
  }),
};
