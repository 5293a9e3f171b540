import type { ComponentChildren } from "preact";
import type { OperationName } from "../base/api.ts";
import { Link } from "../base/router.tsx";
import { May } from "../base/session.tsx";
import { Icon, type IconName } from "./icon.tsx";

interface ButtonProps {
  tone?: "primary" | "danger-text" | "quiet" | "plain" | "link" | undefined;
  icon?: IconName;
  /** Shows the button only to roles that can call the operation. Without it, every role sees the button. */
  needs?: OperationName | undefined;
  /** The object of the action in a list, for screen readers. */
  of?: string | undefined;
  /** The path of a page of the dashboard. */
  to?: string;
  /** An address outside the dashboard's pages. */
  href?: string;
  target?: "_blank";
  rel?: "noopener" | "noreferrer";
  /** The name of the file that the link saves. */
  download?: string;
  disabled?: boolean;
  "aria-label"?: string | undefined;
  "aria-disabled"?: boolean;
  "aria-pressed"?: boolean;
  "aria-expanded"?: boolean;
  "aria-controls"?: string;
  "data-adds"?: string;
  "data-copied"?: boolean;
  onClick?(): void;
  children?: ComponentChildren;
}

/** A button for an action, or a link that looks like a button. */
export function Button({ tone = "plain", icon, needs, of, to, children, ...rest }: ButtonProps) {
  const attributes = { ...rest, class: tone === "link" ? tone : `button ${tone}` };
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {of !== undefined && <span class="off-screen"> {of}</span>}
    </>
  );
  const button =
    to !== undefined ? (
      <Link to={to} {...attributes}>
        {inside}
      </Link>
    ) : rest.href !== undefined ? (
      <a {...attributes}>{inside}</a>
    ) : (
      <button type="button" {...attributes}>
        {inside}
      </button>
    );
  return needs ? <May call={needs}>{button}</May> : button;
}
