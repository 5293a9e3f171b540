import { z } from "zod";
import { GatewayError } from "../contract/errors.ts";
import { paymentCode } from "../contract/fields.ts";
import { merchantOperations } from "../contract/index.ts";
import { isByTime } from "../contract/lists-by-time.ts";
import type { Page } from "../contract/envelope.ts";
import type { Envelope, Operation } from "../contract/operation.ts";
import type { Included, Payment } from "../contract/payments.ts";
import { listAccounts } from "../domain/accounts/accounts.ts";
import { readChannelInstructions } from "../domain/accounts/channels.ts";
import { readCheckout } from "../domain/payments/checkout.ts";
import { warnOfGuessedCodes } from "../domain/access/guessed-codes.ts";
import { matchPayment } from "../domain/mutations/matching.ts";
import { listMutationsByTime } from "../domain/mutations/mutations-by-time.ts";
import { listMutations } from "../domain/mutations/mutations.ts";
import { listPaymentsByTime, type PaymentsByTime } from "../domain/payments/payments-by-time.ts";
import {
  cancelPayment,
  listPaymentsWithStatus,
  requirePayment,
} from "../domain/payments/payments.ts";
import { createRefund, listPaymentRefunds, listRefunds } from "../domain/reconciliation/refunds.ts";
import { listEvents } from "../domain/webhooks/events.ts";
import { readDelivery, resendDelivery } from "../domain/webhooks/webhook-log.ts";
import { clientOf } from "../domain/access/sessions.ts";
import { implement } from "./implement.ts";
import type { Services } from "./services.ts";
import { merchantProcedure, programProcedure, publicProcedure, totpProcedure } from "./trpc.ts";

const possibleCode = paymentCode();

/** Turns a code that no payment can have into null, so that its response is that of an unknown code. */
const namedByCode = <
  Shape extends { payment_code: z.ZodString },
  Output extends z.ZodType,
  Kind extends Envelope,
>({
  input,
  ...rest
}: Operation<z.ZodObject<Shape>, Output, Kind>) => ({
  ...rest,
  input: input
    .extend({
      payment_code: z.preprocess(
        (code) => (typeof code === "string" && !possibleCode.safeParse(code).success ? null : code),
        possibleCode.nullable(),
      ),
    })
    .meta({ ...input.meta() }),
});

const possible = (payment_code: string | null): string =>
  payment_code ?? requirePayment(null).payment_code;

/** Removes the metadata, which is beyond the specification, unless the request asks for it. */
function asAsked(payment: Payment, include: Included): Payment {
  if (include === "metadata" || payment.metadata === undefined) return payment;
  const { metadata: _, ...known } = payment;
  return known;
}

function listPayments(
  services: Services,
  asked: PaymentsByTime & { page: number },
): Promise<Page<Payment>> {
  if (isByTime(asked)) return listPaymentsByTime(services.gateway, asked);
  const { merchant_id, page, per_page, status } = asked;
  const name = { merchant_id, page, per_page };
  if (status === undefined) return services.listPayments(name);
  return listPaymentsWithStatus(services.gateway, { ...name, status });
}

const {
  matchPayment: withTotp,
  getCheckout: ofAnybody,
  listEventDeliveries,
  resendEvent,
  ...withKey
} = merchantOperations;

/** The merchant's and the customer's operations (specification, section 4). */
export const merchantProcedures = {
  ...implement(
    merchantProcedure,
    {
      ...withKey,
      getPayment: namedByCode(withKey.getPayment),
      cancelPayment: namedByCode(withKey.cancelPayment),
      createRefund: namedByCode(withKey.createRefund),
      listPaymentRefunds: namedByCode(withKey.listPaymentRefunds),
    },
    {
      listAccounts: ({ ctx }) => listAccounts(ctx.gateway, ctx.merchant_id),

      createPayment: ({ ctx, input }) =>
        ctx.services.createPayment({ merchant_id: ctx.merchant_id, input }),

      getPayment: async ({ ctx: { services, merchant_id }, input: { payment_code, include } }) =>
        asAsked(
          await services.readPayment({ merchant_id, payment_code: possible(payment_code) }),
          include,
        ),

      listPayments: async ({ ctx: { services, merchant_id }, input: { include, ...asked } }) => {
        const page = await listPayments(services, { merchant_id, ...asked });
        // Few payments have metadata. A page without metadata is returned as it is.
        if (page.items.every(({ metadata }) => metadata === undefined)) return page;
        return { ...page, items: page.items.map((payment) => asAsked(payment, include)) };
      },

      cancelPayment: async ({ ctx: { gateway, merchant_id }, input: { payment_code } }) => {
        if (payment_code === null) throw new GatewayError("payment_not_cancellable");
        await cancelPayment(gateway, { merchant_id, payment_code });
      },

      createRefund: ({ ctx: { gateway, merchant_id }, input: { payment_code, ...refund } }) =>
        createRefund(gateway, { merchant_id, payment_code: possible(payment_code), ...refund }),

      listPaymentRefunds: ({ ctx: { gateway, merchant_id }, input: { payment_code, ...page } }) =>
        listPaymentRefunds(gateway, { merchant_id, payment_code: possible(payment_code), ...page }),

      listRefunds: ({ ctx, input }) =>
        listRefunds(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),

      getChannelInstructions: ({ ctx, input }) =>
        readChannelInstructions(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),

      listMutations: ({ ctx, input }) => {
        const list = isByTime(input) ? listMutationsByTime : listMutations;
        return list(ctx.gateway, { merchant_id: ctx.merchant_id, ...input });
      },

      listEvents: ({ ctx, input }) =>
        listEvents(ctx.gateway, { merchant_id: ctx.merchant_id, ...input }),
    },
  ),

  ...implement(
    programProcedure,
    { listEventDeliveries, resendEvent },
    {
      listEventDeliveries: async ({ ctx: { gateway, merchant_id }, input }) => [
        await readDelivery(gateway, { merchant_id, delivery_id: input.event_id }),
      ],

      resendEvent: ({ ctx: { gateway, merchant_id, services }, input }) =>
        resendDelivery(gateway, services.webhookClient, {
          merchant_id,
          delivery_id: input.event_id,
        }),
    },
  ),

  ...implement(
    totpProcedure,
    { matchPayment: namedByCode(withTotp) },
    {
      matchPayment: ({ ctx, input }) =>
        matchPayment(ctx.gateway, {
          merchant_id: ctx.merchant_id,
          payment_code: input.payment_code,
          mutation_id: input.mutation_id ?? null,
          totp_code: ctx.totp_code,
          guessed: (merchant_id) =>
            warnOfGuessedCodes(ctx.gateway, ctx.services.mailer(), {
              merchant_id,
              client: clientOf(ctx.remoteAddress, ctx.header("user-agent")),
            }),
        }),
    },
  ),

  ...implement(
    publicProcedure,
    { getCheckout: ofAnybody },
    {
      getCheckout: ({ ctx, input }) => readCheckout(ctx.gateway, input.payment_id),
    },
  ),
};
