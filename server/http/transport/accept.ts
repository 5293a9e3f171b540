/** Reads the preferences in a client's Accept headers (RFC 9110, section 12.5). */

/** Returns whether an Accept-Encoding header names this coding without refusing it. */
export function acceptsEncoding(header: string | undefined, coding: "br" | "gzip"): boolean {
  return preferences(header).some(({ value, weight }) => value === coding && weight > 0);
}

/**
 * Returns whether an Accept header names HTML itself, as browsers do. Programs that accept anything do not name HTML.
 */
export function acceptsHtml(header: string | undefined): boolean {
  return preferences(header).some(({ value, weight }) => value === "text/html" && weight > 0);
}

/**
 * Returns whether a browser navigates to the address. New browsers send `Sec-Fetch-Dest`, and all browsers name
 * XHTML. Programs do neither. Java's own client names `text/html` and images, but wants JSON.
 */
export function isNavigation(header: (name: string) => string | undefined): boolean {
  if (header("sec-fetch-dest") === "document") return true;
  const accepted = preferences(header("accept"));
  return accepted.some(({ value, weight }) => value === "application/xhtml+xml" && weight > 0);
}

export type Language = "id" | "en";

/** Java, and therefore Android, used the code `in` for Indonesian for a long time. */
const languages: Readonly<Record<string, Language>> = { id: "id", in: "id", en: "en" };

/** Returns the first requested language that Tepat has; otherwise Indonesian. */
export function preferredLanguage(
  chosen: readonly (string | undefined)[],
  acceptLanguage: string | undefined,
): Language {
  const accepted = preferences(acceptLanguage)
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ value }) => value.split("-", 1)[0]);
  for (const language of [...chosen, ...accepted]) {
    if (language !== undefined && Object.hasOwn(languages, language)) {
      return languages[language] as Language;
    }
  }
  return "id";
}

function preferences(header = ""): { value: string; weight: number }[] {
  return header.split(",").map((part) => {
    const [value = "", ...parameters] = part.toLowerCase().split(";");
    const weight = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]);
    return { value: value.trim(), weight: Number(weight.find(Boolean) ?? 1) };
  });
}

/** Returns one cookie's value as received. */
export function cookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [key = "", value] = pair.split("=", 2);
    if (key.trim() === name) return value?.trim();
  }
  return undefined;
}
