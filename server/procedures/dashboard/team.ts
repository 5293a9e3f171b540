import { teamOperations as operations } from "../../contract/dashboard/team.ts";
import { presentSession } from "../../domain/access/sessions.ts";
import {
  acceptInvitation,
  changeOwnName,
  changeRole,
  invitePerson,
  openInvitation,
  readTeam,
  removePerson,
  withdrawInvitation,
} from "../../domain/access/team.ts";
import { setCookies } from "./session-cookie.ts";
import { doorProcedure, sessionProcedure } from "./session-procedure.ts";

export const teamProcedures = {
  getTeam: sessionProcedure
    .meta(operations.getTeam.meta)
    .input(operations.getTeam.input)
    .output(operations.getTeam.output)
    .query(({ ctx }) => readTeam(ctx.gateway, ctx.session.merchant_id)),

  invitePerson: sessionProcedure
    .meta(operations.invitePerson.meta)
    .input(operations.invitePerson.input)
    .output(operations.invitePerson.output)
    .mutation(({ ctx, input }) =>
      invitePerson(ctx.gateway, ctx.services.mailer, ctx.actor, {
        session: ctx.session,
        ...input,
      }),
    ),

  withdrawInvitation: sessionProcedure
    .meta(operations.withdrawInvitation.meta)
    .input(operations.withdrawInvitation.input)
    .output(operations.withdrawInvitation.output)
    .mutation(async ({ ctx, input }) => {
      await withdrawInvitation(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  changeRole: sessionProcedure
    .meta(operations.changeRole.meta)
    .input(operations.changeRole.input)
    .output(operations.changeRole.output)
    .mutation(async ({ ctx, input }) => {
      await changeRole(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  removePerson: sessionProcedure
    .meta(operations.removePerson.meta)
    .input(operations.removePerson.input)
    .output(operations.removePerson.output)
    .mutation(async ({ ctx, input }) => {
      await removePerson(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  changeOwnName: sessionProcedure
    .meta(operations.changeOwnName.meta)
    .input(operations.changeOwnName.input)
    .output(operations.changeOwnName.output)
    .mutation(async ({ ctx, input }) => {
      await changeOwnName(ctx.gateway, ctx.actor, { session: ctx.session, ...input });
      return null;
    }),

  openInvitation: doorProcedure
    .meta(operations.openInvitation.meta)
    .input(operations.openInvitation.input)
    .output(operations.openInvitation.output)
    .mutation(({ ctx, input }) => openInvitation(ctx.gateway, input.token, ctx.client)),

  acceptInvitation: doorProcedure
    .meta(operations.acceptInvitation.meta)
    .input(operations.acceptInvitation.input)
    .output(operations.acceptInvitation.output)
    .mutation(async ({ ctx, input }) => {
      const signedIn = await acceptInvitation(ctx.gateway, input, ctx.client);
      ctx.answerHeaders["set-cookie"] = setCookies(ctx.gateway.settings.publicUrl, signedIn);
      return presentSession(signedIn.session);
    }),
};
