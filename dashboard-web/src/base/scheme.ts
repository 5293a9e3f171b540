/** A person's choice of light or dark colours, stored in this browser. `device` follows the device. */
export const schemes = ["light", "dark", "device"] as const;

export type Scheme = (typeof schemes)[number];

const storageKey = "tepat_scheme";

export function chosenScheme(): Scheme {
  const kept = localStorage.getItem(storageKey);
  return schemes.find((each) => each === kept) ?? "device";
}

/**
 * The rules and the `theme-color` that apply to one scheme of the device, each with its condition.
 */
const conditions = [...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .filter((rule) => rule instanceof CSSMediaRule)
  .map(({ media }) => [media.mediaText, (text: string) => void (media.mediaText = text)] as const)
  .concat(
    [...document.querySelectorAll<HTMLMetaElement>("meta[media]")].map((meta) => [
      meta.media,
      (text: string) => void (meta.media = text),
    ]),
  )
  .filter(([own]) => own.includes("prefers-color-scheme"));

/**
 * Applies the chosen scheme. The style sheet knows only the device's scheme, so a choice makes its
 * conditions always or never true.
 */
export function showScheme(): void {
  const chosen = chosenScheme();
  document.documentElement.style.colorScheme = chosen === "device" ? "" : chosen;
  for (const [own, set] of conditions)
    set(chosen === "device" ? own : own.includes(chosen) ? "screen" : "not all");
}

const watchers = new Set<() => void>();

export function chooseScheme(chosen: Scheme): void {
  localStorage.setItem(storageKey, chosen);
  showScheme();
  watchers.forEach((watcher) => watcher());
}

/** Calls `watcher` after each change of the colours. Returns a function that stops this. */
export function watchScheme(watcher: () => void): () => void {
  const device = matchMedia("(prefers-color-scheme: dark)");
  device.addEventListener("change", watcher);
  watchers.add(watcher);
  return () => {
    device.removeEventListener("change", watcher);
    watchers.delete(watcher);
  };
}
