import { linkOperations } from "../../contract/dashboard/links.ts";
import {
  changeOwnLink,
  createOwnLink,
  listOwnLinks,
  readOwnLink,
  removeOwnLinkPicture,
  setOwnLinkPicture,
  switchOwnLink,
} from "../../domain/sales/own-links.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const linkProcedures = implement(sessionProcedure, linkOperations, {
  listLinks: ({ ctx, input }) =>
    listOwnLinks(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  getLink: ({ ctx, input }) =>
    readOwnLink(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  createLink: ({ ctx, input }) =>
    createOwnLink(ctx.gateway, ctx.actor, { session: ctx.session, request: input }),

  changeLink: ({ ctx, input: { link_id, ...request } }) =>
    changeOwnLink(ctx.gateway, ctx.actor, { session: ctx.session, link_id, request }),

  switchLink: ({ ctx, input }) =>
    switchOwnLink(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  setLinkPicture: ({ ctx, input }) =>
    setOwnLinkPicture(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),

  removeLinkPicture: ({ ctx, input }) =>
    removeOwnLinkPicture(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
});
