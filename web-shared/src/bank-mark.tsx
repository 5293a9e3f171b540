import { bankMarks } from "./bank-marks.gen.ts";

/**
 * Draws a mark for a bank, a wallet or QRIS: a colour that people associate with the name, letters of Tepat's own
 * alphabet, and at most one plain shape. No mark copies a bank's logo. The name stands beside the mark, so the mark is
 * hidden from screen readers.
 */
export function BankMark({ name }: { name: string }) {
  const { letters, ground, ink = "#fff", shape, shapeInk } = markOf(name);
  const { paths, transform } = written(letters);
  return (
    <svg class="bank-mark" viewBox="0 0 36 24" aria-hidden="true" focusable="false">
      <rect width="36" height="24" rx="5" fill={ground} />
      {shape && <path d={shape} fill={shapeInk} />}
      <g transform={transform} stroke={ink}>
        {paths.map(({ d, x }) => (
          <path key={x} d={d} transform={`translate(${x})`} />
        ))}
      </g>
    </svg>
  );
}

interface Mark {
  letters: string;
  ground: string;
  ink?: string;
  shape?: string;
  shapeInk?: string;
}

/** The marks, found by the beginning of the name without "Bank". */
const marks: Readonly<Record<string, Mark>> = bankMarks;

/** Returns the mark of a name. A bank without a mark gets its initials on grey. */
function markOf(name: string): Mark {
  const words = name
    .toUpperCase()
    .replace(/^(?:PT\s+)?BANK\s+/u, "")
    .split(/[^A-Z]+/u)
    .filter(Boolean);
  const known = Object.keys(marks).find((start) => words.join("").startsWith(start));
  const [first = "", ...others] = words;
  const initials = [first, ...others].map((word) => word.slice(0, 1)).join("");
  const letters = others.length > 0 ? initials.slice(0, 3) : first.slice(0, 2);
  return (known && marks[known]) || { letters, ground: "#5c625f" };
}

/** Letters drawn as single lines, eight units high. The width is given if it is not six units. */
const alphabet: Readonly<Record<string, readonly [path: string, width?: number]>> = {
  A: ["M0 8 3 0l3 8M1.1 5.3h3.8"],
  B: ["M0 0v8h3.3a2.2 2.2 0 0 0 0-4.4H0M3 3.6A1.8 1.8 0 0 0 3 0H0", 5.5],
  C: ["M5.8 1.3A3.2 4 0 1 0 5.8 6.7"],
  D: ["M0 0v8h1.8a4 4 0 0 0 0-8z", 5.8],
  E: ["M5 0H0v8h5M0 4h4.2", 5],
  F: ["M0 8V0h5M0 4h4.2", 5],
  G: ["M5.8 1.3A3.2 4 0 1 0 6 6.7V4.3H3.6"],
  H: ["M0 0v8M6 0v8M0 4h6"],
  I: ["M0 0v8", 0],
  J: ["M4 0v5.6a2 2.4 0 0 1-4 0", 4],
  K: ["M0 0v8M5.5 0 0 4.8M2 3.2 5.8 8"],
  L: ["M0 0v8h4.6", 4.6],
  M: ["M0 8V0l3.5 5L7 0v8", 7],
  N: ["M0 8V0l6 8V0"],
  O: ["M3.3 0a3.3 4 0 0 0 0 8 3.3 4 0 0 0 0-8", 6.6],
  P: ["M0 8V0h3.2a2.3 2.3 0 0 1 0 4.6H0", 5.5],
  Q: ["M3.3 0a3.3 4 0 0 0 0 8 3.3 4 0 0 0 0-8M4.2 5.6 6.6 8.4", 6.6],
  R: ["M0 8V0h3.2a2.3 2.3 0 0 1 0 4.6H0M3 4.6 5.6 8", 5.6],
  S: [
    "M5.3 1.2C4.6.400 3.7 0 2.8 0 1 0 .2 1 .2 2.1c0 2.7 5.4 1.1 5.4 3.8C5.6 7.1 4.6 8 2.8 8 1.7 8 .7 7.5 0 6.6",
    5.6,
  ],
  T: ["M0 0h6M3 0v8"],
  U: ["M0 0v5a3 3 0 0 0 6 0V0"],
  V: ["M0 0l3 8 3-8"],
  W: ["M0 0l2 8 2-6 2 6 2-8", 8],
  X: ["M0 0l6 8M6 0 0 8"],
  Y: ["M0 0l3 4 3-4M3 4v4"],
  Z: ["M0 0h6L0 8h6"],
};

const gap = 2.4;
const widthMax = 26;

/** Returns the letters side by side, centred in the mark. */
function written(letters: string) {
  let end = -gap;
  const paths = Array.from(letters, (letter) => {
    const [d, width = 6] = alphabet[letter] ?? ["", 0];
    const x = end + gap;
    end = x + width;
    return { d, x: rounded(x) };
  });
  const scale = Math.min(1.15, widthMax / Math.max(end, 1));
  const left = (36 - end * scale) / 2;
  const top = (24 - 8 * scale) / 2;
  return {
    paths,
    transform: `translate(${rounded(left)} ${rounded(top)}) scale(${rounded(scale)})`,
  };
}

const rounded = (value: number) => Math.round(value * 100) / 100;
