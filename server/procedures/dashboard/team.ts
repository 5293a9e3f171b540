import { invitationOperations, teamOperations } from "../../contract/dashboard/team.ts";
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
import { implement } from "../implement.ts";
import { addressSeen, setCookies } from "./session-cookie.ts";
import { doorProcedure, sessionProcedure } from "./session-procedure.ts";

export const teamProcedures = {
  ...implement(sessionProcedure, teamOperations, {
    getTeam: ({ ctx }) => readTeam(ctx.gateway, ctx.session.merchant_id),

    invitePerson: ({ ctx, input }) =>
      invitePerson(ctx.gateway, ctx.services.mailer(), ctx.actor, {
        session: ctx.session,
        ...input,
      }),

    withdrawInvitation: ({ ctx, input }) =>
      withdrawInvitation(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

    changeRole: ({ ctx, input }) =>
      changeRole(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

    removePerson: ({ ctx, input }) =>
      removePerson(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

    changeOwnName: ({ ctx, input }) =>
      changeOwnName(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
  }),

  ...implement(doorProcedure, invitationOperations, {
    openInvitation: ({ ctx, input }) => openInvitation(ctx.gateway, input.token, ctx.client),

    acceptInvitation: async ({ ctx, input }) => {
      const signedIn = await acceptInvitation(ctx.gateway, input, ctx.client);
      ctx.answerHeaders["set-cookie"] = setCookies(
        addressSeen(ctx.gateway.settings.publicUrl, ctx.header),
        signedIn,
      );
      return presentSession(ctx.gateway, signedIn.session);
    },
  }),
};
