import { useEffect, useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import { newFormKey } from "../../base/form-key.ts";
import type { CounterAccount } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { counterTexts as t } from "./counter-texts.ts";
import { Field, Form, Submit } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";

const accountKey = "tepat_counter_account";
const draftKey = "tepat_counter_draft";

interface KeypadProps {
  accounts: readonly CounterAccount[];
  /** The digits of the amount. */
  typed: string;
  onTyped(typed: (before: string) => string): void;
  onMade(sale_id: string): void;
}

/** The amount is typed with the keys on the screen or with those of a keyboard, wherever the focus is. */
export function Keypad({ accounts, typed, onTyped, onMade }: KeypadProps) {
  const usable = accounts.filter(({ obstacle }) => obstacle === null);
  const [wanted, setWanted] = useState(() => localStorage.getItem(accountKey));
  const chosen = usable.find(({ account_id }) => account_id === wanted) ?? usable[0];
  // A QR code's number helps only to distinguish two codes.
  const needsNumber = ({ channel_type }: CounterAccount) =>
    channel_type === "TRANSFER" ||
    accounts.filter((other) => other.channel_type === channel_type).length > 1;
  const add = (digits: string) => onTyped((before) => digitsOf(before + digits));
  const erase = () => onTyped((before) => before.slice(0, -1));

  useEffect(() => {
    const type = (event: KeyboardEvent) => {
      const isElsewhere =
        event.target instanceof HTMLInputElement || document.querySelector("dialog[open]") !== null;
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^\d$/u.test(event.key)) add(event.key);
      else if (event.key === "Backspace") erase();
    };
    addEventListener("keydown", type);
    return () => removeEventListener("keydown", type);
  }, []);

  async function charge() {
    if (!chosen) return;
    const { account_id } = chosen;
    const draft = draftOf({ account_id, payment_amount: Number(typed || "0") });
    const { sale_id } = await call("makeCounterSale", { body: draft });
    sessionStorage.removeItem(draftKey);
    onMade(sale_id);
  }

  return (
    <section class="card keypad">
      <Form label={t.menu.counter} submit={charge}>
        <Field
          name="payment_amount"
          label={t.common.amount}
          class="keypad-amount"
          inputMode="none"
          autoComplete="off"
          autoFocus
          value={typed === "" ? "Rp0" : formatRupiah(Number(typed))}
          onInput={(text) => onTyped(() => digitsOf(text))}
        />
        <fieldset class="methods">
          <legend>{t.counter.method}</legend>
          {usable.length === 0 && <Notice tone="warning">{t.counter.noneUsable}</Notice>}
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
                {needsNumber(account) && <span class="hint">{account.account_number}</span>}
                {account.obstacle !== null && (
                  <span class="hint obstacle">{t.counter.obstacles[account.obstacle]}</span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
        <div class="keys" role="group" aria-label={t.counter.keypad}>
          {["1", "2", "3", "4", "5", "6", "7", "8", "9", "000", "0"].map((digits) => (
            <button type="button" key={digits} onClick={() => add(digits)}>
              {digits}
            </button>
          ))}
          <button type="button" aria-label={t.counter.erase} onClick={erase}>
            <Icon name="erase" />
          </button>
        </div>
        <Submit isDisabled={!chosen}>{t.counter.charge}</Submit>
      </Form>
    </section>
  );
}

/** More than one does not fit into an amount; leading zeros say nothing. */
const digitsOf = (text: string): string =>
  text.replaceAll(/\D/gu, "").replace(/^0+/u, "").slice(0, limits.counterAmountDigits);

interface Wanted {
  account_id: string;
  payment_amount: number;
}

/**
 * The same amount asked for again, after an answer that was lost or a reload, is the same sale; it has the same key until
 * an answer has come.
 */
function draftOf(wanted: Wanted): Wanted & { form_key: string } {
  const kept = sessionStorage.getItem(draftKey);
  const draft = kept === null ? null : (JSON.parse(kept) as Wanted & { form_key: string });
  const isSame =
    draft?.account_id === wanted.account_id && draft.payment_amount === wanted.payment_amount;
  const used = isSame ? draft : { ...wanted, form_key: newFormKey() };
  sessionStorage.setItem(draftKey, JSON.stringify(used));
  return used;
}
