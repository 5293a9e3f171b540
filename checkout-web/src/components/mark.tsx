import type { CheckoutPage } from "../page.ts";

/**
 * The mark of the bank or of QRIS, drawn by the server. The drawings of all banks would make the browser's script too
 * large.
 */
export const Mark = ({ page: { mark } }: { page: CheckoutPage }) =>
  mark ? <span class="mark" dangerouslySetInnerHTML={{ __html: mark }} /> : null;
