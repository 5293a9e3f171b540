import type { SimilarityReason } from "../../base/generated/types.gen.ts";
import { similarityTexts as t } from "./similarity-texts.ts";
import { sentenceOf } from "../../base/texts/texts-for.ts";

/** Shows in sentences why a transfer might belong to an invoice. */
export const SimilarityReasons = ({ reasons }: { reasons: readonly SimilarityReason[] }) => (
  <small class="hint">{reasons.map((reason) => sentenceOf(t.similarity, reason)).join(" ")}</small>
);
