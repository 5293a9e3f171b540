import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

export interface ComparedRow {
  name: string;
  left: ComponentChildren;
  right: ComponentChildren;
  /** A sentence about the difference, or null if the two sides agree. */
  difference?: string | null;
}

interface SideBySideProps {
  label: string;
  left: ComponentChildren;
  right: ComponentChildren;
  rows: readonly ComparedRow[];
}

/**
 * Shows two objects and their facts side by side, with differences marked. The table takes the focus, so that a
 * second press of Enter does not confirm at once.
 */
export function SideBySide({ label, left, right, rows }: SideBySideProps) {
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => table.current?.focus(), []);
  return (
    <table class="side-by-side" ref={table} tabIndex={-1} aria-label={label}>
      <thead>
        <tr>
          <td />
          <th scope="col">{left}</th>
          <th scope="col">{right}</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.name} class={row.difference ? "differs" : undefined}>
          <tr>
            <th scope="row">{row.name}</th>
            <td>{row.left}</td>
            <td>{row.right}</td>
          </tr>
          {row.difference && (
            <tr>
              <td colSpan={3}>
                <span class="difference">
                  <Icon name="warning" />
                  {row.difference}
                </span>
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
