import { useEffect, useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { endOfCode, nameInCode } from "../../base/account-name.ts";
import { call, Refusal } from "../../base/api.ts";
import type { CounterAccount, CounterItem } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useMay } from "../../base/session.tsx";
import { sharedObstacle } from "../../base/shared-obstacle.ts";
import { countOf, sumOf, type Cart } from "./cart.ts";
import { ItemPicker } from "./item-picker.tsx";
import { counterTexts as t } from "./counter-texts.ts";
import type { TillMemory } from "./till-memory.ts";
import { earlier, shownOf, withKey, withoutLast, withText, type Typed } from "./typed.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { amountProblem } from "../../ui/amount-problem.ts";
import { useLargeAmount } from "../../ui/large-amount.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TwoFactorNeeded } from "../access/two-factor-first.tsx";

const accountKey = "tepat_counter_account";
const amountName = "payment_amount";

interface KeypadProps {
  accounts: readonly CounterAccount[];
  items: readonly CounterItem[];
  cart: Cart;
  onCart(change: (before: Cart) => Cart): void;
  typed: Typed;
  onTyped(change: (before: Typed) => Typed): void;
  memory: TillMemory;
  onMade(sale_id: string): void;
}

/**
 * Charges a typed amount, the sum of the shop's items, or both. The person types with the keys on the screen or on a
 * keyboard. The focus does not matter.
 */
export function Keypad(props: KeypadProps) {
  const { accounts, items, cart, onCart, onTyped, memory, onMade } = props;
  const { digits: typed, isEarlier, unread } = props.typed;
  const { isMeant, question } = useLargeAmount(limits.counterAmountUnasked);
  const [wantsItems, setPicking] = useState(countOf(cart) > 0);
  // A cart can be kept longer than the list of items.
  const hasItems = items.length > 0 || cart.length > 0;
  const isPicking = wantsItems && hasItems;
  const [note, setNote] = useState("");
  const amount = sumOf(cart) + Number(typed || "0");
  const usable = accounts.filter(({ obstacle }) => obstacle === null);
  const [wanted, setWanted] = useState(() => localStorage.getItem(accountKey));
  // If all accounts share a reason, the page shows it once.
  const shared = sharedObstacle(accounts.map(({ obstacle }) => obstacle));
  const chosen =
    usable.find(({ account_id }) => account_id === wanted) ??
    usable.find(({ is_watched }) => is_watched) ??
    usable[0];
  const isBlind = usable.length > 0 && usable.every(({ is_watched }) => !is_watched);
  // Several QR codes need their names to tell them apart. A single one does not.
  const needsNumber = ({ channel_type }: CounterAccount) =>
    channel_type === "TRANSFER" ||
    accounts.filter((other) => other.channel_type === channel_type).length > 1;
  const nameOf = (account: CounterAccount) => {
    const name = nameInCode(account);
    return name ? `${name} ${endOfCode(account.account_number)}` : account.account_number;
  };
  // Two keys can come before the next drawing, so each change begins with the state at its own time.
  const add = (key: string) => onTyped((before) => withKey(before, key));
  const erase = () => onTyped(withoutLast);

  useEffect(() => {
    const type = (event: KeyboardEvent) => {
      const { target } = event;
      const isDigit = /^\d$/u.test(event.key);
      // The field itself would add the digit to the earlier ones.
      const isReplaced =
        isEarlier && isDigit && target instanceof HTMLInputElement && target.name === amountName;
      const isElsewhere =
        (target instanceof HTMLInputElement && !isReplaced) ||
        document.querySelector("dialog[open]") !== null;
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isReplaced) event.preventDefault();
      if (isDigit) add(event.key);
      else if (event.key === "Backspace") erase();
    };
    addEventListener("keydown", type);
    return () => removeEventListener("keydown", type);
  }, [isEarlier]);

  async function charge() {
    if (!chosen) return;
    if (unread !== null) throw amountRefused("not_an_integer");
    if (amount === 0) throw isPicking ? nothingPicked() : amountRefused("empty");
    const { account_id } = chosen;
    const other = { name: t.counter.other, price: Number(typed), quantity: 1 };
    const wanted = {
      account_id,
      payment_amount: amount,
      items: cart.length > 0 && typed !== "" ? [...cart, other] : [...cart],
      note: note.trim() || null,
    };
    const ask = () =>
      call("makeCounterSale", { body: { ...wanted, form_key: memory.keyFor(wanted) } });
    let sale = await ask();
    // An earlier customer has paid the sale of this key, for example after a lost response.
    if (sale.payment_status !== "PENDING" || sale.rest !== null) {
      memory.forgetKey();
      sale = await ask();
    }
    onMade(sale.sale_id);
  }

  return (
    <section class="card keypad">
      <Form
        label={t.menu.counter}
        submit={async () => {
          if (!(await isMeant(amount))) return false;
          return charge();
        }}
      >
        {hasItems && (
          <div class="keypad-ways" role="group" aria-label={t.counter.ways}>
            <button type="button" aria-pressed={!isPicking} onClick={() => setPicking(false)}>
              {t.counter.keypad}
            </button>
            <button
              type="button"
              aria-pressed={isPicking}
              onClick={() => {
                // A text that is not an amount is no part of the total.
                if (unread !== null) onTyped(() => earlier(""));
                setPicking(true);
              }}
            >
              {cart.length > 0 ? t.counter.itemsCount(countOf(cart)) : t.counter.items}
            </button>
          </div>
        )}
        {isPicking ? (
          <p class="keypad-total" role="status">
            <span class="hint">{t.counter.total}</span> {formatRupiah(amount)}
          </p>
        ) : (
          <Field
            name={amountName}
            label={t.common.amount}
            class="keypad-amount"
            inputMode="none"
            autoComplete="off"
            autoFocus
            value={shownOf(props.typed)}
            onInput={(text, event) => onTyped((before) => withText(before, text, event))}
            problem={unread === null ? undefined : amountProblem(unread)}
          />
        )}
        {usable.length === 0 && <NoneUsable reason={shared} />}
        <fieldset class="methods">
          <legend>{t.counter.method}</legend>
          {accounts.map((account) => (
            <label class="method" key={account.account_id}>
              <input
                type="radio"
                name="account_id"
                value={account.account_id}
                checked={account === chosen}
                disabled={account.obstacle !== null}
                onChange={() => {
                  localStorage.setItem(accountKey, account.account_id);
                  setWanted(account.account_id);
                }}
              />
              <span>
                {account.channel_name}{" "}
                {needsNumber(account) && <span class="hint">{nameOf(account)}</span>}
                {account.obstacle !== null && account.obstacle !== shared && (
                  <span class="hint obstacle">{t.counter.obstacles[account.obstacle]}</span>
                )}
                {account.obstacle === null && !account.is_watched && !isBlind && (
                  <span class="hint obstacle">{t.counter.unwatched}</span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
        {chosen?.is_watched === false && <p class="hint obstacle">{t.counter.notWatched}</p>}
        {isPicking ? (
          <ItemPicker items={items} cart={cart} onCart={onCart} />
        ) : (
          <div class="number-keys" role="group" aria-label={t.counter.keypad}>
            {["1", "2", "3", "4", "5", "6", "7", "8", "9", "000", "0"].map((digits) => (
              <button type="button" key={digits} onClick={() => add(digits)}>
                {digits}
              </button>
            ))}
            <button type="button" aria-label={t.counter.erase} onClick={erase}>
              <Icon name="erase" />
            </button>
          </div>
        )}
        <details class="keypad-note" open={note !== ""}>
          <summary>{t.counter.note}</summary>
          <Field
            name="note"
            label={t.counter.note}
            isOptional
            autoComplete="off"
            maxLength={limits.counterNoteCharacters}
            value={note}
            onInput={setNote}
          />
        </details>
        <Submit isDisabled={!chosen}>
          {cart.length > 0 ? t.counter.chargeAmount(formatRupiah(amount)) : t.counter.charge}
        </Submit>
      </Form>
      {/* Below the keys, which must fit on a phone together with the button. */}
      {isBlind && <NoneWatched />}
      {question}
    </section>
  );
}

/** The field shows "Rp0" while nothing is typed, so the form cannot see that the field is empty. */
const amountRefused = (code: "empty" | "not_an_integer") =>
  new Refusal("validation_error", "Nothing is charged", {
    problems: [{ path: [amountName], problem: { code, params: {} } }],
  });

const nothingPicked = () =>
  new Refusal("validation_error", "Nothing is charged", { sentence: t.counter.nothingPicked });

/** `reason`: the one that all accounts share. */
function NoneUsable({ reason }: { reason: CounterAccount["obstacle"] }) {
  const canChange = useMay()("changeOwnAccount");
  if (reason === null || !canChange) {
    return (
      <Notice tone="warning">
        {reason === null ? t.counter.noneUsable : t.counter.noneFor[reason]}
      </Notice>
    );
  }
  return (
    <Notice tone="warning">
      <p>{t.counter.noneForOwner[reason]}</p>
      <Button to={reason === "account_not_watched" ? "/devices" : "/accounts"}>
        {t.counter.remedies[reason]}
      </Button>
    </Notice>
  );
}

/** The counter can charge, but a person must look for the money. */
const NoneWatched = () => (
  <Notice tone="warning">
    <p>
      {useMay()("matchOwnPayment") ? t.counter.noneWatched : t.counter.noneWatchedHint}{" "}
      <TwoFactorNeeded />
    </p>
    <Button needs="changeOwnAccount" to="/devices">
      {t.counter.remedies.account_not_watched}
    </Button>
  </Notice>
);
