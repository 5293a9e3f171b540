import { errorCatalogue, reservedCodes, type ErrorCode } from "../contract/errors.ts";

const allCodes = Object.keys(errorCatalogue) as ErrorCode[];

/**
 * Returns the error catalogue as a Markdown table. Each code has an anchor, to which the dashboard's request log links.
 */
export function errorTable(): string {
  const rows = allCodes.map((code) => {
    const { message, retryable } = errorCatalogue[code];
    const reserved = reservedCodes.includes(code) ? "Not used under `/gateway/`. " : "";
    return `| <a id="${errorAnchor(code)}"></a>\`${code}\` | ${statuses(code)} | ${reserved}${message} | ${retryable ? "yes" : "no"} |`;
  });
  return ["| Code | HTTP status | Meaning | Retry |", "| --- | --- | --- | --- |", ...rows].join(
    "\n",
  );
}

/** Returns the anchor of a code. Some codes of the specification are sentences. */
const errorAnchor = (code: ErrorCode): string => code.toLowerCase().replaceAll(/\W+/g, "-");

/** Returns for example `403, 401 (on list accounts)`. */
function statuses(code: ErrorCode): string {
  const entry = errorCatalogue[code];
  const others = "alternativeStatuses" in entry ? Object.entries(entry.alternativeStatuses) : [];
  return [entry.status, ...others.map(([status, occasion]) => `${status} (${occasion})`)].join(
    ", ",
  );
}

/**
 * Replaces the text between `<!-- name:begin (generated) -->` and `<!-- name:end -->` with
 * `content`.
 */
export function replaceSection(text: string, name: string, content: string): string {
  const begin = `<!-- ${name}:begin (generated) -->`;
  const end = `<!-- ${name}:end -->`;
  const [before, inside, ...rest] = text.split(begin);
  const after = inside?.split(end)[1];
  if (after === undefined || rest.length > 0) {
    throw new Error(`The text needs one ${begin} and, after it, one ${end}.`);
  }
  return `${before}${begin}\n\n${content}\n\n${end}${after}`;
}
