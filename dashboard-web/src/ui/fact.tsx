import type { ComponentChildren } from "preact";

interface FactProps {
  name: string;
  isAmount?: boolean;
  children: ComponentChildren;
}

/** A name and what it is, in a `<dl>`. */
export const Fact = ({ name, isAmount = false, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd class={isAmount ? "amount" : undefined}>{children}</dd>
  </div>
);
