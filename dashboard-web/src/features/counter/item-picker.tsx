import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { CounterItem } from "../../base/generated/types.gen.ts";
import { countIn, linesWithout, withPiece, type Cart } from "./cart.ts";
import { counterTexts as t } from "./counter-texts.ts";

interface ItemPickerProps {
  items: readonly CounterItem[];
  cart: Cart;
  onCart(change: (cart: Cart) => Cart): void;
}

/**
 * Replaces the keys: a tap adds one piece of an item. Lines of the cart whose item left the list or got another price
 * come first, and can only be taken away.
 */
export const ItemPicker = ({ items, cart, onCart }: ItemPickerProps) => (
  <ul class="counter-items" aria-label={t.counter.items}>
    {linesWithout(cart, items).map((line) => (
      <li key={`${line.name} ${line.price}`} class="in-cart">
        <p>
          <ItemWords item={line} count={line.quantity} />
          <span class="hint">{t.counter.notInList}</span>
        </p>
        <Less item={line} onCart={onCart} />
      </li>
    ))}
    {items.map((item, index) => {
      const count = countIn(cart, item);
      return (
        <li key={index} class={count > 0 ? "in-cart" : ""}>
          <button type="button" onClick={() => onCart((before) => withPiece(before, item, 1))}>
            <ItemWords item={item} count={count} />
          </button>
          {count > 0 && <Less item={item} onCart={onCart} />}
        </li>
      );
    })}
  </ul>
);

const ItemWords = ({ item, count }: { item: CounterItem; count: number }) => (
  <>
    <bdi>{item.name}</bdi>
    <span class="hint">{formatRupiah(item.price)}</span>
    {count > 0 && (
      <strong>
        × {count}
        <span class="off-screen"> {t.counter.inCart}</span>
      </strong>
    )}
  </>
);

const Less = ({ item, onCart }: { item: CounterItem } & Pick<ItemPickerProps, "onCart">) => (
  <button
    type="button"
    class="less"
    onClick={() => onCart((before) => withPiece(before, item, -1))}
  >
    <span aria-hidden="true">−</span>
    <span class="off-screen">{t.counter.less(`${item.name} ${formatRupiah(item.price)}`)}</span>
  </button>
);
