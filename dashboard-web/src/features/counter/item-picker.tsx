import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { CounterItem } from "../../base/generated/types.gen.ts";
import { countIn, withPiece, type Cart } from "./cart.ts";
import { counterTexts as t } from "./counter-texts.ts";

interface ItemPickerProps {
  items: readonly CounterItem[];
  cart: Cart;
  onCart(change: (cart: Cart) => Cart): void;
}

/** Replaces the keys: a tap adds one piece of an item. */
export const ItemPicker = ({ items, cart, onCart }: ItemPickerProps) => (
  <ul class="counter-items" aria-label={t.counter.items}>
    {items.map((item, index) => {
      const count = countIn(cart, item);
      const name = `${item.name} ${formatRupiah(item.price)}`;
      return (
        <li key={index} class={count > 0 ? "in-cart" : ""}>
          <button type="button" onClick={() => onCart((before) => withPiece(before, item, 1))}>
            <bdi>{item.name}</bdi>
            <span class="hint">{formatRupiah(item.price)}</span>
            {count > 0 && (
              <strong>
                × {count}
                <span class="off-screen"> {t.counter.inCart}</span>
              </strong>
            )}
          </button>
          {count > 0 && (
            <button
              type="button"
              class="less"
              onClick={() => onCart((before) => withPiece(before, item, -1))}
            >
              <span aria-hidden="true">−</span>
              <span class="off-screen">{t.counter.less(name)}</span>
            </button>
          )}
        </li>
      );
    })}
  </ul>
);
