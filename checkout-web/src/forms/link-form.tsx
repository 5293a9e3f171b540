import { formatRupiah } from "../../../web-shared/src/money.ts";
import { useWords } from "../components/words.ts";
import { BuyForm, Choice, Field, Methods, Total } from "./fields.tsx";
import type { LinkFormPage } from "./form-page.ts";
import { formTexts } from "./form-texts.ts";

/** Shows the product of a payment link, and the form for buying it. */
export function LinkForm({ page }: { page: LinkFormPage }) {
  return (
    <div class="shop">
      <About page={page} />
      <BuyForm action={page.action}>
        <input type="hidden" name="form_key" value={page.form_key} />
        <Warning page={page} />
        <Order page={page} />
        <Questions page={page} />
        <Methods
          choices={page.choices}
          range={rangeOf(page)}
          chosen={page.values.channel_id}
          problem={page.problems.channel_id}
        />
        <Send page={page} />
      </BuyForm>
    </div>
  );
}

function About({ page }: { page: LinkFormPage }) {
  const { language } = useWords();
  const t = formTexts[language];
  const [amount, ...others] = page.amounts;
  return (
    <section class="about">
      {page.picture && (
        <img
          class="cover"
          src={page.picture.path}
          width={page.picture.width}
          height={page.picture.height}
          alt=""
        />
      )}
      <h1 class="title">{page.name}</h1>
      {amount !== undefined && others.length === 0 && (
        <p class="price-tag">
          {formatRupiah(amount)}
          {page.quantity_max > 1 && <span class="quiet"> {t.each}</span>}
        </p>
      )}
      {page.pieces_left !== null && <p class="hint">{t.left(page.pieces_left)}</p>}
      {page.description && <p class="description">{page.description}</p>}
    </section>
  );
}

function Warning({ page }: { page: LinkFormPage }) {
  const { language } = useWords();
  if (Object.keys(page.problems).length === 0) return null;
  return (
    <p class="warning" role="alert">
      {formTexts[language].checkForm}
    </p>
  );
}

function Order({ page }: { page: LinkFormPage }) {
  const { language } = useWords();
  const t = formTexts[language];
  return (
    <>
      {page.amounts.length > 1 && (
        <Choice name="amount" legend={t.chooseAmount} problem={page.problems.amount}>
          {page.amounts.map((amount) => (
            <label key={amount} class="option">
              <input
                type="radio"
                name="amount"
                value={amount}
                required
                checked={page.values.amount === String(amount)}
              />
              <span class="option-name">{formatRupiah(amount)}</span>
            </label>
          ))}
        </Choice>
      )}
      {page.amounts.length === 1 && <input type="hidden" name="amount" value={page.amounts[0]} />}
      {page.amounts.length === 0 && (
        <Field
          name="amount"
          label={t.yourAmount}
          hint={
            page.amount_max === null
              ? t.amountFrom(page.amount_min ?? 1)
              : t.amountBetween(page.amount_min ?? 1, page.amount_max)
          }
          problem={page.problems.amount}
        >
          {(described) => (
            <span class="rupiah">
              <span aria-hidden="true">Rp</span>
              <input
                {...described}
                name="amount"
                type="text"
                inputmode="numeric"
                autocomplete="off"
                required
                value={page.values.amount ?? ""}
              />
            </span>
          )}
        </Field>
      )}
      {page.quantity_max > 1 && (
        <Field name="quantity" label={t.quantity} problem={page.problems.quantity}>
          {(described) => (
            <input
              {...described}
              class="short"
              name="quantity"
              type="number"
              inputmode="numeric"
              min={1}
              max={Math.min(page.quantity_max, page.pieces_left ?? page.quantity_max)}
              required
              value={page.values.quantity ?? "1"}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Questions({ page: { questions, values, problems } }: { page: LinkFormPage }) {
  const { language } = useWords();
  const t = formTexts[language];
  return (
    <>
      {questions.name !== "no" && (
        <Field
          name="name"
          label={t.name}
          isOptional={questions.name === "optional"}
          problem={problems.name}
        >
          {(described) => (
            <input
              {...described}
              name="name"
              type="text"
              autocomplete="name"
              maxlength={255}
              required={questions.name === "required"}
              value={values.name ?? ""}
            />
          )}
        </Field>
      )}
      {questions.phone !== "no" && (
        <Field
          name="phone"
          label={t.phone}
          isOptional={questions.phone === "optional"}
          problem={problems.phone}
        >
          {(described) => (
            <input
              {...described}
              name="phone"
              type="tel"
              autocomplete="tel"
              maxlength={50}
              required={questions.phone === "required"}
              value={values.phone ?? ""}
            />
          )}
        </Field>
      )}
      {questions.note !== "no" && (
        <Field
          name="note"
          label={t.note}
          isOptional={questions.note === "optional"}
          problem={problems.note}
        >
          {(described) => (
            <textarea
              {...described}
              name="note"
              rows={3}
              maxlength={500}
              required={questions.note === "required"}
              value={values.note ?? ""}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Send({ page }: { page: LinkFormPage }) {
  const { language } = useWords();
  const t = formTexts[language];
  const [amount, ...others] = page.amounts;
  const isKnown = amount !== undefined && others.length === 0 && page.quantity_max === 1;
  return (
    <>
      <Total amount={isKnown ? amount : null} />
      <button class="button primary send" type="submit">
        {t.continue}
      </button>
      <p class="hint">{t.uniqueHint}</p>
    </>
  );
}

function rangeOf({ amounts, amount_min, amount_max, quantity_max }: LinkFormPage) {
  if (amounts.length > 0)
    return { min: Math.min(...amounts), max: Math.max(...amounts) * quantity_max };
  return { min: amount_min ?? 1, max: amount_max === null ? null : amount_max * quantity_max };
}
