import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { Button } from "./button.tsx";

interface TextFileButtonProps {
  name: string;
  text: string;
  tone?: "primary" | "plain";
  children: ComponentChildren;
}

/** Saves a text as a file. The browser creates the file, so that a secret in the text is sent nowhere. */
export function TextFileButton({ name, text, tone = "plain", children }: TextFileButtonProps) {
  const link = useMemo(
    () => URL.createObjectURL(new Blob([text], { type: "application/octet-stream" })),
    [text],
  );
  useEffect(() => () => URL.revokeObjectURL(link), [link]);
  return (
    <Button icon="download" tone={tone} href={link} download={name}>
      {children}
    </Button>
  );
}
