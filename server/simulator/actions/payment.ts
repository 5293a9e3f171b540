import type { Payment } from "../../contract/payments.ts";
import { rematchMutations } from "../../domain/mutations/matching.ts";
import {
  cancelPayment,
  expirePayments,
  readPayment,
  listPayments,
} from "../../domain/payments/payments.ts";
import { namesAnnounced, outcomeOf, type Action } from "../action.ts";
import { creditsFor, payWith } from "../matching.ts";
import {
  endPayment,
  expectSame,
  expirePayment,
  isOpen,
  must,
  shopAt,
  visibleStatus,
  type Model,
  type ModelPayment,
  type ModelShop,
} from "../model.ts";
import type { PaymentName } from "../../domain/gateway/payment-row.ts";

/** Merchants cancel and read payments; jobs expire and re-match them. */

export interface Target {
  shop: number;
  merchant_id: string;
  code: string;
}

export function cancel(target: Target): Action<string | undefined> {
  const { merchant_id, code } = target;
  return {
    kind: "cancel",
    details: target,
    perform: async (gateway) => {
      const { answer, ended } = await namesAnnounced(gateway, (listening) =>
        outcomeOf(cancelPayment(listening, { merchant_id, payment_code: code })),
      );
      expectSame("announced after a cancel", ended.length, answer === undefined ? 1 : 0);
      return answer ?? undefined;
    },
    follow(model, outcome, { at }) {
      const shop = shopAt(model, target.shop);
      const payment = shop.payments.get(code);
      const canCancel = isOpen(payment, at);
      expectSame(`cancel ${code}`, outcome, canCancel ? undefined : "payment_not_cancellable");
      if (!canCancel) return;
      const cancelled_at = Math.max(at, payment.created_at);
      endPayment(shop, payment, {
        status: "CANCELLED",
        updated_at: cancelled_at,
        released_at: cancelled_at,
      });
    },
  };
}

export function read(target: Target): Action<Payment | string> {
  const { merchant_id, code } = target;
  return {
    kind: "read",
    details: target,
    perform: (gateway) => outcomeOf(readPayment(gateway, { merchant_id, payment_code: code })),
    follow(model, outcome, { at }) {
      const payment = shopAt(model, target.shop).payments.get(code);
      if (typeof outcome === "string" || !payment) {
        expectSame(`read ${code}`, outcome, payment ? "a payment" : "not_found");
        return;
      }
      expectAnswer(outcome, payment, at);
    },
  };
}

function expectAnswer(answer: Payment, payment: ModelPayment, at: number): void {
  const status = visibleStatus(payment, at);
  expectSame(
    `what a reader sees of ${payment.code}`,
    {
      code: answer.payment_code,
      total: answer.payment_total,
      status: answer.payment_status,
      updated_at: Date.parse(answer.payment_updated_at),
      is_manual: answer.is_manual_match,
    },
    {
      code: payment.code,
      total: payment.total,
      status,
      updated_at: payment.status === status ? payment.updated_at : payment.expires_at,
      is_manual: payment.is_manual,
    },
  );
}

export function list(
  target: Omit<Target, "code"> & { page: number; per_page: number },
): Action<{ total: number; items: Payment[] }> {
  return {
    kind: "list",
    details: target,
    perform: async (gateway) => {
      const { items, pagination } = await listPayments(gateway, target);
      return { items, total: pagination.total };
    },
    follow(model, { total, items }, { at }) {
      const { payments } = shopAt(model, target.shop);
      expectSame("payments in the list", total, payments.size);
      const before = (target.page - 1) * target.per_page;
      expectSame(
        `length of page ${target.page}`,
        items.length,
        Math.min(Math.max(payments.size - before, 0), target.per_page),
      );
      for (const item of items) {
        const payment = payments.get(item.payment_code);
        if (!payment) throw new Error(`the list has ${item.payment_code}, which was never created`);
        expectAnswer(item, payment, at);
      }
    },
  };
}

const shopOf = (model: Model, { merchant_id }: PaymentName): ModelShop => {
  const shop = model.find((one) => one.merchant_id === merchant_id);
  if (!shop) throw new Error(`there is no merchant ${merchant_id}`);
  return shop;
};

export function expire(limit: number): Action<PaymentName[]> {
  return {
    kind: "expire",
    details: { limit },
    perform: async (gateway) => {
      const { answer, ended } = await namesAnnounced(gateway, (listening) =>
        expirePayments(listening, limit),
      );
      expectSame("announced by the expiry job", ended.length, answer);
      return ended.toSorted((one, other) => one.payment_code.localeCompare(other.payment_code));
    },
    follow(model, ended, { at, isAlone }) {
      const overdue = model
        .flatMap((shop) => [...shop.held.values()].map((code) => shop.payments.get(code)))
        .filter((payment) => payment !== undefined && payment.expires_at <= at);
      if (isAlone) {
        expectSame("how many the expiry job ended", ended.length, Math.min(limit, overdue.length));
      }
      for (const name of ended) {
        const shop = shopOf(model, name);
        const payment = shop.payments.get(name.payment_code);
        must(
          payment !== undefined && payment.status === "PENDING" && payment.expires_at <= at,
          `${name.payment_code} expired, though it was not overdue`,
        );
        if (payment) expirePayment(shop, payment);
      }
    },
  };
}

/** The payments that re-matching paid, and the mutations that paid them. */
interface Rematched extends PaymentName {
  mutation_id: string;
}

export function rematch(): Action<Rematched[]> {
  return {
    kind: "rematch",
    details: {},
    perform: async (gateway) => {
      const { answer, ended } = await namesAnnounced(gateway, rematchMutations);
      expectSame("announced by matching again", ended.length, answer);
      return Promise.all(
        ended.map(async (name) => {
          const [row] = await gateway.sql<{ mutation_id: string }[]>`
            select matched_mutation_id as mutation_id
            from payments
            where merchant_id = ${name.merchant_id}
              and payment_code = ${name.payment_code}
          `;
          return { ...name, mutation_id: row?.mutation_id ?? "none" };
        }),
      );
    },
    follow(model, paid, { at, isAlone }) {
      for (const name of paid) {
        const shop = shopOf(model, name);
        const mutation = shop.mutations.get(name.mutation_id);
        if (!mutation) throw new Error(`the mutation ${name.mutation_id} was never reported`);
        expectSame(`paid by ${name.mutation_id}`, payWith(shop, mutation, at), name.payment_code);
      }
      if (!isAlone) return;
      const left = model.flatMap((shop) => creditsFor(shop, at));
      expectSame("credits that matching again left", left, []);
    },
  };
}
