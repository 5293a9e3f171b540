import { problemInEnglish, type Problem, type QrisRefusal } from "../../contract/field-problems.ts";

/** The reason why a code or an amount is unusable. The message is for the person who pasted the code. */
export class QrisError extends Error {
  override readonly name = "QrisError";
  readonly reason: QrisRefusal;
  readonly problem: Problem;

  constructor(reason: QrisRefusal) {
    const problem: Problem = { code: `qris_${reason}`, params: {} };
    super(problemInEnglish(problem));
    this.reason = reason;
    this.problem = problem;
  }
}
