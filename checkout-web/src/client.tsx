import { hydrate } from "preact";
import { Checkout } from "./components/checkout.tsx";
import type { CheckoutPage } from "./page.ts";
import { reloadWhenAvailable } from "./reload-when-available.ts";
import { offerWayBack } from "./way-back.ts";
// oxlint-disable-next-line import/no-unassigned-import -- the build moves the style sheet out of the script
import "./style.css";

offerWayBack();

const app = document.querySelector("#app");
const data = document.querySelector("#checkout");

if (app && data?.textContent) {
  const page = JSON.parse(data.textContent) as CheckoutPage;
  // The data leaves the document here, so that no payment details remain after the payment ends.
  data.remove();
  hydrate(<Checkout initialPage={page} />, app);
} else if (document.querySelector("#retry")) {
  reloadWhenAvailable();
}
