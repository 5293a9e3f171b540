/** The reasons why a phone at this computer's USB port cannot be used. */
export type UsbProblem =
  | "none_chosen"
  | "held"
  | "no_access"
  | "offline"
  | "unauthorised"
  | "gone"
  | "silent"
  | "old_android";

export class UsbError extends Error {
  readonly problem: UsbProblem;

  constructor(problem: UsbProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
