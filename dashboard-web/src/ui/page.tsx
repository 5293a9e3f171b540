import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useAnnounce } from "../base/announce.tsx";
import type { Query } from "../base/use-query.ts";
import { Link, useRouter } from "../base/router.tsx";
import { commonTexts as t } from "../base/texts/common.ts";
import { Icon } from "./icon.tsx";
import { RefusalNotice } from "./notice.tsx";
import { Button } from "./button.tsx";

interface BackLink {
  to: string;
  text: string;
}

interface PageProps {
  title: string;
  hint?: string;
  /** The list to which the link above the title leads back. */
  back?: BackLink;
  /** Buttons beside the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/**
 * A page with a title. After a move, the heading takes the focus, so that a screen reader announces
 * the new page.
 */
export function Page({ title, hint, back, actions, children }: PageProps) {
  const { hasMoved, said } = useRouter();
  const announce = useAnnounce();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · Tepat`;
  }, [title]);
  // A layout effect runs at once. A later effect would take the focus from a person who is already
  // typing.
  useLayoutEffect(() => {
    if (hasMoved) heading.current?.focus();
  }, []);

  useEffect(() => {
    if (said !== undefined) announce(said);
  }, [said]);

  return (
    <>
      <div class="page-head">
        <div>
          {back && (
            <Link class="back" to={back.to}>
              <Icon name="back" />
              {back.text}
            </Link>
          )}
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {said !== undefined && <p class="done">{said}</p>}
          {hint !== undefined && <p class="hint">{hint}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}

interface CardProps {
  title?: string;
  actions?: ComponentChildren;
  class?: string;
  /** The target of links on the same page. */
  id?: string;
  children: ComponentChildren;
}

/** A part of a page with its own title. */
export const Card = ({ title, actions, class: name = "", id, children }: CardProps) => (
  <section class={`card ${name}`} {...(id !== undefined && { id, tabIndex: -1 })}>
    {(title !== undefined || actions !== undefined) && (
      <div class="card-head">
        {title !== undefined && <h2>{title}</h2>}
        {actions}
      </div>
    )}
    {children}
  </section>
);

/** Shows two `div`s side by side if the screen has room for both, otherwise one below the other. */
export const Columns = ({ children }: { children: ComponentChildren }) => (
  <div class="page-columns">{children}</div>
);

interface QueryResultProps<Data> {
  query: Query<Data>;
  /** The rows of a table that is still loading. */
  rows?: number;
  children(data: Data): ComponentChildren;
}

/** Shows the data of a query, a placeholder before the data arrives, or the refusal. */
export function QueryResult<Data>({
  query: { data, isStale, refusal, reload },
  rows,
  children,
}: QueryResultProps<Data>) {
  return (
    <>
      {refusal && (
        <div class="refused">
          <RefusalNotice refusal={refusal} />
          {refusal.code !== "not_found" && (
            <Button onClick={() => void reload()}>{t.common.tryAgain}</Button>
          )}
        </div>
      )}
      {data !== null && (
        <div class="answer" aria-busy={isStale}>
          {children(data)}
        </div>
      )}
      {data === null && !refusal && <Loading rows={rows} />}
    </>
  );
}

/** Grey lines in place of data that is still loading, or the frame and rows of a table. */
export const Loading = ({ rows }: { rows?: number | undefined }) => (
  <div class={rows ? "loading table" : "loading"} role="progressbar" aria-label={t.common.loading}>
    {Array.from({ length: rows ?? 3 }, (_, index) => (
      <span key={index} />
    ))}
  </div>
);
