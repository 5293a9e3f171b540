import { pageOf } from "../../contract/envelope.ts";
import { linkOperations as operations } from "../../contract/dashboard/links.ts";
import {
  changeOwnLink,
  createOwnLink,
  listOwnLinks,
  readOwnLink,
  removeOwnLinkPicture,
  setOwnLinkPicture,
  switchOwnLink,
} from "../../domain/dashboard/own-links.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const linkProcedures = {
  listLinks: sessionProcedure
    .meta(operations.listLinks.meta)
    .input(operations.listLinks.input)
    .output(pageOf(operations.listLinks.output))
    .query(({ ctx, input }) =>
      listOwnLinks(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  getLink: sessionProcedure
    .meta(operations.getLink.meta)
    .input(operations.getLink.input)
    .output(operations.getLink.output)
    .query(({ ctx, input }) =>
      readOwnLink(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  createLink: sessionProcedure
    .meta(operations.createLink.meta)
    .input(operations.createLink.input)
    .output(operations.createLink.output)
    .mutation(({ ctx, input }) =>
      createOwnLink(ctx.gateway, ctx.actor, { session: ctx.session, request: input }),
    ),

  changeLink: sessionProcedure
    .meta(operations.changeLink.meta)
    .input(operations.changeLink.input)
    .output(operations.changeLink.output)
    .mutation(({ ctx, input: { link_id, ...request } }) =>
      changeOwnLink(ctx.gateway, ctx.actor, { session: ctx.session, link_id, request }),
    ),

  switchLink: sessionProcedure
    .meta(operations.switchLink.meta)
    .input(operations.switchLink.input)
    .output(operations.switchLink.output)
    .mutation(({ ctx, input }) =>
      switchOwnLink(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),

  setLinkPicture: sessionProcedure
    .meta(operations.setLinkPicture.meta)
    .input(operations.setLinkPicture.input)
    .output(operations.setLinkPicture.output)
    .mutation(({ ctx, input }) =>
      setOwnLinkPicture(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),

  removeLinkPicture: sessionProcedure
    .meta(operations.removeLinkPicture.meta)
    .input(operations.removeLinkPicture.input)
    .output(operations.removeLinkPicture.output)
    .mutation(({ ctx, input }) =>
      removeOwnLinkPicture(ctx.gateway, ctx.actor, { session: ctx.session, ...input }),
    ),
};
