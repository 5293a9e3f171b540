import type { ComponentChildren } from "preact";
import { limits } from "../../base/limits.ts";
import { useMedia } from "../../base/use-media.ts";
import { useQuery } from "../../base/use-query.ts";
import { Button } from "../../ui/button.tsx";
import { Radios } from "../../ui/form.tsx";
import { waysTexts as t, type WayTexts } from "./ways-texts.ts";

/** The ways that have steps in this dialog. Statements have their own page. */
export type Way = "macrodroid" | "cable" | "download" | "iphone" | "email" | "forwarder";

/** The phone on which the bank's app runs. */
export type Phone = "android" | "iphone" | "none";

type Card = keyof typeof t.ways.cards;

interface WayCardsProps {
  /** Whether this server offers the Tepat app. */
  hasApp: boolean;
  /** Whether a phone can reach this server now. */
  isReachable: boolean;
  phone: Phone | null;
  onPhone(phone: Phone): void;
  onChoose(way: Way): void;
}

/**
 * Asks for the phone, then shows the way that suits the phone and the shop's banks. The other ways are
 * behind it.
 */
export function WayCards({ hasApp, isReachable, phone, onPhone, onChoose }: WayCardsProps) {
  const accounts = useQuery("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  const known = accounts.data ?? [];
  const unread = known.filter(({ emails }) => emails === "unknown");
  const isMailOfUse = known.length === 0 || unread.length < known.length;
  const missing = new Set(unread.map((each) => each.channel_name ?? each.channel_code));
  const ways = phone === null ? [] : waysFor(phone, hasApp, isMailOfUse);
  // Until a phone can reach the server, the best way is the bank's emails, which need no phone.
  const [first, ...others] =
    isReachable || !isMailOfUse
      ? ways
      : ways.toSorted((a, b) => Number(b === "email") - Number(a === "email"));
  const card = (way: Card, isFirst: boolean) => {
    const { title } = t.ways.cards[way];
    const tone = isFirst ? "primary" : "plain";
    return (
      <WayCard
        key={way}
        texts={t.ways.cards[way]}
        isFirst={isFirst}
        {...(way === "email" && missing.size > 0 && { missing: [...missing].join(", ") })}
      >
        {way === "statements" ? (
          <Button tone={tone} to="/statements">
            {t.ways.toStatements}
          </Button>
        ) : (
          <Button tone={tone} of={title} onClick={() => onChoose(way)}>
            {t.ways.choose}
          </Button>
        )}
      </WayCard>
    );
  };
  return (
    <>
      <Radios<Phone>
        legend={t.ways.question}
        name="phone"
        chosen={phone}
        options={[
          ["android", t.ways.phones.android],
          ["iphone", t.ways.phones.iphone],
          ["none", t.ways.phones.none],
        ]}
        onChoose={onPhone}
      />
      {first && card(first, true)}
      {first && (
        <details class="other-ways" key={phone}>
          <summary>{t.ways.others}</summary>
          <div class="ways">{others.map((way) => card(way, false))}</div>
          {phone === "android" && !hasApp && <p class="hint">{t.ways.noApp}</p>}
          <p>
            <a href="/docs/sources" target="_blank">
              {t.ways.guide}
            </a>
          </p>
        </details>
      )}
    </>
  );
}

/** Returns the ways that work with a phone, the best for most shops first. */
function waysFor(phone: Phone, hasApp: boolean, isMailOfUse: boolean): readonly Card[] {
  const app = hasApp ? (["cable", "download"] as const) : [];
  if (phone === "android") return ["macrodroid", ...app, "email", "statements", "forwarder"];
  const sms = phone === "iphone" ? (["iphone"] as const) : [];
  return isMailOfUse ? ["email", ...sms, "statements"] : [...sms, "statements", "email"];
}

interface WayCardProps {
  texts: WayTexts;
  /** Whether the card shows all its text, because this way suits best. */
  isFirst: boolean;
  /** The shop's banks for which the way does not work yet. */
  missing?: string;
  children: ComponentChildren;
}

/**
 * Shows a way. On a phone, each other way is one line until a person taps it, so that all ways fit
 * on the screen.
 */
function WayCard({ texts, isFirst, missing, children }: WayCardProps) {
  const isNarrow = useMedia("(width < 768px)");
  const title = (
    <h3>
      {texts.title} {isFirst && <span class="tag good">{t.ways.recommended}</span>}
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
  if (isFirst || !isNarrow) {
    return (
      <section class={isFirst ? "way first" : "way"}>
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
