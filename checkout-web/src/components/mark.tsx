import type { CheckoutPage } from "../page.ts";

/** The bank's or QRIS' mark as the server has drawn it: the drawings of all banks would not fit the browser's script. */
export const Mark = ({ page: { mark } }: { page: CheckoutPage }) =>
  mark ? <span class="mark" dangerouslySetInnerHTML={{ __html: mark }} /> : null;
