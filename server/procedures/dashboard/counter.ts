import { counterOperations as operations } from "../../contract/dashboard/counter.ts";
import {
  cancelCounterSale,
  makeCounterSale,
  readCounter,
  readCounterSale,
} from "../../domain/dashboard/counter.ts";
import { sessionProcedure } from "./session-procedure.ts";

export const counterProcedures = {
  getCounter: sessionProcedure
    .meta(operations.getCounter.meta)
    .input(operations.getCounter.input)
    .output(operations.getCounter.output)
    .query(({ ctx }) => readCounter(ctx.gateway, ctx.session.merchant_id)),

  makeCounterSale: sessionProcedure
    .meta(operations.makeCounterSale.meta)
    .input(operations.makeCounterSale.input)
    .output(operations.makeCounterSale.output)
    .mutation(({ ctx, input }) =>
      makeCounterSale(ctx.gateway, {
        merchant_id: ctx.session.merchant_id,
        made_by: ctx.session.person.person_id,
        ...input,
      }),
    ),

  getCounterSale: sessionProcedure
    .meta(operations.getCounterSale.meta)
    .input(operations.getCounterSale.input)
    .output(operations.getCounterSale.output)
    .query(({ ctx, input }) =>
      readCounterSale(ctx.gateway, { merchant_id: ctx.session.merchant_id, ...input }),
    ),

  cancelCounterSale: sessionProcedure
    .meta(operations.cancelCounterSale.meta)
    .input(operations.cancelCounterSale.input)
    .output(operations.cancelCounterSale.output)
    .mutation(async ({ ctx, input }) => {
      const { merchant_id } = ctx.session;
      await cancelCounterSale(ctx.gateway, ctx.actor, { merchant_id, ...input });
      return null;
    }),
};
