/**
 * Improves forms that also work without a script. It shows the sum and the banks that accept it, and blocks a second
 * click.
 */

import { formatRupiah } from "../../../web-shared/src/money.ts";
import { offerWayBack } from "../way-back.ts";
// oxlint-disable-next-line import/no-unassigned-import -- the build moves the style sheet out of the script
import "./form.css";

offerWayBack();

const form = document.querySelector("form");
const total = document.querySelector("#total");
const send = form?.querySelector<HTMLButtonElement>("button[type=submit]");

function sum(data: FormData): number | null {
  const given = data.get("amount");
  const text = (typeof given === "string" ? given : "").replace(/^\s*rp\.?/iu, "");
  const amount = Number(text.replaceAll(/[\s.,]/gu, "") || "x");
  const quantity = Number(data.get("quantity") ?? 1);
  const result = amount * quantity;
  return Number.isSafeInteger(result) && result > 0 ? result : null;
}

function look(): void {
  if (!form || !total) return;
  const amount = sum(new FormData(form));
  total.textContent = amount === null ? "" : formatRupiah(amount);
  total.parentElement?.classList.toggle("unknown", amount === null);
  for (const method of form.querySelectorAll<HTMLInputElement>("input[name=channel_id]")) {
    const { min = "", max = "" } = method.dataset;
    method.disabled =
      amount !== null && (amount < Number(min) || (max !== "" && amount > Number(max)));
    if (method.disabled) method.checked = false;
  }
}

form?.addEventListener("input", look);
form?.addEventListener("submit", () => {
  if (send) send.disabled = true;
});
// A customer who returns with the browser's Back button can send the form again.
window.addEventListener("pageshow", () => {
  if (send) send.disabled = false;
  look();
});
