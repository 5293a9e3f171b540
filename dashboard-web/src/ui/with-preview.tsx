import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { textOf, type Values } from "./form.tsx";
import { formTexts as t } from "./form-texts.ts";
import { Card } from "./page.tsx";

interface WithPreviewProps {
  /** Renders the form's current values. */
  preview(values: Values): ComponentChildren;
  children: ComponentChildren;
}

/** A part of a form, with a preview of the customer's view beside it if the screen has room for both. */
export function WithPreview({ preview, children }: WithPreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [values, setValues] = useState<Values>(() => () => "");

  function read() {
    const form = place.current?.closest("form");
    if (!form) return;
    const data = new FormData(form);
    setValues(() => (name: string) => textOf(data.get(name)).trim());
  }
  useLayoutEffect(read, []);

  return (
    <div ref={place} class="with-preview" onInput={read} onChange={read}>
      <div>{children}</div>
      <Card title={t.form.preview} class="preview">
        {preview(values)}
      </Card>
    </div>
  );
}
