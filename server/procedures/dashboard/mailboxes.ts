import { mailboxOperations } from "../../contract/dashboard/mailboxes.ts";
import { limits } from "../../contract/limits.ts";
import {
  changeMailboxPassword,
  chooseFolder,
  connectMailbox,
  createForwardingAddress,
  disconnectMailbox,
  listFolders,
  listOwnMailboxes,
  pauseMailbox,
  readOriginalMail,
} from "../../domain/mail/own-mailboxes.ts";
import { beginSignIn, completeSignIn, renewSignIn } from "../../domain/mail/mail-sign-ins.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const mailboxProcedures = implement(sessionProcedure, mailboxOperations, {
  listMailboxes: ({ ctx }) => listOwnMailboxes(ctx.gateway, ctx.session.merchant_id),

  connectMailbox: ({ ctx, input }) =>
    connectMailbox(ctx.gateway, ctx.services.openInbox, ctx.actor, {
      session: ctx.session,
      ...input,
      login: input.login ?? null,
      port: input.port ?? limits.mailboxPort,
    }),

  createForwardingAddress: ({ ctx, input }) =>
    createForwardingAddress(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  beginMailSignIn: ({ ctx, input }) =>
    beginSignIn(ctx.gateway, ctx.services, {
      session: ctx.session,
      origin: ctx.header("origin"),
      ...input,
    }),

  renewMailSignIn: ({ ctx, input }) =>
    renewSignIn(ctx.gateway, ctx.services, {
      session: ctx.session,
      origin: ctx.header("origin"),
      ...input,
    }),

  completeMailSignIn: ({ ctx, input }) =>
    completeSignIn(ctx.gateway, ctx.services, ctx.actor, { session: ctx.session, ...input }),

  changeMailboxPassword: ({ ctx, input }) =>
    changeMailboxPassword(ctx.gateway, ctx.services.openInbox, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      ...input,
    }),

  listMailboxFolders: ({ ctx, input }) =>
    listFolders(ctx.gateway, ctx.services, {
      merchant_id: ctx.session.merchant_id,
      ...input,
    }),

  chooseMailboxFolder: ({ ctx, input }) =>
    chooseFolder(ctx.gateway, ctx.services, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      ...input,
    }),

  pauseMailbox: ({ ctx, input }) =>
    pauseMailbox(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),

  disconnectMailbox: async ({ ctx, input }) => {
    await disconnectMailbox(ctx.gateway, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      ...input,
    });
    return null;
  },

  downloadMail: async ({ ctx, input }) => {
    const mail = await readOriginalMail(ctx.gateway, {
      merchant_id: ctx.session.merchant_id,
      ...input,
    });
    return { eml_base64: mail.toString("base64") };
  },
});
