/**
 * Shows and handles the back button of pages without an address to return to. The button appears only if the customer
 * came from another page. It also works on pages that only the server renders.
 */
export function offerWayBack(): void {
  document.documentElement.classList.toggle("can-go-back", document.referrer !== "");
  document.addEventListener("click", ({ target }) => {
    if ((target as Element).closest(".back")) history.back();
  });
}
