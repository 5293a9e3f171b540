// Runs in the browser. The code is in the address's fragment, which browsers send to no server. This script does not
// send the code either.

const byId = (id) => document.getElementById(id);
const show = (id) => byId(id).removeAttribute("hidden");

const code = location.hash.slice(1);
const hasCode = /^[\w-]{1,200}$/.test(code);
const server = location.origin + location.pathname.replace(/\/pair$/, "");

for (const link of document.querySelectorAll("a[hreflang]")) link.hash = location.hash;
if (location.protocol === "http:") show("plain");
if (!/android/i.test(navigator.userAgent)) show("not-android");
if (new URLSearchParams(location.search).get("app") === "missing") show("missing");

if (hasCode) {
  byId("server").textContent = server;
  // Groups are easier to type. The gaps come from the style sheet, so that copying gives only the code.
  for (const group of code.match(/.{1,4}/g)) {
    const part = document.createElement("span");
    part.textContent = group;
    byId("code").append(part);
  }
  byId("open").href = intentAddress();
  show("pairing");
  if (navigator.clipboard) offerCopy(byId("copy"));
} else show("no-code");

/**
 * Returns the address that opens the app. Without an app, Chrome opens the fallback address. That address is this
 * page, which then says that the app is missing.
 */
function intentAddress() {
  const fallback = `${server}/pair?app=missing&lang=${document.documentElement.lang}#${code}`;
  const parts = { server, code };
  const query = Object.entries(parts).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `intent://pair?${query.join("&")}#Intent;scheme=tepat;package=${byId("open").dataset.package};S.browser_fallback_url=${encodeURIComponent(fallback)};end`;
}

function offerCopy(button) {
  button.removeAttribute("hidden");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code);
    button.textContent = button.dataset.copied;
  });
}

// The camera can open another code's address in the same tab.
addEventListener("hashchange", () => location.reload());
