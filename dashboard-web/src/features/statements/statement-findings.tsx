import type {
  StatementImportResult,
  StatementMeaning,
  StatementMonthDetail,
} from "../../base/generated/types.gen.ts";
import { formatSen } from "../../base/numbers.ts";
import { statementsTexts as t } from "./statements-texts.ts";
import { Icon } from "../../ui/icon.tsx";

type Tone = "good" | "warning" | "bad" | "plain";

/** The tone of each meaning of a row, the most important first. */
export const meaningTones: Readonly<Record<StatementMeaning, Tone>> = {
  missed: "warning",
  ambiguous: "warning",
  open: "warning",
  mutation: "good",
  recorded: "good",
  settlement: "good",
  fee: "plain",
  own_transfer: "plain",
  interest: "plain",
  refund: "plain",
  outgoing: "plain",
  other: "plain",
  tax: "plain",
  reversal: "plain",
};

export const meaningOrder = Object.keys(meaningTones) as readonly StatementMeaning[];

/** Shows the findings of an import or a month as sentences, alarms first. */
export function StatementFindings({
  found,
}: {
  found: StatementImportResult | StatementMonthDetail;
}) {
  const { says } = t.statements;
  const sentences: [tone: Tone, words: string][] = [];
  if (found.unsupported_count > 0)
    sentences.push(["bad", says.unsupported(found.unsupported_count)]);
  for (const meaning of meaningOrder) {
    const sums = found.meanings.find((each) => each.meaning === meaning);
    if (!sums) continue;
    const counts = {
      rows: sums.row_count,
      transfers: sums.transfer_count,
      amount: formatSen(sums.amount_sen),
      fee: formatSen(sums.fee_sen),
    };
    sentences.push([meaningTones[meaning], says.meanings[meaning](counts)]);
  }
  if ("unexplained_count" in found) {
    // Money in has its own sentence above.
    const out = found.unexplained_count - found.missed_count - found.ambiguous_count;
    if (out > 0) sentences.push(["warning", says.unexplainedOut(out)]);
  }
  if ("pending_count" in found) {
    const doubled = found.row_count - found.new_count;
    if (doubled > 0) sentences.push(["plain", says.doubled(doubled)]);
    if (found.pending_count > 0) sentences.push(["plain", says.pending(found.pending_count)]);
  }
  if (sentences.length === 0) return <p>{says.none}</p>;
  return (
    <ul class="findings">
      {sentences.map(([tone, words]) => (
        <li key={words} data-tone={tone}>
          <Icon name={tone === "bad" || tone === "warning" ? "warning" : "check"} />
          {words}
        </li>
      ))}
    </ul>
  );
}
