import { useId, useRef, useState } from "preact/hooks";
import { languageNames, languages } from "../../../../web-shared/src/language.ts";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { accountChoices } from "../../base/account-name.ts";
import { call, type DataOf } from "../../base/api.ts";
import { AmountField } from "../../ui/amount-field.tsx";
import { Area, Choice, Field, Form, Radios, Submit, type Values } from "../../ui/form.tsx";
import { FormKey } from "../../ui/form-key.tsx";
import { useLargeAmount } from "../../ui/large-amount.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import type { Invoice } from "../../base/generated/types.gen.ts";
import { useKeptTyping } from "../../base/keep-typing.ts";
import { limits } from "../../base/limits.ts";
import { numberOf } from "../../base/numbers.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { useRouter } from "../../base/router.tsx";
import { useMerchant } from "../../base/session.tsx";
import { zoneName } from "../../base/time.ts";
import { dayOf, momentOf } from "../../base/zone-days.ts";
import { takesPayments } from "../../base/takes-payments.ts";
import { canBeChosen, WatchWarning } from "../../ui/watch-warning.tsx";
import { useQuery } from "../../base/use-query.ts";
import { invoicesTexts as t } from "./invoices-texts.ts";
import { keepMessageLanguage } from "./message-language.ts";
import { Button } from "../../ui/button.tsx";

const hour = 3_600;
const day = 24 * hour;
/** The choice of a day and a time in place of a number of seconds. */
const fixed = "fixed";
const deadlines = [hour, 6 * hour, day, 3 * day, 7 * day, 30 * day] as const;

/**
 * The form for a new invoice. The address can prefill an amount (`?amount=`), the contents of a manual invoice
 * (`?copy=`), or the account, amount and customer of any invoice (`?again=`).
 */
export function NewInvoice() {
  const { query } = useRouter();
  const [copied, repeated] = [query.get("copy"), query.get("again")];
  return (
    <Page
      title={t.common.newInvoice}
      hint={t.invoices.newHint}
      back={{ to: "/payments", text: t.menu.payments }}
    >
      {copied !== null ? (
        <Copy sale_id={copied} />
      ) : repeated !== null ? (
        <Repeat payment_code={repeated} />
      ) : (
        <WithAccounts source={null} />
      )}
    </Page>
  );
}

function Copy({ sale_id }: { sale_id: string }) {
  const source = useQuery("getInvoice", { path: { sale_id } });
  return <QueryResult query={source}>{(data) => <WithAccounts source={data} />}</QueryResult>;
}

function Repeat({ payment_code }: { payment_code: string }) {
  const source = useQuery("getPaymentDetail", { path: { payment_code } });
  return (
    <QueryResult query={source}>
      {({ payment }) => (
        <WithAccounts
          source={{
            account_id: payment.account_id,
            payment_amount: payment.payment_amount,
            customer_name: payment.customer_name ?? "",
            customer_email: payment.customer_email ?? null,
            customer_phone: payment.customer_phone ?? null,
            items: [],
            note: null,
            deadline_seconds: null,
          }}
        />
      )}
    </QueryResult>
  );
}

/** The contents that a new invoice copies from another one. */
type Source = Pick<
  Invoice,
  | "account_id"
  | "payment_amount"
  | "customer_name"
  | "customer_email"
  | "customer_phone"
  | "items"
  | "note"
  | "deadline_seconds"
>;

function WithAccounts({ source }: { source: Source | null }) {
  const accounts = useQuery("listOwnAccounts", { query: { per_page: limits.rowsPerPageMax } });
  // The form and its input stay if the last account is switched off meanwhile.
  const hadTaker = useRef(false);
  hadTaker.current ||= accounts.data?.some(takesPayments) ?? false;
  return (
    <QueryResult query={accounts}>
      {(data) =>
        data.length === 0 ? (
          <Notice tone="warning">
            <p>{t.invoices.noAccount}</p>
            <Button to="/accounts/new">{t.common.addAccount}</Button>
          </Notice>
        ) : !hadTaker.current ? (
          <Notice tone="warning">
            <p>{t.invoices.noneTakes}</p>
            <Button to="/accounts">{t.menu.accounts}</Button>
          </Notice>
        ) : (
          <InvoiceForm accounts={data} source={source} />
        )
      }
    </QueryResult>
  );
}

interface Item {
  key: number;
  name: string;
  price: string;
  quantity: string;
}

interface InvoiceFormProps {
  accounts: DataOf<"listOwnAccounts">;
  source: Source | null;
}

function InvoiceForm({ accounts, source }: InvoiceFormProps) {
  const { noteSent } = useKeptTyping();
  const { go, query } = useRouter();
  const lines = useItems(source);
  const [hasItems, setHasItems] = useState((source?.items.length ?? 0) > 0);
  const [amount, setAmount] = useState(
    source && !hasItems ? String(source.payment_amount) : (query.get("amount") ?? ""),
  );
  const [customer, setCustomer] = useState(source?.customer_name ?? "");

  const { isMeant, question } = useLargeAmount();
  const { time_zone } = useMerchant();

  async function create(values: Values) {
    if (!(await isMeant(sum))) return false;
    const mail_language = languages.find((each) => each === values("mail_language")) ?? null;
    const { sale_id, payment_code, payment_total } = await call("createInvoice", {
      body: {
        form_key: values("form_key"),
        account_id: values("account_id") || null,
        payment_amount: hasItems || amount.trim() === "" ? null : numberOf(amount),
        items: hasItems
          ? lines.items.map(({ name, price, quantity }) => ({
              name: name.trim(),
              price: numberOf(price),
              quantity: numberOf(quantity),
            }))
          : [],
        customer_name: customer.trim(),
        customer_phone: values("customer_phone").trim() || null,
        customer_email: values("customer_email").trim() || null,
        mail_language,
        note: values("note").trim() || null,
        ...deadlineOf(values, time_zone),
      },
    });
    noteSent();
    // A language of an invoice that the server refuses is not kept.
    if (mail_language) keepMessageLanguage(mail_language);
    return go(payment_total === null ? `/invoices/${sale_id}` : paymentPath(payment_code), {
      replace: true,
      said: t.invoices.created,
    });
  }

  const takers = accounts.filter(takesPayments);
  const copied = takers.find(({ account_id }) => account_id === source?.account_id);
  const isChoice = source !== null && source.account_id === null;
  const [first] = useState((copied ?? takers[0])?.account_id ?? "");
  const [wanted, setWanted] = useState(isChoice ? "" : first);
  const counter = useQuery("getCounter", {});
  const hasNoChoice = counter.data !== null && !counter.data.accounts.some(canBeChosen);
  const chosenAccount = wanted === "" && hasNoChoice ? first : wanted;
  const sum = hasItems ? sumOf(lines.items) : amount.trim() === "" ? 0 : numberOf(amount);
  return (
    <>
      <Form submit={create} label={t.common.newInvoice} initial={source}>
        <FormKey />
        <WatchWarning hasAccount />
        <div class="invoice-form">
          <Card>
            <Radios<boolean>
              legend={t.invoices.what}
              name="has_items"
              chosen={hasItems}
              options={[
                [false, t.invoices.oneAmount],
                [true, t.invoices.withItems],
              ]}
              onChoose={setHasItems}
            />
            {hasItems ? (
              <ItemFields {...lines} />
            ) : (
              <AmountField
                name="payment_amount"
                label={t.common.amountInRupiah}
                value={amount}
                onInput={setAmount}
              />
            )}
            <Field
              name="customer_name"
              label={t.invoices.customer}
              autoComplete="off"
              autoCapitalize="words"
              value={customer}
              onInput={setCustomer}
            />
            <Field
              name="customer_phone"
              label={t.invoices.phone}
              isOptional
              hint={t.invoices.phoneHint}
              type="tel"
              autoComplete="off"
            />
            <Choice
              name="account_id"
              label={t.invoices.account}
              hint={
                hasNoChoice
                  ? t.invoices.noChoice(t.invoices.customerChooses)
                  : t.invoices.accountHint
              }
              chosen={chosenAccount}
              onChange={(event) => setWanted(event.currentTarget.value)}
              options={[
                ...accountChoices(accounts, (account) =>
                  takesPayments(account) ? "" : ` (${t.invoices.takesNone})`,
                ),
                ["", t.invoices.customerChooses, hasNoChoice],
              ]}
            />
            <MoreOptions source={source} />
            <div class="invoice-submit">
              <Submit>{t.invoices.create}</Submit>
            </div>
          </Card>
          <Card title={t.invoices.preview} class="invoice-preview">
            {customer.trim() !== "" && <p>{t.invoices.previewFor(customer.trim())}</p>}
            {hasItems && (
              <ul class="invoice-lines">
                {lines.items.map((item) => (
                  <li key={item.key}>
                    <span>
                      <bdi>{item.name || "…"}</bdi> × {item.quantity || "…"}
                    </span>
                    <span class="amount">{written(sumOf([item]))}</span>
                  </li>
                ))}
              </ul>
            )}
            <p class="hint figure-name">{t.common.amount}</p>
            <p class="figure" aria-live="polite">
              {written(sum)}
            </p>
            <p class="hint">{t.invoices.previewHint}</p>
            {/* On a phone this card stays in sight, with the form's button. */}
            <Submit>{t.invoices.create}</Submit>
          </Card>
        </div>
      </Form>
      {question}
    </>
  );
}

/** The fields that most invoices do not need. They open if a copied invoice fills one of them. */
function MoreOptions({ source }: { source: Source | null }) {
  const { time_zone, sends_mail } = useMerchant();
  const [isFixed, setFixed] = useState(false);
  const isFilled = source && (source.customer_email ?? source.note ?? source.deadline_seconds);
  return (
    <details open={Boolean(isFilled)}>
      <summary>{t.invoices.moreOptions}</summary>
      <div class="form">
        <Choice
          name="deadline_seconds"
          label={t.common.deadline}
          chosen={source?.deadline_seconds ?? day}
          onChange={(event) => setFixed(event.currentTarget.value === fixed)}
          options={[
            ...deadlinesWith(source?.deadline_seconds).map(
              (seconds) =>
                [
                  seconds,
                  seconds < day
                    ? t.invoices.hours(Math.round(seconds / hour))
                    : t.invoices.days(Math.round(seconds / day)),
                ] as const,
            ),
            [fixed, t.invoices.fixedDeadline],
          ]}
        />
        {isFixed && (
          <div class="pair">
            <Field
              name="deadline_at"
              type="date"
              label={t.invoices.deadlineDay}
              hint={t.invoices.deadlineHint(
                limits.saleDeadlineMinutesMin,
                limits.saleDeadlineDaysMax,
              )}
              defaultValue={dayOf(new Date(Date.now() + day * 1000), time_zone)}
            />
            <Field
              name="deadline_time"
              type="time"
              label={t.invoices.deadlineTime(zoneName(time_zone))}
              defaultValue="21:00"
            />
          </div>
        )}
        <Field
          name="customer_email"
          label={t.invoices.email}
          isOptional
          type="email"
          autoComplete="off"
        />
        {sends_mail && (
          <Choice
            name="mail_language"
            label={t.invoices.mailNow}
            hint={t.invoices.mailNowHint}
            options={[
              ["", t.invoices.noMail],
              ...languages.map((each) => [each, languageNames[each]] as const),
            ]}
          />
        )}
        <Area name="note" label={t.invoices.note} isOptional />
      </div>
    </details>
  );
}

function deadlineOf(values: Values, timeZone: string) {
  const chosen = values("deadline_seconds");
  if (chosen !== fixed) return { deadline_seconds: Number(chosen) };
  const at = momentOf(values("deadline_at"), values("deadline_time"), timeZone);
  return { deadline_at: at?.toISOString() ?? null };
}

/**
 * Returns the deadlines to choose from. A copied invoice can have a deadline that is not in the
 * list.
 */
const deadlinesWith = (other: number | null | undefined): number[] =>
  [...new Set([...deadlines, ...(other ? [other] : [])])].toSorted((a, b) => a - b);

const written = (amount: number): string => (amount >= 0 ? formatRupiah(amount) : "–");

/** Returns the sum of the items in rupiah, or -1 if a field is not a number. */
function sumOf(items: readonly Item[]): number {
  const parts = items.map(({ price, quantity }) => [numberOf(price), numberOf(quantity)] as const);
  if (parts.some(([price, quantity]) => price < 0 || quantity < 0)) return -1;
  return parts.reduce((sum, [price, quantity]) => sum + price * quantity, 0);
}

function useItems(source: Source | null) {
  const [items, setItems] = useState<readonly Item[]>(() =>
    source && source.items.length > 0
      ? source.items.map(({ name, price, quantity }, key) => ({
          key,
          name,
          price: String(price),
          quantity: String(quantity),
        }))
      : [emptyItem(0)],
  );
  const nextKey = useRef(items.length);
  return {
    items,
    // Browsers that fill in a form change several fields at once.
    add: () => setItems((present) => [...present, emptyItem(nextKey.current++)]),
    remove: (key: number) => setItems((present) => present.filter((item) => item.key !== key)),
    change: (key: number, change: Partial<Item>) =>
      setItems((present) =>
        present.map((item) => (item.key === key ? { ...item, ...change } : item)),
      ),
  };
}

const emptyItem = (key: number): Item => ({ key, name: "", price: "", quantity: "1" });

function ItemFields({ items, add, remove, change }: ReturnType<typeof useItems>) {
  const legend = useId();
  return (
    <div class="invoice-items">
      {items.map((item, index) => (
        <div
          key={item.key}
          class="invoice-item"
          role="group"
          aria-labelledby={`${legend}-${item.key}`}
        >
          <p class="hint" id={`${legend}-${item.key}`}>
            {t.invoices.item(index + 1)}
          </p>
          <Field
            name={`items.${index}.name`}
            label={t.invoices.name}
            autoComplete="off"
            autoCapitalize="words"
            value={item.name}
            onInput={(name) => change(item.key, { name })}
          />
          <div class="pair">
            <AmountField
              name={`items.${index}.price`}
              label={t.invoices.price}
              value={item.price}
              onInput={(price) => change(item.key, { price })}
            />
            <Field
              name={`items.${index}.quantity`}
              label={t.invoices.quantity}
              inputMode="numeric"
              autoComplete="off"
              value={item.quantity}
              onInput={(quantity) => change(item.key, { quantity })}
            />
          </div>
          {items.length > 1 && (
            <Button
              tone="quiet"
              icon="close"
              aria-label={t.invoices.removeItem(index + 1)}
              onClick={() => remove(item.key)}
            ></Button>
          )}
        </div>
      ))}
      <Button icon="plus" data-adds="items" onClick={add}>
        {t.invoices.addItem}
      </Button>
    </div>
  );
}
