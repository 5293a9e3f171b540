import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon, type IconName } from "./icon.tsx";

interface NoticeProps {
  icon: IconName;
  tone: "good" | "calm";
  title: string;
  /**
   * Whether the notice appeared while the customer was on the page. If so, it takes the focus, so that screen
   * readers read it.
   */
  isNews?: boolean;
  children?: ComponentChildren;
}

/** Shows a message. The page shows at most one. */
export function Notice({ icon, tone, title, isNews = false, children }: NoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isNews) return;
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, [isNews]);

  return (
    <section class={`notice ${tone}`}>
      <span class="badge">
        <Icon name={icon} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}
