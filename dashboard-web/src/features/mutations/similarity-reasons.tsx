import type { SimilarityReason } from "../../base/generated/types.gen.ts";
import { similarityTexts as t } from "./similarity-texts.ts";
import { sentenceOf } from "../../base/texts/texts-for.ts";

/** Why a transfer may have been meant for an invoice, in whole sentences. */
export const SimilarityReasons = ({ reasons }: { reasons: readonly SimilarityReason[] }) => (
  <small class="hint">{reasons.map((reason) => sentenceOf(t.similarity, reason)).join(" ")}</small>
);
