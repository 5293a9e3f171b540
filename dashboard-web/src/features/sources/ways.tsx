import type { ComponentChildren } from "preact";
import { limits } from "../../base/limits.ts";
import { useMedia } from "../../base/use-media.ts";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { waysTexts as t, type WayTexts } from "./ways-texts.ts";

/** The ways with their own dialog steps. Statements have their own page. */
export type Way = "macrodroid" | "cable" | "download" | "iphone" | "email" | "forwarder";

interface WayCardsProps {
  /** Whether this server offers the Tepat app. */
  hasApp: boolean;
  onChoose(way: Way): void;
}

/** Asks how Tepat should see the merchant's money, with what each way needs. The first one is best for most shops. */
export function WayCards({ hasApp, onChoose }: WayCardsProps) {
  const accounts = useQuery("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  const unread = new Set(
    accounts.data
      ?.filter(({ emails }) => emails === "unknown")
      .map(({ channel_name, channel_code }) => channel_name ?? channel_code),
  );
  const card = (way: Way, missing = "") => (
    <WayCard
      texts={t.ways.cards[way]}
      isRecommended={way === "macrodroid"}
      {...(missing !== "" && { missing })}
    >
      <Button
        tone={way === "macrodroid" ? "primary" : "plain"}
        of={t.ways.cards[way].title}
        onClick={() => onChoose(way)}
      >
        {t.ways.choose}
      </Button>
    </WayCard>
  );
  return (
    <>
      <p>{t.ways.lead}</p>
      <div class="ways">
        {card("macrodroid")}
        {hasApp && card("cable")}
        {hasApp && card("download")}
        {card("email", [...unread].join(", "))}
        {card("iphone")}
        <WayCard texts={t.ways.cards.statements}>
          <Button to="/statements">{t.ways.toStatements}</Button>
        </WayCard>
        {card("forwarder")}
      </div>
      {!hasApp && <p class="hint">{t.ways.noApp}</p>}
      <p>
        <a href="/docs/sources" target="_blank">
          {t.ways.guide}
        </a>
      </p>
    </>
  );
}

interface WayCardProps {
  texts: WayTexts;
  isRecommended?: boolean;
  /** The shop's banks for which the way does not work yet. */
  missing?: string;
  children: ComponentChildren;
}

/** On a phone each way is one line until it is tapped, so that a person can compare them. */
function WayCard({ texts, isRecommended = false, missing, children }: WayCardProps) {
  const isNarrow = useMedia("(width < 768px)");
  const title = (
    <h3>
      {texts.title} {isRecommended && <span class="tag good">{t.ways.recommended}</span>}
      {missing !== undefined && <span class="tag">{t.ways.notYetFor(missing)}</span>}
    </h3>
  );
  const details = (
    <>
      <p>{texts.lead}</p>
      <dl>
        <dt>{t.ways.need}</dt>
        <dd>{texts.need}</dd>
        <dt>{t.ways.time}</dt>
        <dd>{texts.time}</dd>
        <dt>{t.ways.safety}</dt>
        <dd>{texts.safety}</dd>
        <dt>{t.ways.banks}</dt>
        <dd>{texts.banks}</dd>
      </dl>
      {children}
    </>
  );
  if (!isNarrow) {
    return (
      <section class="way">
        {title}
        {details}
      </section>
    );
  }
  return (
    <details class="way-line">
      <summary>
        {title}
        <span class="hint">{texts.time}</span>
      </summary>
      <div class="way">{details}</div>
    </details>
  );
}
