import { Parser } from "htmlparser2";
import { limits } from "../../contract/limits.ts";

/** The text is longer, or its elements are nested deeper, than in any bank's email. */
export class TooComplex extends Error {
  override readonly name = "TooComplex";
}

/** The email quotes another one. A bank's notification quotes nothing, but a reply quotes the other side's text. */
export class Quoting extends Error {
  override readonly name = "Quoting";
}

const hiddenElements: ReadonlySet<string> = new Set(
  "head title style script template noscript iframe object svg math select textarea button".split(
    " ",
  ),
);

/** Elements that begin and end a line. Cells of a table do not. */
const lines: ReadonlySet<string> = new Set(
  "address article body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody tr ul".split(
    " ",
  ),
);

const hidingStyle =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|(?:^|[;\s])(?:font-size|opacity|(?:max-)?(?:height|width))\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?\s*(?:!important\s*)?(?:;|$))/i;

const isHidden = (name: string, { hidden, style = "" }: Record<string, string>): boolean =>
  hiddenElements.has(name) || hidden !== undefined || hidingStyle.test(style);

/**
 * Returns the lines of an HTML text that a person sees. Elements that are hidden by their own attributes are omitted
 * with their contents. Style sheets are not read. Throws `TooComplex` and `Quoting`.
 */
export function textOfHtml(html: string): string {
  const pieces: string[] = [];
  let depth = 0;
  /** The depth of the open hidden element; 0 if there is none. */
  let hiddenFrom = 0;
  let characters = 0;
  const add = (piece: string): void => {
    characters += piece.length;
    if (characters > limits.mailTextCharacters) throw new TooComplex();
    pieces.push(piece);
  };
  const breakAt = (name: string): void => {
    if (hiddenFrom > 0) return;
    if (name === "br" || lines.has(name)) add("\n");
    else if (name === "td" || name === "th") add(" ");
  };

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > limits.mailElementsDepth) throw new TooComplex();
      if (hiddenFrom === 0 && isHidden(name, attributes)) hiddenFrom = depth;
      if (hiddenFrom === 0 && name === "blockquote") throw new Quoting();
      breakAt(name);
    },
    onclosetag(name) {
      if (name !== "br") breakAt(name);
      if (depth === hiddenFrom) hiddenFrom = 0;
      depth -= 1;
    },
    ontext(text) {
      if (hiddenFrom === 0) add(text.replace(/\s+/gu, " "));
    },
  });
  parser.end(html);
  return pieces.join("");
}
