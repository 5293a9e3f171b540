import type { Verdict } from "./judge.ts";

export type Agreement =
  | Verdict
  | { outcome: "unread"; reason: "unknown_wording" | "contradictory" };

/**
 * Combines the verdicts. Every rule that fits counts: one doubt or one different result leaves the text unread. The
 * text is contradictory if a sure rule says that no money came in, whatever the others doubt.
 */
export function agree(verdicts: readonly Verdict[]): Agreement {
  const [first, ...others] = verdicts;
  if (first === undefined) return { outcome: "unread", reason: "unknown_wording" };

  const doubt = verdicts.find(({ outcome }) => outcome === "unread");
  if (doubt !== undefined && !verdicts.some(deniesIncome)) return doubt;
  const agreed = others.every((other) => isSameFinding(first, other));
  return agreed ? first : { outcome: "unread", reason: "contradictory" };
}

const deniesIncome = (verdict: Verdict): boolean =>
  verdict.outcome === "not_a_transaction" ||
  (verdict.outcome === "transaction" && verdict.type !== "CREDIT");

function isSameFinding(one: Verdict, other: Verdict): boolean {
  if (one.outcome !== "transaction" || other.outcome !== "transaction") {
    return one.outcome === other.outcome;
  }
  return one.type === other.type && one.amount === other.amount;
}
