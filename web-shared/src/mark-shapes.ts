/**
 * Our mark, on a grid of 32: a T whose last part is lit, as the last three digits of a total are the part that tells one
 * payment from every other.
 */
export const mark = {
  ground: "#0b6b57",
  letter: {
    color: "#fff",
    path: "M6.7 7.5h11.5v16.5a1.2 1.2 0 0 1-1.2 1.2h-2.6a1.2 1.2 0 0 1-1.2-1.2V12.5H6.7a1.2 1.2 0 0 1-1.2-1.2V8.7a1.2 1.2 0 0 1 1.2-1.2z",
  },
  suffix: {
    color: "#ffd54a",
    path: "M19.8 7.5h5.5a1.2 1.2 0 0 1 1.2 1.2v2.6a1.2 1.2 0 0 1-1.2 1.2h-5.5z",
  },
} as const;

/** The mark as a file. A phone cuts the picture of an app in its own shape, so there the ground fills the square. */
export const markSvg = ({ radius = 9 } = {}): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${mark.ground}"/>${[
    mark.letter,
    mark.suffix,
  ]
    .map(({ color, path }) => `<path fill="${color}" d="${path}"/>`)
    .join("")}</svg>`;
