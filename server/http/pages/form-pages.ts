import { readFile } from "node:fs/promises";
import type { Logger } from "pino";
import { GatewayError, notFound } from "../../contract/errors.ts";
import { uuid } from "../../contract/fields.ts";
import { limits } from "../../contract/limits.ts";
import { createAdmission } from "../../domain/base/admission.ts";
import { clientNetwork } from "../../domain/base/client-network.ts";
import { picturePath } from "../../domain/sales/addresses.ts";
import {
  formFields,
  FormRefused,
  type FormProblems,
  type FormValues,
} from "../../domain/sales/link-form.ts";
import { readLinkPage, submitLinkForm, type LinkPage } from "../../domain/sales/link-page.ts";
import { selectPicture } from "../../domain/sales/link-pictures.sql.ts";
import { PublicRefusal, type PublicRefusalKind } from "../../domain/sales/public-refusal.ts";
import { chooseForSale, readSalePage, type SalePage } from "../../domain/sales/sale-page.ts";
import type { Services } from "../../procedures/services.ts";
import type { Language } from "../transport/accept.ts";
import type { HttpRequest, HttpResponse } from "../transport/message.ts";
import type { CheckoutWeb, FormPageContent, RefusalKind } from "./checkout-web.ts";
import { htmlAnswer, languageOf, pageHeaders, type PagePolicy } from "./html-page.ts";
import { firstOf, pageNotBuilt, type FindPage, type Page } from "./page.ts";
import { compressed, filePage } from "./static-file.ts";

/**
 * The pages before a payment: `/l/{slug}` of a payment link, and `/i/{sale_id}` of an invoice whose customer chooses
 * how to pay. A customer always gets a page, even after a failure.
 */

export interface FormPageOptions {
  services: Services;
  /** null if the pages have not been built. */
  web: CheckoutWeb | null;
  log: Pick<Logger, "error">;
}

/** The page loads nothing from other sites, and its form is sent to no other site. */
const policy: PagePolicy = {
  images: "'self' data:",
  connections: "'none'",
  forms: "'self'",
};

export async function createFormPages(options: FormPageOptions): Promise<FindPage> {
  return firstOf(createPictures(options.services), await loadButton(), createPages(options));
}

function createPages({ services, web, log }: FormPageOptions): FindPage {
  if (!web) {
    return (path) => {
      if (path.startsWith("/l/")) return pageNotBuilt("linkPage", "This page", "checkout-web");
      if (path.startsWith("/i/")) return pageNotBuilt("salePage", "This page", "checkout-web");
      return undefined;
    };
  }
  const kit: Kit = { services, web, log };
  const admit = createAdmission({
    atOnce: limits.linkFormsAtOnce,
    strangersWaiting: limits.linkFormsWaiting,
    knownWaiting: 0,
    knownWaitingEach: 0,
  });
  /** Runs work in its turn. A form that has waited too long is refused at once, which bounds the queue. */
  const inTurn = (work: () => Promise<Outcome>): Promise<Outcome> => {
    const since = performance.now();
    return admit(() => {
      if (performance.now() - since > limits.linkFormWaitMilliseconds) throw busy();
      return work();
    });
  };
  const linkPage = formPage(kit, "linkPage", {
    show: (request) => showLink(kit, request),
    send: (request, form) => inTurn(() => sendLink(kit, request, form)),
  });
  const salePage = formPage(kit, "salePage", {
    show: (request) => showSale(kit, request),
    send: (request, form) => inTurn(() => sendSale(kit, request, form)),
  });
  return (path) => {
    if (path.startsWith("/l/")) return linkPage;
    return path.startsWith("/i/") ? salePage : undefined;
  };
}

const busy = (): GatewayError =>
  new GatewayError("rate_limited", { headers: { "retry-after": String(limits.busySeconds) } });

interface Kit {
  services: Services;
  web: CheckoutWeb;
  log: Pick<Logger, "error">;
}

/** The content of a page, or the payment to which the page redirects. */
type Outcome = { payment_id: string } | { status: number; content: FormPageContent };

interface Behaviour {
  show(request: HttpRequest): Promise<Outcome>;
  send(request: HttpRequest, form: URLSearchParams): Promise<Outcome>;
}

function formPage(kit: Kit, name: string, { show, send }: Behaviour): Page {
  return {
    name,
    methods: ["GET", "HEAD", "POST"],
    async respond(request) {
      const headers = pageHeaders(kit.services.gateway.settings.publicUrl);
      let rate: Record<string, string> = {};
      try {
        rate = await kit.services.rateLimits.take("checkout", clientNetwork(request.remoteAddress));
        const outcome =
          request.method === "POST"
            ? await send(request, await readForm(request))
            : await show(request);
        if ("payment_id" in outcome) return toCheckout(request, outcome.payment_id, headers);
        const { status, content } = outcome;
        const rendered = kit.web.renderForm(content);
        return await htmlAnswer(request, { status, rendered, policy }, { ...headers, ...rate });
      } catch (cause) {
        return refuse(kit, request, cause, { ...headers, ...rate });
      }
    },
  };
}

/** Redirects to the checkout page, in the language that the customer chose on this page. */
function toCheckout(
  request: HttpRequest,
  payment_id: string,
  headers: Readonly<Record<string, string>>,
): HttpResponse {
  return {
    status: 303,
    headers: { ...headers, location: `/pay/${payment_id}${chosenLanguage(request)}` },
    body: "",
  };
}

function chosenLanguage(request: HttpRequest): string {
  const chosen = new URLSearchParams(request.query).get("lang");
  return chosen === "id" || chosen === "en" ? `?lang=${chosen}` : "";
}

/** Returns whether the customer came back from the checkout page to choose again. */
const wantsChange = (request: HttpRequest): boolean =>
  new URLSearchParams(request.query).get("change") === "1";

function actionOf(request: HttpRequest): string {
  const language = chosenLanguage(request);
  if (!wantsChange(request)) return request.path + language;
  return `${request.path}?change=1${language.replace("?", "&")}`;
}

/** Reads the body of a form that this gateway's own page sent. Throws `stale_form` for any other request. */
async function readForm(request: HttpRequest): Promise<URLSearchParams> {
  const site = request.header("sec-fetch-site");
  const mediaType = request.header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  // Another site's page must not create invoices in the name of its visitors. The Origin header is `null` because of
  // no-referrer, so `Sec-Fetch-Site` decides.
  if (site !== undefined && site !== "same-origin") throw new PublicRefusal("stale_form");
  if (mediaType !== "application/x-www-form-urlencoded") throw new PublicRefusal("stale_form");
  const body = await request.body();
  if (body.length > limits.linkFormBytes) throw new PublicRefusal("stale_form");
  return new URLSearchParams(body.toString("utf8"));
}

/** Returns the decoded text after the page's prefix, or an empty text if it is not percent-encoded UTF-8. */
function nameIn({ path }: HttpRequest, prefix: string): string {
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    return "";
  }
}

async function showLink(
  { services }: Kit,
  request: HttpRequest,
  filled: { form_key?: string; values?: FormValues; problems?: FormProblems } = {},
): Promise<Outcome> {
  const page = await readLinkPage(services.gateway, nameIn(request, "/l/"));
  const { link, merchant } = page;
  if (page.refusal) {
    return refusedOutcome(services, request, page.refusal, { merchant, name: link.link_name });
  }
  return {
    status: filled.problems ? 400 : 200,
    content: {
      kind: "link",
      language: languageOf(request),
      action: actionOf(request),
      merchant: ownMerchant(services, merchant),
      form_key: filled.form_key ?? page.form_key,
      name: link.link_name,
      description: link.description,
      picture: pictureOf(link),
      amounts: link.amounts,
      amount_min: link.amount_min,
      amount_max: link.amount_max,
      quantity_max: link.quantity_max,
      pieces_left: page.pieces_left,
      questions: { name: link.asks_name, phone: link.asks_phone, note: link.asks_note },
      choices: page.choices,
      values: filled.values ?? {},
      problems: filled.problems ?? {},
    },
  };
}

function pictureOf({ picture_id, picture_width, picture_height }: LinkPage["link"]) {
  if (picture_id === null || picture_width === null || picture_height === null) return null;
  return { path: picturePath(picture_id), width: picture_width, height: picture_height };
}

async function sendLink(kit: Kit, request: HttpRequest, form: URLSearchParams): Promise<Outcome> {
  const values: FormValues = Object.fromEntries(
    formFields.flatMap((field) => {
      const value = form.get(field);
      return value === null ? [] : [[field, value]];
    }),
  );
  const form_key = form.get("form_key") ?? "";
  try {
    const payment_id = await submitLinkForm(kit.services.gateway, {
      slug: nameIn(request, "/l/"),
      form_key,
      values,
      client_address: request.remoteAddress,
    });
    return { payment_id };
  } catch (cause) {
    if (!(cause instanceof FormRefused)) throw cause;
    const { problems } = cause;
    // An invalid key is replaced with a new one, so that the corrected form can be sent.
    const isKey = uuid().safeParse(form_key).success;
    return showLink(kit, request, { values, problems, ...(isKey && { form_key }) });
  }
}

async function showSale(
  { services }: Kit,
  request: HttpRequest,
  problems?: FormProblems,
): Promise<Outcome> {
  const page = await readSalePage(services.gateway, nameIn(request, "/i/"), {
    again: wantsChange(request),
  });
  if ("payment_id" in page) return page;
  const { sale, merchant } = page;
  if (page.refusal) {
    return refusedOutcome(services, request, page.refusal, { merchant, name: sale.payment_code });
  }
  return {
    status: problems ? 400 : 200,
    content: {
      kind: "sale",
      language: languageOf(request),
      action: actionOf(request),
      merchant: ownMerchant(services, merchant),
      payment_code: sale.payment_code,
      amount: sale.amount,
      customer_name: sale.customer_name,
      orders: sale.orders.map(({ name, quantity, subtotal }) => ({ name, quantity, subtotal })),
      note: sale.note,
      deadline_at: sale.deadline_at,
      now: nowOf(services),
      choices: page.choices,
      chosen: page.chosen,
      problems: problems ?? {},
    },
  };
}

async function sendSale(kit: Kit, request: HttpRequest, form: URLSearchParams): Promise<Outcome> {
  try {
    const payment_id = await chooseForSale(kit.services.gateway, {
      sale_id: nameIn(request, "/i/"),
      channel_id: form.get("channel_id") ?? "",
      again: wantsChange(request),
    });
    return { payment_id };
  } catch (cause) {
    if (!(cause instanceof FormRefused)) throw cause;
    return showSale(kit, request, cause.problems);
  }
}

/** Keeps a merchant's logo only if this gateway serves it, so that these pages load nothing from other sites. */
function ownMerchant({ gateway }: Services, merchant: SalePage["merchant"]): SalePage["merchant"] {
  const { publicUrl } = gateway.settings;
  const { logo_url } = merchant;
  const isOwn = logo_url?.startsWith(`${publicUrl}/`) || logo_url?.startsWith("data:");
  return isOwn ? merchant : { ...merchant, logo_url: null };
}

const nowOf = ({ gateway }: Services): string => (gateway.now() ?? new Date()).toISOString();

function refusedOutcome(
  services: Services,
  request: HttpRequest,
  { kind, at }: { kind: RefusalKind; at: string | null },
  { merchant, name }: { merchant: SalePage["merchant"] | null; name: string | null },
) {
  const content: FormPageContent = {
    kind: "refused",
    language: languageOf(request) satisfies Language,
    action: actionOf(request),
    merchant: merchant && ownMerchant(services, merchant),
    name,
    refusal: kind,
    at,
    now: nowOf(services),
  };
  return { status: statusOf[kind], content };
}

/** The status of each refusal: 410 if the refusal is permanent, 409 or 429 if it is temporary. */
const statusOf: Readonly<Record<RefusalKind, number>> = {
  link_closed: 410,
  link_ended: 410,
  sold_out: 409,
  no_account: 409,
  totals_used_up: 429,
  too_many_unpaid: 429,
  too_much_held: 429,
  link_busy: 429,
  stale_form: 400,
  sale_cancelled: 410,
  sale_ended: 410,
  not_found: 404,
  rate_limited: 429,
  error: 503,
};

const retrySeconds = 5;

/** Returns the page of a refusal. Unexpected errors are usually temporary, for example while a database restarts. */
async function refuse(
  { services, web, log }: Kit,
  request: HttpRequest,
  cause: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const { kind, at, ...told } = refusalOf(cause);
  if (kind === "error") log.error({ err: cause }, "a page before a payment could not be shown");
  const { status, content } = refusedOutcome(
    services,
    request,
    { kind, at },
    { merchant: null, name: null },
  );
  const rendered = web.renderForm(content);
  return htmlAnswer(request, { status, rendered, policy }, { ...headers, ...told.headers });
}

function refusalOf(cause: unknown): {
  kind: PublicRefusalKind | "not_found" | "rate_limited" | "error";
  at: string | null;
  headers: Readonly<Record<string, string>>;
} {
  if (cause instanceof PublicRefusal) return { kind: cause.kind, at: cause.at, headers: {} };
  if (cause instanceof GatewayError) {
    const { code, status, headers = {} } = cause;
    if (code === "not_found" || code === "rate_limited") return { kind: code, at: null, headers };
    // The body was larger than any form's.
    if (status === 413) return { kind: "stale_form", at: null, headers };
  }
  return { kind: "error", at: null, headers: { "retry-after": String(retrySeconds) } };
}

/** Serves the pictures of links. A picture never changes. The headers keep scripts inside a picture from running. */
function createPictures({ gateway, rateLimits }: Services): FindPage {
  const page: Page = {
    name: "linkPicture",
    async respond(request) {
      const rate = await rateLimits.take("checkout", clientNetwork(request.remoteAddress));
      const picture_id = request.path.slice(picturePath("").length);
      const found = uuid().safeParse(picture_id).success
        ? await selectPicture(gateway.sql, picture_id)
        : undefined;
      if (!found) throw notFound("picture");
      return {
        status: 200,
        headers: {
          ...rate,
          "content-type": found.media_type,
          "cache-control": "public, max-age=31536000, immutable",
          "content-security-policy": "default-src 'none'; sandbox",
          "x-content-type-options": "nosniff",
        },
        body: found.picture,
      };
    },
  };
  return (path) => (path.startsWith(picturePath("")) ? page : undefined);
}

const buttonSeconds = 60 * 60;

/** Serves the script that a shop embeds in its own pages. The script creates a button that opens a link. */
async function loadButton(): Promise<FindPage> {
  const source = await readFile(new URL("link-button.js", import.meta.url));
  const button: Page = {
    ...filePage("linkButton", await compressed(source, "text/javascript; charset=utf-8"), {
      "cache-control": `public, max-age=${buttonSeconds}`,
      "cross-origin-resource-policy": "cross-origin",
      "x-content-type-options": "nosniff",
    }),
    anyOrigin: true,
  };
  return (path) => (path === "/l/button.js" ? button : undefined);
}
