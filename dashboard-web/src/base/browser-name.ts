/** The order matters: each browser also names those before it, for the sake of old pages. */
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

/** `Chrome · Android`; null when a browser says nothing that we know. */
export function browserName(userAgent: string | null): string | null {
  const names = [browsers, systems].flatMap((known) =>
    known
      .filter(([, pattern]) => pattern.test(userAgent ?? ""))
      .slice(0, 1)
      .map(([name]) => name),
  );
  return names.join(" · ") || null;
}
