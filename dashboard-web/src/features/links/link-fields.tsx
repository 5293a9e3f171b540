import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { InputOf } from "../../base/api.ts";
import type { PaymentLink, Question } from "../../base/generated/types.gen.ts";
import { numberOf } from "../../base/numbers.ts";
import { linksTexts as t } from "./links-texts.ts";
import { dayOf, startOfDay } from "../../base/zone-days.ts";
import { useMerchant } from "../../base/session.tsx";
import { AmountField } from "../../ui/amount-field.tsx";
import { Area, Choice, Field, type Values } from "../../ui/form.tsx";

type Kind = "fixed" | "choice" | "open";

type Contents = InputOf<"changeLink">["body"];

/** Text that is not a number becomes a number that the server refuses, so that the server explains the problem. */
const numberOrNull = (text: string) => (text.trim() === "" ? null : numberOf(text));

/** Returns the contents of a link from the values of the fields below. */
export function linkContents(values: Values, time_zone: string): Contents {
  const kind = values("kind");
  const amounts = values("amounts")
    .split(/\n/u)
    .filter((line) => line.trim() !== "");
  const day = values("open_until");
  return {
    link_name: values("link_name").trim(),
    description: values("description").trim() || null,
    // A missing amount is sent as a wrong one, so that the server names it together with the other fields.
    amounts: kind === "open" ? [] : (amounts.length > 0 ? amounts : [""]).map(numberOf),
    amount_min: kind === "open" ? numberOf(values("amount_min")) : null,
    amount_max: kind === "open" ? numberOrNull(values("amount_max")) : null,
    quantity_max: numberOrNull(values("quantity_max")) ?? 1,
    stock: numberOrNull(values("stock")),
    payments_max: numberOrNull(values("payments_max")),
    open_until: lastMomentOf(day, time_zone),
    deadline_seconds: Number(values("deadline_seconds")),
    asks_name: values("asks_name") as Question,
    asks_phone: values("asks_phone") as Question,
    asks_note: values("asks_note") as Question,
  };
}

/** Returns the largest amount that a link itself asks for. */
export const largestPriceOf = ({ amounts, amount_min }: Contents): number =>
  Math.max(amount_min ?? 0, ...(amounts ?? []));

/** The fields of a new or an existing link. */
export function LinkFields({ link }: { link: PaymentLink | null }) {
  return (
    <>
      <Field name="link_name" label={t.links.name} hint={t.links.nameHint} autoComplete="off" />
      <Area name="description" label={t.links.description} isOptional />
      <PriceFields link={link} />
      <Limits link={link} />
      <fieldset>
        <legend>{t.links.questions}</legend>
        <div class="thirds">
          <QuestionField name="asks_name" label={t.links.asksName} chosen={link?.asks_name} />
          <QuestionField name="asks_phone" label={t.links.asksPhone} chosen={link?.asks_phone} />
          <QuestionField name="asks_note" label={t.links.asksNote} chosen={link?.asks_note} />
        </div>
      </fieldset>
    </>
  );
}

/** The fields that most links leave as they are, folded unless the link differs. */
function Limits({ link }: { link: PaymentLink | null }) {
  const { time_zone } = useMerchant();
  const isLimited =
    link !== null &&
    (link.quantity_max > 1 ||
      link.deadline_seconds !== defaultDeadlineSeconds ||
      (link.open_until ?? link.stock ?? link.payments_max) !== null);
  return (
    <details class="link-limits" open={isLimited}>
      <summary>{t.links.limits}</summary>
      <div class="form">
        <div class="pair">
          <Field name="quantity_max" label={t.links.quantityMax} inputMode="numeric" />
          <Field
            name="open_until"
            type="date"
            label={t.links.openUntil}
            isOptional
            hint={t.links.openUntilHint}
            defaultValue={link?.open_until ? dayOf(new Date(link.open_until), time_zone) : ""}
          />
        </div>
        <div class="pair">
          <Field
            name="stock"
            label={t.links.stock}
            isOptional
            hint={t.links.stockHint}
            inputMode="numeric"
          />
          <Field
            name="payments_max"
            label={t.links.paymentsMax}
            isOptional
            hint={t.links.noLimitHint}
            inputMode="numeric"
          />
        </div>
        <DeadlineField chosen={link?.deadline_seconds ?? defaultDeadlineSeconds} />
      </div>
    </details>
  );
}

const defaultDeadlineSeconds = 3600;

/** Previews the top of the link's page from the current values of the fields. */
export function LinkPreview({ values }: { values: Values }) {
  const { merchant_name, time_zone } = useMerchant();
  const { link_name, description, amounts, amount_min, amount_max } = linkContents(
    values,
    time_zone,
  );
  const prices = (amounts ?? []).map(writtenAmount);
  const [least, most] = [amount_min, amount_max].map((bound) => bound && writtenAmount(bound));
  return (
    <>
      <p class="hint">{merchant_name}</p>
      <p class="preview-title">{link_name || "…"}</p>
      {description && <p class="preview-text">{description}</p>}
      {values("kind") === "open" ? (
        <p>
          {t.links.kinds.open}
          {(least ?? most) !== null && (
            <span class="hint">
              {" "}
              {least ?? "…"} – {most ?? "…"}
            </span>
          )}
        </p>
      ) : (
        <p class="figure">{prices.length > 0 ? prices.join(", ") : "Rp…"}</p>
      )}
    </>
  );
}

const writtenAmount = (amount: number): string => (amount >= 0 ? formatRupiah(amount) : "Rp…");

/** Returns the last second of a day, so that the link stays open for the whole day. */
function lastMomentOf(day: string, time_zone: string): string | null {
  const next = startOfDay(day, 1, time_zone);
  return next && new Date(next.getTime() - 1000).toISOString();
}

function kindOf(link: PaymentLink | null): Kind {
  if (!link) return "fixed";
  if (link.amounts.length === 0) return "open";
  return link.amounts.length === 1 ? "fixed" : "choice";
}

function PriceFields({ link }: { link: PaymentLink | null }) {
  const [kind, setKind] = useState<Kind>(() => kindOf(link));
  return (
    <>
      <Choice
        name="kind"
        label={t.links.price}
        options={(["fixed", "choice", "open"] as const).map((each) => [each, t.links.kinds[each]])}
        value={kind}
        onChange={(event) => setKind(event.currentTarget.value as Kind)}
      />
      {kind === "fixed" && (
        <AmountField
          name="amounts"
          label={t.common.amountInRupiah}
          defaultValue={link?.amounts[0] ?? ""}
        />
      )}
      {kind === "choice" && (
        <Area
          name="amounts"
          label={t.links.amounts}
          hint={t.links.amountsHint}
          inputMode="numeric"
          defaultValue={(link?.amounts ?? []).join("\n")}
        />
      )}
      {kind === "open" && (
        <div class="pair">
          <AmountField name="amount_min" label={t.links.min} />
          <AmountField
            name="amount_max"
            label={t.links.max}
            isOptional
            hint={t.links.noLimitHint}
          />
        </div>
      )}
    </>
  );
}

function DeadlineField({ chosen }: { chosen: number }) {
  const { deadlines } = t.links;
  const offered = [...new Set([...Object.keys(deadlines).map(Number), chosen])].toSorted(
    (a, b) => a - b,
  );
  return (
    <Choice
      name="deadline_seconds"
      label={t.links.deadline}
      chosen={chosen}
      options={offered.map((seconds) => [seconds, deadlines[seconds] ?? t.links.seconds(seconds)])}
    />
  );
}

interface QuestionProps {
  name: string;
  label: string;
  chosen: Question | undefined;
}

function QuestionField({ name, label, chosen }: QuestionProps) {
  const usual = name === "asks_name" ? "required" : "no";
  return (
    <Choice
      name={name}
      label={label}
      chosen={chosen ?? usual}
      options={(["no", "optional", "required"] as const).map((each) => [each, t.links.asks[each]])}
    />
  );
}
