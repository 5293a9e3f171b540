/**
 * Adjusts the merchant's colour until it is readable. `style.css` uses the result.
 */

import {
  black,
  contrast,
  parseColor as parse,
  textOn,
  white,
  type Rgb,
} from "../../web-shared/src/contrast.ts";
import { defaultAccent } from "../../web-shared/src/default-accent.ts";

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
    onBrand: textOn(rgb),
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

const mix = ([r, g, b]: Rgb, [tr, tg, tb]: Rgb, share: number): Rgb => [
  Math.round(r + (tr - r) * share),
  Math.round(g + (tg - g) * share),
  Math.round(b + (tb - b) * share),
];

const format = (color: Rgb) =>
  `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
