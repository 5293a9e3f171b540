import { counterOperations } from "../../contract/dashboard/counter.ts";
import {
  cancelCounterSale,
  changeCounterItems,
  makeCounterSale,
  readCounter,
  readCounterSale,
} from "../../domain/sales/counter.ts";
import { implement } from "../implement.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const counterProcedures = implement(sessionProcedure, counterOperations, {
  getCounter: ({ ctx }) => readCounter(ctx.gateway, ctx.session.merchant_id),

  makeCounterSale: ({ ctx, input }) =>
    makeCounterSale(ctx.gateway, {
      merchant_id: ctx.session.merchant_id,
      made_by: ctx.session.person.person_id,
      ...input,
    }),

  changeCounterItems: ({ ctx, input }) =>
    changeCounterItems(ctx.gateway, ctx.actor, {
      merchant_id: ctx.session.merchant_id,
      ...input,
    }),

  getCounterSale: ({ ctx, input }) =>
    readCounterSale(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),

  cancelCounterSale: ({ ctx, input }) =>
    cancelCounterSale(ctx.gateway, ctx.actor, { merchant_id: ctx.session.merchant_id, ...input }),
});
