import { reasonOf } from "./reason.ts";

/** What `doctor` found when it looked at one thing. */
export interface Finding {
  check: string;
  is_ok: boolean;
  /** What it is; when it is wrong, what to do. */
  detail: string;
}

/** The look answers what it found, or throws what is wrong. */
export async function examine(
  check: string,
  look: () => string | Promise<string>,
): Promise<Finding> {
  try {
    return { check, is_ok: true, detail: await look() };
  } catch (cause) {
    // Wrong settings are listed one to a line.
    return {
      check,
      is_ok: false,
      detail: reasonOf(cause)
        .split(/\s*\n\s*/)
        .join(" "),
    };
  }
}
