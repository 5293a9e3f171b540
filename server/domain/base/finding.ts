import { findingInEnglish, type SystemFinding } from "../../contract/system-findings.ts";
import { reasonOf } from "./reason.ts";

/** What `doctor` found when it looked at one thing. */
export interface Finding {
  check: string;
  is_ok: boolean;
  /** What it is; when it is wrong, what to do. */
  detail: string;
}

/** Thrown by a check: what is wrong, for the command line in English and for the operator's page as a code. */
export class FoundWrong extends Error {
  override readonly name = "FoundWrong";
  readonly finding: SystemFinding;

  constructor(finding: SystemFinding, options?: ErrorOptions) {
    super(findingInEnglish(finding), options);
    this.finding = finding;
  }
}

/** The look answers what it found, or throws what is wrong. */
export async function examine(
  check: string,
  look: () => string | SystemFinding | Promise<string | SystemFinding>,
): Promise<Finding> {
  try {
    const found = await look();
    const detail = typeof found === "string" ? found : findingInEnglish(found);
    return { check, is_ok: true, detail };
  } catch (cause) {
    return { check, is_ok: false, detail: oneLine(cause) };
  }
}

/** The same for a page. */
export async function examineForPage<Check extends string>(
  check: Check,
  look: () => Promise<SystemFinding>,
) {
  try {
    return { check, is_ok: true, finding: await look() };
  } catch (cause) {
    const finding: SystemFinding =
      cause instanceof FoundWrong
        ? cause.finding
        : { code: "failed", params: { message: oneLine(cause) } };
    return { check, is_ok: false, finding };
  }
}

/** Wrong settings are listed one to a line. */
const oneLine = (cause: unknown): string =>
  reasonOf(cause)
    .split(/\s*\n\s*/)
    .join(" ");
