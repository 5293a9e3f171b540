import type { SimilarityReason } from "../../base/generated/types.gen.ts";
import { sentenceOf } from "../../base/texts/texts-for.ts";
import { isSameName } from "./same-name.ts";
import { similarityTexts as t } from "./similarity-texts.ts";

interface SimilarityReasonsProps {
  reasons: readonly SimilarityReason[];
  sender: string | null;
  /** The customer's name; null if the invoice has none. */
  customer: string | null;
}

/** Shows in sentences why a transfer might belong to an invoice, and that its sender has another name than the customer. */
export function SimilarityReasons({ reasons, sender, customer }: SimilarityReasonsProps) {
  const isNamed = reasons.some(({ code }) => code === "same_name" || code === "similar_name");
  const hasNames = sender !== null && customer !== null;
  return (
    <small class="hint">
      {reasons.map((reason) => sentenceOf(t.similarity, reason)).join(" ")}{" "}
      {hasNames && !isNamed && !isSameName(sender, customer) && (
        <strong>{t.otherSender(sender, customer)}</strong>
      )}
    </small>
  );
}
