import { useEffect, useRef } from "preact/hooks";
import { Link } from "../base/router.tsx";

interface ChipsProps {
  label: string;
  /** Explains the numbers in the chips. */
  title?: string | undefined;
  chips: readonly { to: string; text: string; isCurrent: boolean }[];
}

/** Shows the views of a list, with the current one marked. On a phone the row scrolls. */
export function Chips({ label, title, chips }: ChipsProps) {
  const list = useRef<HTMLUListElement>(null);
  const current = chips.findIndex(({ isCurrent }) => isCurrent);
  useEffect(() => {
    const chip = list.current?.querySelector("[aria-current]");
    chip?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <div class="saved-filters">
      <ul ref={list} aria-label={label} title={title}>
        {chips.map(({ to, text, isCurrent }) => (
          <li key={to}>
            <Link class="chip" to={to} aria-current={isCurrent ? "true" : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
