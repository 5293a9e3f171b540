import { formatRupiah } from "../../../web-shared/src/money.ts";
import { useWords } from "../components/words.ts";
import { formatDeadline } from "../deadline.ts";
import { BuyForm, Methods } from "./fields.tsx";
import type { SaleFormPage } from "./form-page.ts";
import { formTexts } from "./form-texts.ts";

/** The form of a manual invoice, on which the customer chooses or changes the way to pay. */
export function SaleForm({ page }: { page: SaleFormPage }) {
  const { language, t: shared } = useWords();
  const t = formTexts[language];
  return (
    <div class="shop">
      <section class="about">
        <h1>
          {t.invoice} {page.payment_code}
        </h1>
        <p class="price-tag">{formatRupiah(page.amount)}</p>
        <div class="card order">
          <h2>{shared.order}</h2>
          {page.orders.length > 0 && (
            <ul>
              {page.orders.map(({ name, quantity, subtotal }, index) => (
                <li key={index}>
                  <span class="product-name">
                    <bdi>{name}</bdi>
                    <span class="quantity"> × {quantity}</span>
                  </span>
                  <span class="price">{formatRupiah(subtotal)}</span>
                </li>
              ))}
            </ul>
          )}
          {page.note && <p class="description">{page.note}</p>}
          <dl class="facts">
            <div>
              <dt>{t.customer}</dt>
              <dd>{page.customer_name}</dd>
            </div>
            {page.deadline_at && (
              <div>
                <dt>{t.payBefore}</dt>
                <dd>
                  <time dateTime={page.deadline_at}>
                    {formatDeadline({ expiresAt: page.deadline_at, now: page.now }, language)}
                  </time>
                </dd>
              </div>
            )}
          </dl>
        </div>
      </section>
      <BuyForm action={page.action}>
        {page.problems.channel_id && (
          <p class="warning" role="alert">
            {t.checkForm}
          </p>
        )}
        <Methods
          choices={page.choices}
          range={{ min: page.amount, max: page.amount }}
          chosen={page.chosen ?? undefined}
          problem={page.problems.channel_id}
        />
        <button class="button primary send" type="submit">
          {t.continue}
        </button>
        <p class="hint">
          {page.chosen === null ? t.canBeChanged : t.changeHint} {t.uniqueHint}
        </p>
      </BuyForm>
    </div>
  );
}
