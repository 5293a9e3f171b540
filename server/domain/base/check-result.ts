import { findingInEnglish, type SystemFinding } from "../../contract/system-findings.ts";
import { reasonOf } from "./reason.ts";

/** The result of one check by `doctor`. */
export interface CheckResult {
  check: string;
  is_ok: boolean;
  /** The finding and, for a problem, the next step. */
  detail: string;
}

/** Thrown by a check that finds a problem: in English for the command line, and as a code for the operator's page. */
export class CheckFailed extends Error {
  override readonly name = "CheckFailed";
  readonly finding: SystemFinding;

  constructor(finding: SystemFinding, options?: ErrorOptions) {
    super(findingInEnglish(finding), options);
    this.finding = finding;
  }
}

/** Runs a check. `look` returns its finding, or throws a problem. */
export async function runCheck(
  check: string,
  look: () => string | SystemFinding | Promise<string | SystemFinding>,
): Promise<CheckResult> {
  try {
    const found = await look();
    const detail = typeof found === "string" ? found : findingInEnglish(found);
    return { check, is_ok: true, detail };
  } catch (cause) {
    return { check, is_ok: false, detail: oneLine(cause) };
  }
}

/** Runs a check for a page, which has its own texts for the codes. */
export async function runPageCheck<Check extends string>(
  check: Check,
  look: () => Promise<SystemFinding>,
) {
  try {
    return { check, is_ok: true, finding: await look() };
  } catch (cause) {
    const finding: SystemFinding =
      cause instanceof CheckFailed
        ? cause.finding
        : { code: "failed", params: { message: oneLine(cause) } };
    return { check, is_ok: false, finding };
  }
}

/** Returns the reason on one line. Invalid settings come as several lines. */
const oneLine = (cause: unknown): string =>
  reasonOf(cause)
    .split(/\s*\n\s*/)
    .join(" ");
