import type { LikenessReason } from "../../base/generated/types.gen.ts";
import { likenessTexts as t } from "./likeness-texts.ts";
import { wordsOf } from "../../base/texts/words-for.ts";

/** Why a transfer may have been meant for an invoice, in whole sentences. */
export const LikenessReasons = ({ reasons }: { reasons: readonly LikenessReason[] }) => (
  <small class="hint">{reasons.map((reason) => wordsOf(t.likeness, reason)).join(" ")}</small>
);
