/** The contrast of two colours, by which a page chooses a colour that people can read. */

export type Rgb = readonly [red: number, green: number, blue: number];

export const black: Rgb = [0, 0, 0];
export const white: Rgb = [255, 255, 255];

/** Returns the colour of text on `ground`: `#ffffff` or `#000000`. */
export const textOn = (ground: Rgb): string =>
  contrast(ground, white) >= contrast(ground, black) ? "#ffffff" : "#000000";

/** Returns the contrast ratio as defined by WCAG 2.2. */
export function contrast(one: Rgb, other: Rgb): number {
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

/** Parses a colour such as `#0a7d55`. */
export const parseColor = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
