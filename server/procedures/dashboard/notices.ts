import { noticeOperations as operations } from "../../contract/dashboard/notices.ts";
import {
  addPushTarget,
  changeNotices,
  listNoticeMessages,
  readNotices,
  removeNoticeTarget,
  sendTestNotice,
} from "../../domain/notices/notices.ts";
import { offerTelegramLink } from "../../domain/notices/telegram-link.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const noticeProcedures = {
  getNotices: sessionProcedure
    .meta(operations.getNotices.meta)
    .input(operations.getNotices.input)
    .output(operations.getNotices.output)
    .query(({ ctx }) => readNotices(ctx.gateway, ctx.services.noticeChannels, ctx.session)),

  changeNotices: sessionProcedure
    .meta(operations.changeNotices.meta)
    .input(operations.changeNotices.input)
    .output(operations.changeNotices.output)
    .mutation(({ ctx, input }) =>
      changeNotices(ctx.gateway, ctx.services.noticeChannels, ctx.actor, {
        session: ctx.session,
        change: input,
      }),
    ),

  offerTelegramLink: sessionProcedure
    .meta(operations.offerTelegramLink.meta)
    .input(operations.offerTelegramLink.input)
    .output(operations.offerTelegramLink.output)
    .mutation(({ ctx }) =>
      offerTelegramLink(ctx.gateway, ctx.services.noticeChannels, ctx.actor, ctx.session),
    ),

  addPushTarget: sessionProcedure
    .meta(operations.addPushTarget.meta)
    .input(operations.addPushTarget.input)
    .output(operations.addPushTarget.output)
    .mutation(({ ctx, input }) =>
      addPushTarget(ctx.gateway, ctx.actor, {
        session: ctx.session,
        subscription: input,
        target_name: ctx.client.user_agent ?? "",
      }),
    ),

  removeNoticeTarget: sessionProcedure
    .meta(operations.removeNoticeTarget.meta)
    .input(operations.removeNoticeTarget.input)
    .output(operations.removeNoticeTarget.output)
    .mutation(({ ctx, input }) =>
      removeNoticeTarget(ctx.gateway, ctx.actor, {
        session: ctx.session,
        target_id: input.target_id,
      }),
    ),

  sendTestNotice: sessionProcedure
    .meta(operations.sendTestNotice.meta)
    .input(operations.sendTestNotice.input)
    .output(operations.sendTestNotice.output)
    .mutation(({ ctx, input }) =>
      sendTestNotice(ctx.gateway, ctx.services.noticeChannels, {
        session: ctx.session,
        channel: input.channel,
      }),
    ),

  listNoticeMessages: sessionProcedure
    .meta(operations.listNoticeMessages.meta)
    .input(operations.listNoticeMessages.input)
    .output(operations.listNoticeMessages.output)
    .query(({ ctx, input }) => listNoticeMessages(ctx.gateway, { session: ctx.session, ...input })),
};
