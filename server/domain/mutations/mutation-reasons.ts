import { paginate, type Page } from "../../contract/envelope.ts";
import { notFound } from "../../contract/errors.ts";
import type { MutationWithReason, MatchReason } from "../../contract/mutation-reasons.ts";
import { DomainError } from "../base/domain-error.ts";
import { pageSize } from "../base/page-rows.ts";
import type { Gateway } from "../gateway/gateway.ts";
import {
  selectAllNumbers,
  selectMatchedNumbers,
  selectNumberOfMutation,
  selectNumbersOfReason,
  selectUnmatchedNumbers,
  type NumbersPage,
} from "./mutation-pages.sql.ts";
import { findMutation, selectMutationReasons, type ReasonRow } from "./mutation-reasons.sql.ts";
import { rupiahText } from "../base/written-numbers.ts";

/** Explains why each mutation paid a payment or did not. */

interface ListOptions {
  merchant_id: string;
  page: number;
  per_page: number;
  match_reason?: MatchReason | undefined;
  only_unmatched: boolean;
}

export async function listMutationReasons(
  gateway: Gateway,
  options: ListOptions,
): Promise<Page<MutationWithReason>> {
  const per_page = pageSize(options);
  const { total, numbers } = await selectNumbers(gateway, { ...options, per_page });
  const items = await explainMutations(gateway, { merchant_id: options.merchant_id, numbers });
  return { items, pagination: paginate(total, items.length, options.page, per_page) };
}

export async function readMutation(
  gateway: Gateway,
  name: { merchant_id: string; mutation_id: string },
): Promise<MutationWithReason> {
  const number = await selectNumberOfMutation(gateway.sql, name);
  const { merchant_id } = name;
  const numbers = number === undefined ? [] : [number];
  const [mutation] = await explainMutations(gateway, { merchant_id, numbers });
  if (!mutation) throw notFound("mutation");
  return mutation;
}

async function selectNumbers({ sql }: Gateway, options: ListOptions): Promise<NumbersPage> {
  const { match_reason, only_unmatched } = options;
  if (match_reason === undefined) {
    return only_unmatched ? selectUnmatchedNumbers(sql, options) : selectAllNumbers(sql, options);
  }
  if (only_unmatched && isMatch(match_reason)) return { total: 0, numbers: [] };
  return match_reason === "matched"
    ? selectMatchedNumbers(sql, options)
    : selectNumbersOfReason(sql, { ...options, match_reason });
}

const isMatch = (reason: MatchReason): boolean =>
  reason === "matched" || reason === "matched_by_hand";

/** Returns the mutations with these numbers, newest first. */
export async function explainMutations(
  { sql }: Gateway,
  options: { merchant_id: string; numbers: readonly number[] },
): Promise<MutationWithReason[]> {
  return (await selectMutationReasons(sql, options)).map(presentReason);
}

/** Explains a mutation to the operator, who need not know its merchant. */
export async function explainMutation(
  gateway: Gateway,
  mutation_id: string,
): Promise<{ merchant_id: string; mutation: MutationWithReason }> {
  const found = await findMutation(gateway.sql, mutation_id);
  if (!found)
    throw new DomainError(
      `There is no mutation ${mutation_id}. To list a merchant's mutations, run npx tepat mutation list --merchant ID`,
    );
  const { merchant_id, mutation_number } = found;
  const [row] = await selectMutationReasons(gateway.sql, {
    merchant_id,
    numbers: [mutation_number],
  });
  return { merchant_id, mutation: presentReason(row as ReasonRow) };
}

function presentReason(row: ReasonRow): MutationWithReason {
  const {
    candidate_payment_status: _status,
    source_kind: _kind,
    announced_by_app: _app,
    announced_by_source: _source,
    announced_by_kind: _otherKind,
    announced_by_statement: _statement,
    ...mutation
  } = row;
  return {
    ...mutation,
    ...sentencesOn(row),
    ...timesOf(mutation),
  };
}

const timesOf = (
  row: Pick<ReasonRow, "posted_at" | "created_at" | "window_ends_at" | "judged_at">,
) => ({
  posted_at: row.posted_at.toISOString(),
  created_at: row.created_at.toISOString(),
  window_ends_at: row.window_ends_at.toISOString(),
  judged_at: row.judged_at.toISOString(),
});

type ReasonInput = Pick<
  ReasonRow,
  | "match_reason"
  | "amount_parsed"
  | "currency_parsed"
  | "package_name"
  | "matched_payment_code"
  | "candidate_payment_code"
  | "candidate_payment_status"
  | "came_in_time"
  | "late_because"
  | "posted_at"
  | "created_at"
  | "announced_by_app"
  | "source_kind"
  | "announced_by_source"
  | "announced_by_kind"
  | "announced_by_statement"
>;

interface Sentences {
  explanation: string;
  what_to_do: string | null;
}

const lookAtCandidates =
  "Check similar invoices. If the customer confirms one, match this transfer to it manually.";

const compareWithBank =
  "Check your bank's app. If the money is in your account, match the transfer manually.";

function whyLate({ late_because, posted_at, created_at }: ReasonInput): string {
  const [sent, heard] = [posted_at, created_at].map(
    (time) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  );
  switch (late_because) {
    case "gateway_away":
      return `Tepat was not running at ${sent}, and learned of this transfer at ${heard}.`;
    case "statement":
      return `The transfer is dated ${sent}. It was recorded from the bank statement at ${heard}.`;
    default:
      return `The bank's message is dated ${sent}, and the source reported it at ${heard}. Check why the source was late.`;
  }
}

export function sentencesOn(mutation: ReasonInput): Sentences {
  const total = rupiahText(mutation.amount_parsed);
  const { matched_payment_code: paid, candidate_payment_code: candidate } = mutation;
  switch (mutation.match_reason) {
    case "matched":
      return {
        explanation: `This transfer paid ${paid}, whose total is exactly ${total}.`,
        what_to_do: null,
      };
    case "matched_by_hand":
      return {
        explanation: `The merchant matched this transfer to ${paid} manually.`,
        what_to_do: null,
      };
    case "debit":
      return { explanation: "An outgoing transfer pays no invoice.", what_to_do: null };
    case "foreign_currency":
      return {
        explanation: `The amount is in ${mutation.currency_parsed}; invoices are in rupiah.`,
        what_to_do: "If this transfer pays an invoice, match the two manually.",
      };
    case "no_account":
      return {
        explanation: `No account uses the app ${mutation.package_name} on this phone.`,
        what_to_do: `If money for invoices arrives there, add the account (npx tepat account create --package ${mutation.package_name}).`,
      };
    case "announced_twice":
      if (mutation.announced_by_statement !== null) {
        return {
          explanation:
            mutation.announced_by_statement === "this"
              ? "A source reported this transfer too, after it was recorded from the bank statement. It counts once, as the source's report."
              : "This transfer was recorded from the bank statement before this report arrived. It counts once, as recorded.",
          what_to_do:
            "If there was one transfer, you do not have to do anything. If there were two, confirm that on this transfer's page in the dashboard, then match it manually.",
        };
      }
      if (mutation.announced_by_source !== null) {
        const { announced_by_kind: kind, announced_by_source: name } = mutation;
        return {
          explanation:
            kind === mutation.source_kind
              ? `The ${kind} "${name}" reported the same transfer with the same words, seconds apart.`
              : `The ${kind} "${name}" reported this transfer too. It counts once, as that report.`,
          what_to_do:
            "If there was one transfer, you do not have to do anything. If there were two, confirm that on this transfer's page in the dashboard, then match it manually.",
        };
      }
      return {
        explanation: `${mutation.announced_by_app} reported the same transfer on the same phone, with the same words, seconds apart.`,
        what_to_do:
          "If there was one transfer, you do not have to do anything. If there were two, confirm that on this transfer's page in the dashboard, then match it manually. Let the phone watch one app for each account.",
      };
    case "late_payment":
      if (mutation.came_in_time) {
        return {
          explanation: `This transfer has the total of ${candidate}. It arrived in time, but Tepat learned of it after the invoice had ended. ${whyLate(mutation)}`,
          what_to_do: `${candidate} is final. Create a paid follow-up invoice in the dashboard (To decide) and deliver the goods, or refund the money.`,
        };
      }
      return {
        explanation: `This transfer has the total of ${candidate}, which had already ${mutation.candidate_payment_status === "CANCELLED" ? "been cancelled" : "expired"}.`,
        what_to_do: `${candidate} is final. Deliver the goods and create a new invoice for your books, or refund the money.`,
      };
    case "second_payment":
      return {
        explanation: `This transfer has the total of ${candidate}, which another transfer has already paid.`,
        what_to_do:
          "Check the bank statement. If the customer paid twice, refund the money, or match this transfer manually to another invoice of the customer. If this is a second report of the same transfer, do not refund the money.",
      };
    case "paid_by_hand":
      return {
        explanation: `This transfer has the total of ${candidate}, which was marked as paid without a transfer.`,
        what_to_do: `This is probably the missing transfer, so you do not have to do anything. If ${candidate} was paid another way, or another transfer has this explanation, refund this transfer.`,
      };
    case "former_choice":
      return {
        explanation: `${candidate} had this total before its customer chose another way to pay.`,
        what_to_do: `If ${candidate} is still pending, match this transfer to it manually. Otherwise refund the money, or match it manually to another invoice of the customer.`,
      };
    case "before_invoice":
      return {
        explanation: `${candidate} is the only pending invoice with the total ${total}, but it was created more than two minutes after this transfer arrived.`,
        what_to_do: `Compare the sender. If the transfer was meant for ${candidate}, match it manually. Otherwise check the phone's clock.`,
      };
    case "no_such_total":
      return {
        explanation: `No pending or recently ended invoice of this account has the total ${total}.`,
        what_to_do: lookAtCandidates,
      };
    case "before_registration":
      return {
        explanation:
          "The phone was not yet connected to this merchant when it saw this transfer, so the money might belong to another merchant.",
        what_to_do: compareWithBank,
      };
    case "while_unregistered":
      return {
        explanation:
          "The phone was revoked or connected to another merchant when it saw this transfer, so the money might belong to another merchant.",
        what_to_do: compareWithBank,
      };
  }
}
