import type { SimilarityReason } from "../../base/generated/types.gen.ts";
import { similarityTexts as t } from "./similarity-texts.ts";
import { wordsOf } from "../../base/texts/words-for.ts";

/** Why a transfer may have been meant for an invoice, in whole sentences. */
export const SimilarityReasons = ({ reasons }: { reasons: readonly SimilarityReason[] }) => (
  <small class="hint">{reasons.map((reason) => wordsOf(t.similarity, reason)).join(" ")}</small>
);
