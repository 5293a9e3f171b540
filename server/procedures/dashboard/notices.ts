import { noticeOperations } from "../../contract/dashboard/notices.ts";
import {
  addPushTarget,
  changeNotices,
  listNoticeMessages,
  readNotices,
  removeNoticeTarget,
  sendTestNotice,
} from "../../domain/notices/notices.ts";
import { offerTelegramLink } from "../../domain/notices/telegram-link.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const noticeProcedures = implement(sessionProcedure, noticeOperations, {
  getNotices: ({ ctx }) => readNotices(ctx.gateway, ctx.services.noticeChannels, ctx.session),

  changeNotices: ({ ctx, input }) =>
    changeNotices(ctx.gateway, ctx.services.noticeChannels, ctx.actor, {
      session: ctx.session,
      change: input,
    }),

  offerTelegramLink: ({ ctx }) =>
    offerTelegramLink(ctx.gateway, ctx.services.noticeChannels, ctx.actor, ctx.session),

  addPushTarget: ({ ctx, input }) =>
    addPushTarget(ctx.gateway, ctx.actor, {
      session: ctx.session,
      subscription: input,
      target_name: ctx.client.user_agent ?? "",
    }),

  removeNoticeTarget: ({ ctx, input }) =>
    removeNoticeTarget(ctx.gateway, ctx.actor, {
      session: ctx.session,
      target_id: input.target_id,
    }),

  sendTestNotice: ({ ctx, input }) =>
    sendTestNotice(ctx.gateway, ctx.services.noticeChannels, {
      session: ctx.session,
      channel: input.channel,
    }),

  listNoticeMessages: ({ ctx, input }) =>
    listNoticeMessages(ctx.gateway, { session: ctx.session, ...input }),
});
