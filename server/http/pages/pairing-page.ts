import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { limits } from "../../contract/limits.ts";
import { preferredLanguage } from "../transport/accept.ts";
import { androidAppPath } from "../../domain/sources/android-package.ts";
import type { AndroidApp, FindAndroidApp } from "./android-app.ts";
import type { FindPage, Page } from "./page.ts";
import { pairingTexts } from "./pairing-texts.ts";
import { compressed, staticPage, type StaticFile } from "./static-file.ts";

/**
 * Serves `/pair#CODE`, which a phone's camera opens from the dashboard's QR code. The page passes the code to the
 * app, or shows how to get the app. The code is in the fragment, so the server never sees it.
 */
export async function loadPairingPages(
  publicUrl: () => string,
  findApp: FindAndroidApp,
): Promise<FindPage> {
  const [css, start] = await Promise.all([
    readFile(new URL("pairing.css", import.meta.url)),
    readFile(new URL("pairing-start.mjs", import.meta.url)),
  ]);
  const script = await scriptOf(start);
  const style = css.toString("utf8");
  const page: Page = {
    name: "pairingPage",
    async respond(request) {
      const query = new URLSearchParams(request.query);
      const language = preferredLanguage(
        [query.get("lang") ?? undefined],
        request.header("accept-language"),
      );
      const app = await findApp();
      const body = html({
        language,
        app,
        style,
        script: script.path,
        host: new URL(publicUrl()).host,
      });
      const headers = pageHeaders(publicUrl(), style);
      return { status: 200, headers: { ...headers, "content-language": language }, body };
    },
  };
  const scriptPage = staticPage("pairingAsset", script.file);
  return (path) => {
    if (path === "/pair") return page;
    return path === `/${script.path}` ? scriptPage : undefined;
  };
}

async function scriptOf(bytes: Buffer): Promise<{ path: string; file: StaticFile }> {
  const hash = sha256(bytes).toString("hex").slice(0, 12);
  const file = await compressed(bytes, "text/javascript; charset=utf-8");
  return { path: `pair/start-${hash}.js`, file };
}

const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest();

/**
 * The policy needs no entry for the app's address. That address is a link with its own scheme, which no policy
 * restricts.
 */
const pageHeaders = (publicUrl: string, style: string): Record<string, string> => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  vary: "accept-language",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${sha256(style).toString("base64")}'`,
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
  ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000" }),
});

interface PageContent {
  language: "id" | "en";
  app: AndroidApp | null;
  style: string;
  script: string;
  host: string;
}

/** The app's package name on Android. A merchant's own build, if this server offers one, has another name. */
const releaseName = "id.tepat.worker";

function html({ language, app, style, script, host }: PageContent): string {
  const t = pairingTexts[language];
  const other = language === "id" ? "en" : "id";
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Tepat: ${t.title}</title>
    <link rel="icon" href="/dashboard/mark.svg" type="image/svg+xml" />
    <style>${style}</style>
  </head>
  <body>
    <header><strong>Tepat</strong> <a href="?lang=${other}" hreflang="${other}" lang="${other}">${t.other}</a></header>
    <main>
      <h1>${t.title}</h1>
      <p class="quiet">${fill(t.lead, { host: escaped(host) })}</p>
      <noscript><p class="note">${t.noScript}</p></noscript>
      <p class="note" id="no-code" role="status" hidden>${t.noCode}</p>
      <p class="note" id="missing" role="status" hidden>${t.missing}</p>
      <p class="note" id="not-android" hidden>${t.notAndroid}</p>
      <p class="note" id="plain" hidden>${t.plain}</p>
      ${
        app
          ? `<ol class="steps"><li><h2>${t.install}</h2>${installation(app, language)}</li></ol>
      <div id="pairing" hidden>${opening(app.name, language)}</div>`
          : `<section>${otherWays(language)}</section>
      <details id="pairing" hidden><summary>${t.hasApp}</summary>${opening(null, language)}</details>`
      }
    </main>
    <script type="module" src="${script}"></script>
  </body>
</html>
`;
}

/** Returns the steps in the app. They follow its installation, unless this server offers no app. */
function opening(appName: string | null, language: "id" | "en"): string {
  const t = pairingTexts[language];
  const minutes = String(limits.pairingOfferSeconds / 60);
  return `<ol class="steps${appName === null ? "" : " continued"}">
          <li>
            <h2>${t.open}</h2>
            <p>${t.openHint}</p>
            <a class="button" id="open" href="#" data-package="${appName ?? releaseName}">${t.openButton}</a>
          </li>
          <li>
            <h2>${t.compare}</h2>
            <p>${t.compareHint}</p>
          </li>
        </ol>
        <details>
          <summary>${t.byHand}</summary>
          <p>${t.byHandHint}</p>
          <dl>
            <dt>${t.server}</dt>
            <dd><code id="server"></code></dd>
            <dt>${t.code}</dt>
            <dd><code id="code"></code></dd>
          </dl>
          <button type="button" id="copy" data-copied="${t.copied}" hidden>${t.copy}</button>
        </details>
        <p class="quiet">${fill(t.ends, { minutes })}</p>`;
}

function installation(app: AndroidApp, language: "id" | "en"): string {
  const t = pairingTexts[language];
  const size = Math.ceil(app.bytes.length / 1000);
  const version = escaped(app.version ?? t.unknownVersion);
  return `<a class="button" href="${androidAppPath.slice(1)}">${t.download}</a>
          <p class="quiet">${fill(t.facts, { version, size: String(size) })}</p>
          <details>
            <summary>${t.refused}</summary>
            <p>${t.refusedWhy}</p>
            <ul>
              <li>${t.refusedNow}</li>
              <li>${t.refusedCable} <a href="docs/phone">${t.guide}</a></li>
              <li>${t.refusedWait}<ol>${items(t.waitSteps)}</ol></li>
            </ul>
          </details>
          <details><summary>${t.checksum}</summary><p><code>${app.sha256}</code></p></details>`;
}

/** Returns the ways to connect without the app. */
function otherWays(language: "id" | "en"): string {
  const t = pairingTexts[language];
  return `<p>${t.noApp}</p>
          <ul>${items(t.noAppWays)}</ul>
          <p>${t.noAppNext} <a href="docs/phone">${t.guide}</a></p>`;
}

const items = (texts: readonly string[]): string =>
  texts.map((text) => `<li>${text}</li>`).join("");

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Escapes values from settings and files. The texts are ours and need no escaping. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
