import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Drawing } from "../../../web-shared/src/drawing.tsx";
import { ellipsisIcon } from "../../../web-shared/src/icons.gen.ts";
import { Button } from "./button.tsx";
import { tableTexts as t } from "./table-texts.ts";

interface MoreMenuProps {
  /** The button's text. Without it, the button shows three dots and has more actions. */
  name?: string;
  children: ComponentChildren;
}

/** Puts secondary actions or choices behind one button, so that a page's list begins higher. */
export function MoreMenu({ name, children }: MoreMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    const until = new AbortController();
    const { signal } = until;
    const closeOutside = ({ target }: Event) => {
      if (!box.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", closeOutside, { signal });
    addEventListener("focusin", closeOutside, { signal });
    addEventListener(
      "keydown",
      ({ key }) => {
        if (key !== "Escape") return;
        setOpen(false);
        box.current?.querySelector("button")?.focus();
      },
      { signal },
    );
    return () => until.abort();
  }, [isOpen]);
  return (
    <div class="more-menu" ref={box}>
      <Button
        aria-label={name === undefined ? t.table.more : undefined}
        tone={name === undefined ? "plain" : "quiet"}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {name ?? <Drawing path={ellipsisIcon} />}
      </Button>
      <div class="more-items" id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
