/**
 * Tepat's mark on a grid of 32 units: a T with a highlighted last part. The highlight stands for the last three digits
 * of a total, which identify a payment.
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

/**
 * Returns the mark as an SVG file. A radius of 0 fills the square, for phones that cut an app's picture into their
 * own shape.
 */
export const markSvg = ({ radius = 9 } = {}): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="${mark.ground}"/>${[
    mark.letter,
    mark.suffix,
  ]
    .map(({ color, path }) => `<path fill="${color}" d="${path}"/>`)
    .join("")}</svg>`;
