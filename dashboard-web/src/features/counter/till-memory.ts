import { limits } from "../../base/limits.ts";
import { newFormKey } from "../../base/form-key.ts";
import type { Cart } from "./cart.ts";

/** The contents of a till before a sale: the typed digits and the cart. */
export interface Till {
  digits: string;
  cart: Cart;
}

interface Kept extends Till {
  owner: string;
  /** The last charged sale with its digits and cart, so that the sale can be charged again. */
  charged: (Till & { sale_id: string }) | null;
  /** The last requested sale, as JSON, with its key. null after the response. */
  asked: { wanted: string; form_key: string } | null;
}

const storageKey = "tepat_counter_till";

const empty: Till = { digits: "", cart: [] };

/**
 * The till's memory, which survives a reload. It belongs to one person of one shop: another person who signs in with
 * the same browser tab begins with an empty till.
 */
export function tillMemory({ merchant_id, person }: Owner, storage: Storage = sessionStorage) {
  const owner = `${merchant_id} ${person.person_id}`;
  const read = (): Kept => {
    const kept = parse(storage.getItem(storageKey));
    return kept?.owner === owner
      ? { ...tillOf(kept), owner, charged: chargedOf(kept.charged), asked: askedOf(kept.asked) }
      : { ...empty, owner, charged: null, asked: null };
  };
  const write = (change: Partial<Kept>) =>
    storage.setItem(storageKey, JSON.stringify({ ...read(), ...change }));
  return {
    read: (): Till => tillOf(read()),
    keep: (till: Till) => write(till),
    noteCharged: (sale_id: string, till: Till) =>
      write({ charged: { ...till, sale_id }, asked: null }),
    /**
     * Returns the key of a sale. The key stays the same until a response arrives or a sale is opened, so a request
     * repeated after a lost response or a reload creates no second sale.
     */
    keyFor: (sale: object): string => {
      const wanted = JSON.stringify(sale);
      const { asked } = read();
      const form_key = asked?.wanted === wanted ? asked.form_key : newFormKey();
      write({ asked: { wanted, form_key } });
      return form_key;
    },
    /** The next sale is another customer's, even with the same content. */
    forgetKey: () => write({ asked: null }),
    /** Returns the digits and the cart of the sale, or null if the sale is not the last one of this till. */
    chargedAs: (sale_id: string): Till | null => {
      const { charged } = read();
      return charged?.sale_id === sale_id ? tillOf(charged) : null;
    },
  };
}

export type TillMemory = ReturnType<typeof tillMemory>;

interface Owner {
  merchant_id: string;
  person: { person_id: string };
}

/** Returns null for text that is not an object. Other programs of this origin can write the storage. */
function parse(text: string | null): Partial<Kept> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** Returns the till within its bounds. A cart beyond them, or of another form, is empty. */
function tillOf({ digits, cart }: Partial<Till>): Till {
  const { counterAmountDigits, counterCartLines } = limits;
  const isWhole =
    Array.isArray(cart) && cart.length <= counterCartLines && cart.every((line) => isLine(line));
  return {
    digits: new RegExp(`^[1-9]\\d{0,${counterAmountDigits - 1}}$`, "u").test(digits ?? "")
      ? String(digits)
      : "",
    cart: isWhole ? cart : [],
  };
}

/** Returns null for a sale that is not whole within the bounds, because a part of it would be charged too little. */
function chargedOf(charged: Kept["charged"] | undefined): Kept["charged"] {
  if (typeof charged?.sale_id !== "string") return null;
  const till = tillOf(charged);
  return till.digits === charged.digits && till.cart === charged.cart
    ? { ...till, sale_id: charged.sale_id }
    : null;
}

const askedOf = (asked: Kept["asked"] | undefined): Kept["asked"] =>
  typeof asked?.wanted === "string" && /^[\da-f-]{36}$/u.test(asked.form_key)
    ? { wanted: asked.wanted, form_key: asked.form_key }
    : null;

const isLine = (line: Partial<Cart[number]> | null): boolean =>
  typeof line?.name === "string" &&
  Number.isSafeInteger(line.price) &&
  (line.price ?? 0) > 0 &&
  Number.isSafeInteger(line.quantity) &&
  (line.quantity ?? 0) > 0;
