import type { InstructionStep } from "@tepat/sdk";
import type { CheckoutPage } from "./page.ts";

export interface OrderLine {
  name: string;
  quantity: number;
  subtotal: number;
  productUrl: string | null;
  imageUrl: string | null;
}

/**
 * Returns the valid lines of an order. A text that is not JSON gives no lines, and the page still
 * works.
 */
export function readOrderLines(json: string): OrderLine[] {
  return readObjects(json).flatMap((item) => {
    const { name, quantity, subtotal } = item;
    if (typeof name !== "string") return [];
    if (typeof quantity !== "number" || typeof subtotal !== "number") return [];
    const imageUrl = httpsUrl(item["image_url"]);
    return {
      name,
      quantity,
      subtotal,
      productUrl: httpsUrl(item["product_url"]),
      imageUrl: imageUrl !== null && isSvg(imageUrl) ? null : imageUrl,
    };
  });
}

export function readSteps(json: string): Pick<InstructionStep, "title" | "content">[] {
  return readObjects(json).flatMap(({ title, content }) =>
    typeof title === "string" && typeof content === "string" ? { title, content } : [],
  );
}

function readObjects(json: string): Record<string, unknown>[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return Array.isArray(parsed)
      ? parsed.filter((item) => typeof item === "object" && item !== null)
      : [];
  } catch {
    return [];
  }
}

/**
 * Returns an address that the page can safely link to or load, or null. The address must use https and contain no
 * credentials, which can disguise the host.
 */
export function httpsUrl(text: unknown): string | null {
  if (typeof text !== "string" || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isPlain = url.username === "" && url.password === "";
  return url.protocol === "https:" && isPlain ? url.href : null;
}

const pictureData = /^data:image\/(?:jpeg|png);base64,[\d+/A-Za-z]+=*$/u;

/** Returns a merchant's logo: its address, or a picture that is embedded in the page. */
export const logoAddress = (text: unknown): string | null =>
  typeof text === "string" && pictureData.test(text) ? text : httpsUrl(text);

/** Returns whether the address is an SVG file. SVG from another server can contain scripts. */
const isSvg = (url: string) => /\.svgz?$/iu.test(new URL(url).pathname);

/**
 * Removes the payment details of an invoice that can no longer be paid (specification 3.1). A receipt keeps the
 * customer's name, the items and the payment method.
 */
export function withoutPaymentDetails(page: CheckoutPage): CheckoutPage {
  const isPaid = page.view.status === "PAID";
  return {
    ...page,
    qr: null,
    qr_size: null,
    rest: null,
    change_path: null,
    english_steps: [],
    mark: null,
    note: isPaid ? page.note : null,
    view: {
      ...page.view,
      customer_name: isPaid ? page.view.customer_name : "",
      order_items: isPaid ? page.view.order_items : "[]",
      account_number: "",
      account_name: "",
      bank_name: isPaid ? page.view.bank_name : "",
      app_name: "",
      instructions: "[]",
      qris_id: null,
      qris_name: null,
      qris_city: null,
      qris_payload: null,
    },
  };
}

/**
 * Removes the customer's contact details, and the account of an ended payment. The page does not show them, so its
 * source must not contain them.
 */
export function forThePublic(page: CheckoutPage): CheckoutPage {
  const view = { ...page.view, customer_email: null, customer_phone: null };
  const shown = { ...page, view };
  return view.status === "PENDING" ? shown : withoutPaymentDetails(shown);
}
