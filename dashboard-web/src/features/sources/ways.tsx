import type { ComponentChildren } from "preact";
import { limits } from "../../base/limits.ts";
import type { DataOf } from "../../base/api.ts";
import { phoneMedia, useMedia } from "../../base/use-media.ts";
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
  /** Says how the server gets an address that phones can reach. */
  addressNotice: ComponentChildren;
  phone: Phone | null;
  onPhone(phone: Phone): void;
  onChoose(way: Way): void;
}

/**
 * Asks for the phone, then shows the way that suits the phone and the shop's banks. Below, the other ways are folded
 * away.
 */
export function WayCards(props: WayCardsProps) {
  const { hasApp, isReachable, addressNotice, phone, onPhone, onChoose } = props;
  const accounts = useQuery("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  const known = accounts.data ?? [];
  const unread = known.filter(({ emails }) => emails === "unknown");
  const isMailOfUse = known.length === 0 || unread.length < known.length;
  const missing = namesOf(unread);
  const toTeach = namesOf(known.filter(({ emails }) => emails === "teachable"));
  const ways = phone === null ? [] : waysFor(phone, hasApp, isMailOfUse);
  const needsAddress = (way: Card) => !isReachable && way !== "email" && way !== "statements";
  const [first] = ways;
  // Until a phone can reach the server, the bank's emails stand beside the chosen way, because they work now.
  const beside = first && needsAddress(first) && isMailOfUse ? "email" : null;
  const others = ways.filter((way) => way !== first && way !== beside);
  const card = (way: Card, place: Place) => {
    const { title, time } = t.ways.cards[way];
    const isRecommended = place === "first" && !beside;
    const tone = isRecommended ? "primary" : "plain";
    return (
      <WayCard
        key={way}
        texts={{
          ...t.ways.cards[way],
          time: way === "email" && toTeach ? t.ways.timeToTeach(toTeach) : time,
        }}
        place={place}
        isRecommended={isRecommended}
        {...(isRecommended &&
          way in t.ways.because && {
            because: t.ways.because[way as keyof typeof t.ways.because],
          })}
        notice={place === "first" && needsAddress(way) && addressNotice}
        tags={
          <>
            {needsAddress(way) && <span class="tag warning">{t.ways.needsAddress}</span>}{" "}
            {place === "beside" && <span class="tag good">{t.ways.worksNow}</span>}{" "}
            {way === "email" && missing && <span class="tag">{t.ways.notYetFor(missing)}</span>}
          </>
        }
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
      {first && !beside && card(first, "first")}
      {first && beside && (
        <div class="ways">
          {card(first, "first")}
          {card(beside, "beside")}
        </div>
      )}
      {first && (
        <details class="other-ways" key={phone}>
          <summary>{t.ways.others}</summary>
          <div class="ways">{others.map((way) => card(way, "other"))}</div>
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

/** Returns the names of the accounts' banks, each once. */
const namesOf = (accounts: DataOf<"listOwnAccounts">): string =>
  [...new Set(accounts.map((each) => each.channel_name ?? each.channel_code))].join(", ");

/** Returns the ways that work with a phone, the best for most shops first. */
function waysFor(phone: Phone, hasApp: boolean, isMailOfUse: boolean): readonly Card[] {
  const app = hasApp ? (["cable", "download"] as const) : [];
  if (phone === "android") return ["macrodroid", ...app, "email", "statements", "forwarder"];
  const sms = phone === "iphone" ? (["iphone"] as const) : [];
  return isMailOfUse ? ["email", ...sms, "statements"] : [...sms, "statements", "email"];
}

/** The place of a card: first, beside the first, or among the other ways. */
type Place = "first" | "beside" | "other";

interface WayCardProps {
  texts: WayTexts;
  place: Place;
  /** Whether the way has the tag. A way that needs an address first has none, because another one works now. */
  isRecommended: boolean;
  /** The reason why the way is recommended. */
  because?: string;
  tags: ComponentChildren;
  notice: ComponentChildren;
  children: ComponentChildren;
}

/**
 * Shows a way. On a phone, each other way is one line until a person taps it, so that all ways fit
 * on the screen.
 */
function WayCard({ texts, place, isRecommended, because, tags, notice, children }: WayCardProps) {
  const isNarrow = useMedia(phoneMedia);
  const title = (
    <h3>
      {texts.title} {isRecommended && <span class="tag good">{t.ways.recommended}</span>} {tags}
    </h3>
  );
  const details = (
    <>
      <p>
        {texts.lead} {because}
      </p>
      {notice}
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
  if (place !== "other" || !isNarrow) {
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
