import { useEffect } from "preact/hooks";

const papers = { A6: "105mm 148mm", A4: "210mm 297mm" } as const;

export type Paper = keyof typeof papers;

/**
 * Sets the size of the printed page. The content security policy forbids styles in the document, but allows a style
 * sheet that a script makes.
 */
export function usePaper(paper: Paper, margin = "0"): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${papers[paper]}; margin: ${margin} }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [paper, margin]);
}
