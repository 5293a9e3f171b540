/**
 * The button of pages that know no address to lead back to. It is shown to a customer who came from another page, and
 * works on pages that are only rendered by the server too.
 */
export function offerWayBack(): void {
  document.documentElement.classList.toggle("can-go-back", document.referrer !== "");
  document.addEventListener("click", ({ target }) => {
    if ((target as Element).closest(".back")) history.back();
  });
}
