/**
 * The button of pages that know no address to lead back to. It is shown where the browser has a page before this one, and
 * works on pages that are only rendered by the server too.
 */
export function offerWayBack(): void {
  document.documentElement.classList.toggle("can-go-back", history.length > 1);
  document.addEventListener("click", ({ target }) => {
    if ((target as Element).closest(".back")) history.back();
  });
}
