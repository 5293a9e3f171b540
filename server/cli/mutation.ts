import { GatewayError } from "../contract/errors.ts";
import { uuid, paymentCode } from "../contract/fields.ts";
import { limits } from "../contract/limits.ts";
import {
  matchReason,
  type MutationWithReason,
  type LikelyMutation,
  type NearMiss,
} from "../contract/mutation-reasons.ts";
import { DomainError } from "../domain/base/domain-error.ts";
import { requireMerchant } from "../domain/merchants/merchants.ts";
import { similarityInEnglish } from "../domain/mutations/similarity-in-english.ts";
import { explainMutation, listMutationReasons } from "../domain/mutations/mutation-reasons.ts";
import { listLikelyMutations, listNearMisses } from "../domain/mutations/near-misses.ts";
import { listUnreadNotifications } from "../domain/mutations/unread-notifications.ts";
import { command } from "./command.ts";
import { withGateway } from "./database.ts";
import { flag, option } from "./option.ts";
import { fields, table } from "./print.ts";
import { wholeNumber } from "./values.ts";

const merchant = option(uuid(), "ID", "the merchant");

const limit = option(
  wholeNumber({ min: 1, max: limits.perPageMax }).default(limits.perPageDefault),
  "N",
  `the number of records (default ${limits.perPageDefault})`,
);

const list = command({
  name: "mutation list",
  summary: "Lists a merchant's mutations with the reason of each match or mismatch, newest first.",
  options: {
    merchant,
    unmatched: flag("only mutations that paid no invoice"),
    reason: option(matchReason.optional(), "REASON", "only mutations with this reason"),
    limit,
  },
  run: ({ merchant: merchant_id, unmatched: only_unmatched, reason: match_reason, limit }) =>
    withGateway(async (gateway) => {
      await requireMerchant(gateway.sql, merchant_id);
      const page = { page: 1, per_page: limit };
      const options = { merchant_id, only_unmatched, match_reason, ...page };
      const { items } = await listMutationReasons(gateway, options);
      return { data: items, text: table(items.map(summaryOf)) };
    }),
});

const summaryOf = (mutation: MutationWithReason) => ({
  id: mutation.id,
  posted_at: mutation.posted_at,
  amount_parsed: mutation.amount_parsed,
  sender_parsed: mutation.sender_parsed,
  match_reason: mutation.match_reason,
  matched_payment_code: mutation.matched_payment_code,
  candidate_payment_code: mutation.candidate_payment_code,
});

const explain = command({
  name: "mutation explain",
  summary:
    "Explains why a mutation matched or did not, and shows similar invoices and the next step.",
  options: { mutation: option(uuid(), "ID", "the id that mutation list prints") },
  run: ({ mutation: mutation_id }) =>
    withGateway(async (gateway) => {
      const { merchant_id, mutation } = await explainMutation(gateway, mutation_id);
      const near_misses = await listNearMisses(gateway, { merchant_id, mutation_id });
      return { data: { ...mutation, near_misses }, text: explanationOf(mutation, near_misses) };
    }),
});

function explanationOf(mutation: MutationWithReason, nearMisses: readonly NearMiss[]): string {
  const { title, body, app_name, rule, window_ends_at } = mutation;
  const facts = fields({ ...summaryOf(mutation), app_name, title, body, rule, window_ends_at });
  const verdict = [mutation.explanation, mutation.what_to_do].filter((text) => text !== null);
  const likely = nearMisses.map((payment) => ({
    score: payment.score,
    payment_code: payment.payment_code,
    second_payment_code: payment.second_payment_code,
    payment_total: payment.payment_total,
    payment_status: payment.payment_status,
    customer_name: payment.customer_name,
    reasons: similarityInEnglish(payment.reasons),
  }));
  const resembling = likely.length > 0 ? ["Possible invoices:", table(likely)] : [];
  return [facts, verdict.join("\n"), ...resembling].join("\n\n");
}

const suggest = command({
  name: "mutation suggest",
  summary: "Lists the unmatched transfers that might have paid an invoice, most likely first.",
  options: { merchant, payment: option(paymentCode(), "CODE", "the invoice's payment_code") },
  run: ({ merchant: merchant_id, payment: payment_code }) =>
    withGateway(async (gateway) => {
      const { merchant_name } = await requireMerchant(gateway.sql, merchant_id);
      const likely = await listLikelyMutations(gateway, { merchant_id, payment_code }).catch(
        (cause: unknown) => {
          if (!(cause instanceof GatewayError) || cause.code !== "not_found") throw cause;
          throw new DomainError(
            `${merchant_name} has no invoice ${payment_code}. Check the code.`,
            {
              cause,
            },
          );
        },
      );
      return { data: likely, text: table(likely.map(suggestionOf)) };
    }),
});

const suggestionOf = ({ score, mutation_id, reasons, ...mutation }: LikelyMutation) => ({
  score,
  mutation_id,
  posted_at: mutation.posted_at,
  amount_parsed: mutation.amount_parsed,
  sender_parsed: mutation.sender_parsed,
  reasons: similarityInEnglish(reasons),
});

const unread = command({
  name: "mutation unread",
  summary: `Lists notifications that no rule could read, newest first, of the last ${limits.unreadTextDays} days. Check whether a transfer is among them.`,
  options: { merchant, limit },
  run: ({ merchant: merchant_id, limit }) =>
    withGateway(async (gateway) => {
      await requireMerchant(gateway.sql, merchant_id);
      const texts = await listUnreadNotifications(gateway, { merchant_id, limit });
      return { data: texts, text: table(texts) };
    }),
});

export const commands = [list, explain, suggest, unread];
