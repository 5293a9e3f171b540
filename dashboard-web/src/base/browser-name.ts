/**
 * The order matters: for compatibility with old pages, each browser also names the browsers below
 * it.
 */
const browsers = [
  ["Edge", /\bEdgA?\//u],
  ["Opera", /\bOPR\//u],
  ["Samsung Internet", /\bSamsungBrowser\//u],
  ["Firefox", /\b(?:Firefox|FxiOS)\//u],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS)\//u],
  ["Safari", /\bSafari\//u],
] as const;

const systems = [
  ["Android", /\bAndroid\b/u],
  ["iPhone", /\biPhone\b/u],
  ["iPad", /\biPad\b/u],
  ["Windows", /\bWindows\b/u],
  ["macOS", /\bMacintosh\b/u],
  ["Linux", /\bLinux\b/u],
] as const;

/** Returns for example `Chrome · Android`, or null if the browser and its system are unknown. */
export function browserName(userAgent: string | null): string | null {
  const names = [browsers, systems].flatMap((known) =>
    known
      .filter(([, pattern]) => pattern.test(userAgent ?? ""))
      .slice(0, 1)
      .map(([name]) => name),
  );
  return names.join(" · ") || null;
}
