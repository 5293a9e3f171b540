import { z } from "zod";
import { pageOf } from "../contract/envelope.ts";
import { GatewayError } from "../contract/errors.ts";
import { paymentCode } from "../contract/fields.ts";
import { merchantOperations as operations } from "../contract/index.ts";
import { listAccounts } from "../domain/accounts/accounts.ts";
import { readChannelInstructions } from "../domain/accounts/channels.ts";
import { readCheckout } from "../domain/payments/checkout.ts";
import { warnOfGuessedCodes } from "../domain/access/guessed-codes.ts";
import { matchPayment } from "../domain/mutations/matching.ts";
import { listMutations } from "../domain/mutations/mutations.ts";
import {
  cancelPayment,
  listPaymentsWithStatus,
  requirePayment,
} from "../domain/payments/payments.ts";
import { clientOf } from "../domain/access/sessions.ts";
import { merchantProcedure, publicProcedure, totpProcedure } from "./trpc.ts";

const possibleCode = paymentCode();

/** A code that no payment can have becomes null, and is answered like an unknown one. */
const namedByCode = <Shape extends { payment_code: z.ZodString }>(input: z.ZodObject<Shape>) =>
  input
    .extend({
      payment_code: z.preprocess(
        (code) => (typeof code === "string" && !possibleCode.safeParse(code).success ? null : code),
        possibleCode.nullable(),
      ),
    })
    .meta({ ...input.meta() });

/** The merchant's and the customer's operations (specification, section 4). */
export const merchantProcedures = {
  listAccounts: merchantProcedure
    .meta(operations.listAccounts.meta)
    .input(operations.listAccounts.input)
    .output(operations.listAccounts.output)
    .query(({ ctx }) => listAccounts(ctx.gateway, ctx.merchant_id)),

  createPayment: merchantProcedure
    .meta(operations.createPayment.meta)
    .input(operations.createPayment.input)
    .output(operations.createPayment.output)
    .mutation(({ ctx, input }) =>
      ctx.services.createPayment({ merchant_id: ctx.merchant_id, input }),
    ),

  getPayment: merchantProcedure
    .meta(operations.getPayment.meta)
    .input(namedByCode(operations.getPayment.input))
    .output(operations.getPayment.output)
    .query(({ ctx: { services, merchant_id }, input: { payment_code } }) =>
      payment_code === null
        ? requirePayment(null)
        : services.readPayment({ merchant_id, payment_code }),
    ),

  listPayments: merchantProcedure
    .meta(operations.listPayments.meta)
    .input(operations.listPayments.input)
    .output(pageOf(operations.listPayments.output))
    .query(({ ctx, input: { status, ...page } }) => {
      const name = { merchant_id: ctx.merchant_id, ...page };
      if (status === undefined) return ctx.services.listPayments(name);
      return listPaymentsWithStatus(ctx.gateway, { ...name, status });
    }),

  cancelPayment: merchantProcedure
    .meta(operations.cancelPayment.meta)
    .input(namedByCode(operations.cancelPayment.input))
    .output(operations.cancelPayment.output)
    .mutation(async ({ ctx: { gateway, merchant_id }, input: { payment_code } }) => {
      if (payment_code === null) throw new GatewayError("payment_not_cancellable");
      await cancelPayment(gateway, { merchant_id, payment_code });
      return null;
    }),

  matchPayment: totpProcedure
    .meta(operations.matchPayment.meta)
    .input(namedByCode(operations.matchPayment.input))
    .output(operations.matchPayment.output)
    .mutation(async ({ ctx, input }) => {
      await matchPayment(ctx.gateway, {
        merchant_id: ctx.merchant_id,
        payment_code: input.payment_code,
        mutation_id: input.mutation_id ?? null,
        totp_code: ctx.totp_code,
        guessed: (merchant_id) =>
          warnOfGuessedCodes(ctx.gateway, ctx.services.mailer, {
            merchant_id,
            client: clientOf(ctx.remoteAddress, ctx.header("user-agent")),
          }),
      });
      return null;
    }),

  getChannelInstructions: merchantProcedure
    .meta(operations.getChannelInstructions.meta)
    .input(operations.getChannelInstructions.input)
    .output(operations.getChannelInstructions.output)
    .query(({ ctx, input }) =>
      readChannelInstructions(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),
    ),

  listMutations: merchantProcedure
    .meta(operations.listMutations.meta)
    .input(operations.listMutations.input)
    .output(pageOf(operations.listMutations.output))
    .query(({ ctx, input }) =>
      listMutations(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),
    ),

  getCheckout: publicProcedure
    .meta(operations.getCheckout.meta)
    .input(operations.getCheckout.input)
    .output(operations.getCheckout.output)
    .query(({ ctx, input }) => readCheckout(ctx.gateway, input.payment_id)),
};
