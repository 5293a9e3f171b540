import type { ComponentChildren } from "preact";

interface SpokenProps {
  text: string;
  children: ComponentChildren;
}

/** Shows styled parts, while a screen reader reads one plain text. */
export const Spoken = ({ text, children }: SpokenProps) => (
  <>
    <span class="off-screen">{text}</span>
    <span aria-hidden="true">{children}</span>
  </>
);
