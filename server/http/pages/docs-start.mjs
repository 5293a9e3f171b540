/* Runs in the browser, at /docs: draws the contract with Redoc. */

const reference = document.querySelector("#reference");
// Redoc's style sheets are made as it draws; they need it to pass the page's policy.
globalThis.__webpack_nonce__ = reference.nonce;

const [{ init }, contract] = await Promise.all([
  import(reference.dataset.redoc),
  fetch("/openapi.json").then((answer) => answer.json()),
]);
// The document names a fresh clone's address; its reader wants this server's.
const servers = [{ url: location.origin, description: "This server." }];
init({ ...contract, servers }, { disableTelemetry: true }, reference);
