import { useLayoutEffect, useMemo, useState } from "preact/hooks";
import { sumOf, type Cart } from "./cart.ts";
import { useChime, type Chime } from "./chime.ts";
import { CounterDay } from "./counter-day.tsx";
import { CounterSaleScreen } from "./counter-sale.tsx";
import { Keypad } from "./keypad.tsx";
import { Empty } from "../../ui/notice.tsx";
import { QueryResult, Page } from "../../ui/page.tsx";
import { useRouter } from "../../base/router.tsx";
import { useMay, useMerchant } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { tillMemory } from "./till-memory.ts";
import { earlier } from "./typed.ts";
import { counterTexts as t } from "./counter-texts.ts";
import { Button } from "../../ui/button.tsx";

/**
 * The counter's page. The address holds the open sale, so that each till has its own. A reload shows the sale in
 * its current state.
 */
export function Counter() {
  const { query, go } = useRouter();
  const counter = useQuery("getCounter", {});
  const canAdd = useMay()("createOwnAccount");
  const chime = useChime();
  const merchant = useMerchant();
  const { merchant_id, person } = merchant;
  const memory = useMemo(() => tillMemory(merchant), [merchant_id, person.person_id]);
  const [kept] = useState(memory.read);
  // Digits from before a reload or another page might belong to an earlier customer.
  const [typed, setTyped] = useState(() => earlier(kept.digits));
  const [cart, setCart] = useState<Cart>(kept.cart);
  const sale_id = query.get("sale");

  // A layout effect stores the values at once. An effect after the next frame could miss a reload.
  useLayoutEffect(() => memory.keep({ digits: typed.digits, cart }), [memory, typed, cart]);

  function next(again: { sale_id: string; amount: number } | null) {
    if (again === null) {
      setTyped(earlier(""));
    } else {
      // The same items, if this till made the sale last. Otherwise only their sum.
      const charged = memory.chargedAs(again.sale_id);
      setTyped(earlier(charged?.digits ?? String(again.amount)));
      setCart(charged?.cart ?? []);
    }
    memory.forgetKey();
    go("/counter", { replace: true });
    void counter.reload();
  }

  return (
    <Page title={t.menu.counter}>
      <QueryResult query={counter}>
        {(data) =>
          data.accounts.length === 0 ? (
            <Empty icon="accounts" title={t.counter.noAccounts}>
              <p>{canAdd ? t.counter.noAccountsHintForOwner : t.counter.noAccountsHint}</p>
              <Button needs="createOwnAccount" to="/accounts/new">
                {t.common.addAccount}
              </Button>
            </Empty>
          ) : (
            <div class="counter">
              <Keypad
                // If a sale is charged again, its amount replaces the typed one.
                key={sale_id ?? "keypad"}
                accounts={data.accounts}
                items={data.items}
                cart={cart}
                onCart={setCart}
                typed={typed}
                onTyped={setTyped}
                memory={memory}
                onMade={(made) => {
                  memory.noteCharged(made, { digits: typed.digits, cart });
                  setTyped(earlier(""));
                  setCart([]);
                  go(`/counter?sale=${made}`);
                }}
              />
              <CounterDay
                counter={data}
                actions={
                  <div class="actions">
                    <Button tone="quiet" needs="changeCounterItems" to="/counter/items">
                      {t.counter.changeItems}
                    </Button>
                    <SoundSwitch chime={chime} />
                  </div>
                }
                onOpen={(each) => {
                  memory.forgetKey();
                  go(`/counter?sale=${each}`);
                }}
              />
            </div>
          )
        }
      </QueryResult>
      {sale_id !== null && (
        <CounterSaleScreen
          key={sale_id}
          saleId={sale_id}
          chime={chime}
          waiting={sumOf(cart)}
          onNext={next}
        />
      )}
    </Page>
  );
}

const SoundSwitch = ({ chime: { isMuted, setMuted } }: { chime: Chime }) => (
  <Button
    tone="quiet"
    icon={isMuted ? "muted" : "sound"}
    aria-pressed={!isMuted}
    onClick={() => setMuted(!isMuted)}
  >
    {isMuted ? t.counter.soundOff : t.counter.soundOn}
  </Button>
);
