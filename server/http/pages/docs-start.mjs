/* Runs in the browser at /docs/api and draws the contract with Redoc. */

const reference = document.querySelector("#reference");
// Redoc creates style sheets while it draws. These need the nonce to pass the page's policy.
globalThis.__webpack_nonce__ = reference.nonce;

const [{ init }, contract] = await Promise.all([
  import(reference.dataset.redoc),
  fetch("/openapi.json").then((answer) => answer.json()),
]);
// The document names the address of a fresh clone. The reader needs this server's address.
const servers = [{ url: location.origin, description: "This server." }];
init({ ...contract, servers }, { disableTelemetry: true, scrollYOffset: ".bar" }, reference);
