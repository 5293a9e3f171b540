import type { ComponentChildren } from "preact";

interface SpokenProps {
  text: string;
  children: ComponentChildren;
}

/** What is set apart for the eye, in one piece for the ear. */
export const Spoken = ({ text, children }: SpokenProps) => (
  <>
    <span class="off-screen">{text}</span>
    <span aria-hidden="true">{children}</span>
  </>
);
