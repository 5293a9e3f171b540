/**
 * Adjusts the merchant's colour until it is readable. Only this file computes contrast; `style.css` uses
 * the result.
 */

import { defaultAccent } from "../../web-shared/src/default-accent.ts";

type Rgb = readonly [red: number, green: number, blue: number];

/**
 * WCAG 2.2, 1.4.3 requires 4.5. The value for dark grounds is higher, because a colour looks duller
 * there.
 */
const contrastMin = { light: 4.6, dark: 7 } as const;

/**
 * Mixing in only white would make a dark colour pale, so its brightest channel is raised to this
 * value first.
 */
const brightPart = 190;

/** The ground in `tokens.css` that is hardest to read on, for each scheme: the light page and the dark card. */
export const grounds = { light: "#f4f3ef", dark: "#232726" } as const;

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

export interface Accent {
  /** The merchant's colour, as the fill of a button. */
  brand: string;
  /** The text colour on `brand`. */
  onBrand: string;
  /** The colour for text and lines, on light and on dark grounds. */
  light: string;
  dark: string;
}

export function readableAccent(color: string | null): Accent {
  const brand = color !== null && /^#[0-9a-f]{6}$/iu.test(color) ? color : defaultAccent;
  const rgb = parse(brand);
  return {
    brand: format(rgb),
    onBrand: contrast(rgb, white) >= contrast(rgb, black) ? "#ffffff" : "#000000",
    light: format(movedTowards(black, rgb, "light")),
    dark: format(movedTowards(white, isLegible(rgb, "dark") ? rgb : brightened(rgb), "dark")),
  };
}

export function accentStyle(color: string | null): string {
  const { brand, onBrand, light, dark } = readableAccent(color);
  return (
    `:root{--brand:${brand};--on-brand:${onBrand};--accent:${light}}` +
    `@media screen and (prefers-color-scheme:dark){:root{--accent:${dark}}}`
  );
}

const isLegible = (color: Rgb, scheme: keyof typeof grounds): boolean =>
  contrast(color, parse(grounds[scheme])) >= contrastMin[scheme];

/** Returns a brighter colour with the same hue and saturation. */
function brightened([r, g, b]: Rgb): Rgb {
  const factor = Math.max(1, brightPart / Math.max(1, r, g, b));
  return [Math.round(r * factor), Math.round(g * factor), Math.round(b * factor)];
}

/**
 * Mixes as little as possible of `target` into a colour, until the colour is readable on the
 * scheme's ground.
 */
function movedTowards(target: Rgb, color: Rgb, scheme: keyof typeof grounds): Rgb {
  for (let percent = 0; percent < 100; percent += 2) {
    const moved = mix(color, target, percent / 100);
    if (isLegible(moved, scheme)) return moved;
  }
  return target;
}

export function contrastRatio(one: string, other: string): number {
  return contrast(parse(one), parse(other));
}

/** Returns the contrast ratio as defined by WCAG 2.2. */
function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the relative luminance as defined by WCAG 2.2. */
function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mix = ([r, g, b]: Rgb, [tr, tg, tb]: Rgb, share: number): Rgb => [
  Math.round(r + (tr - r) * share),
  Math.round(g + (tg - g) * share),
  Math.round(b + (tb - b) * share),
];

const parse = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];

const format = (color: Rgb) =>
  `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
