import { parseColor, textOn } from "../../../../web-shared/src/contrast.ts";
import { defaultAccent } from "../../../../web-shared/src/default-accent.ts";
import { firstLetter } from "../../../../web-shared/src/first-letter.ts";
import { Exact } from "../../../../web-shared/src/exact.tsx";
import { call } from "../../base/api.ts";
import { changesOf } from "../../base/changes-of.ts";
import { Button } from "../../ui/button.tsx";
import { Done, Field, Form, Renewed, Submit, Tick, type Values } from "../../ui/form.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { RestoredTyping } from "../../ui/restored-typing.tsx";
import { WithPreview } from "../../ui/with-preview.tsx";
import { useKeptTyping } from "../../base/keep-typing.ts";
import { useMay, useMerchant, useSession } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { withHttps } from "../../base/with-https.ts";
import { CodePatternFields, codePatternOf } from "./code-pattern-fields.tsx";
import { LooksFields, looksOf } from "./looks-fields.tsx";
import { settingsTexts } from "./settings-texts.ts";
import { signUpTexts } from "../access/sign-up-texts.ts";

const t = { ...settingsTexts, ...signUpTexts };

/** The amount in the preview. Its last digits show that a total is seldom round. */
const exampleTotal = 150_123;

export function Settings() {
  const { refresh } = useSession();
  const { person } = useMerchant();
  const may = useMay();
  const settings = useQuery("getSettings", {});
  const typing = useKeptTyping({ isForEachVisit: true });
  return (
    <Page title={t.menu.settings} hint={t.settings.hint}>
      <RestoredTyping {...typing} />
      <QueryResult query={settings}>
        {(data) => (
          <Form
            label={t.menu.settings}
            said={t.common.saved}
            initial={data}
            submit={async (values) => {
              const wanted = {
                merchant_name: values("merchant_name"),
                ...looksOf(values),
                contact_address: values("contact_address").trim() || null,
                contact_phone: values("contact_phone").trim() || null,
                contact_email: values("contact_email").trim() || null,
                shop_url: withHttps(values("shop_url")) || null,
                sale_code_pattern: codePatternOf(values),
                sends_receipts: values("sends_receipts") === "on",
                asks_for_rest: values("asks_for_rest") === "on",
                refuse_offline_accounts: values("refuse_offline_accounts") === "on",
              };
              await call("changeSettings", { body: changesOf(data, wanted) });
              typing.noteSaved();
              await Promise.all([settings.reload(), refresh()]);
            }}
          >
            <WithPreview preview={(values) => <LooksPreview values={values} />}>
              <Renewed>
                <Card title={t.settings.shopGroup}>
                  <Field
                    name="merchant_name"
                    label={t.signUp.merchantName}
                    hint={t.signUp.merchantNameHint}
                    autoComplete="organization"
                    autoCapitalize="words"
                  />
                  <LooksFields {...data} />
                  <Field
                    name="shop_url"
                    label={t.settings.shop}
                    isOptional
                    hint={t.settings.shopHint}
                    placeholder={t.settings.shopExample}
                    inputMode="url"
                  />
                </Card>
                <Card title={t.settings.contactGroup}>
                  <p class="hint">{t.settings.contactHint}</p>
                  <Field
                    name="contact_phone"
                    label={t.settings.phone}
                    type="tel"
                    autoComplete="tel"
                    isOptional
                  />
                  <Field
                    name="contact_email"
                    label={t.settings.email}
                    type="email"
                    autoComplete="email"
                    isOptional
                  />
                  <Field
                    name="contact_address"
                    label={t.settings.address}
                    autoCapitalize="words"
                    isOptional
                  />
                </Card>
                <Card title={t.menuRooms.invoices}>
                  <CodePatternFields stored={data.sale_code_pattern} />
                  <Tick
                    name="sends_receipts"
                    label={t.settings.receipts}
                    hint={t.settings.receiptsHint}
                  />
                  <Tick
                    name="asks_for_rest"
                    label={t.settings.asksForRest}
                    hint={t.settings.asksForRestHint}
                  />
                  <Tick
                    name="refuse_offline_accounts"
                    label={t.settings.refuseOffline}
                    hint={t.settings.refuseOfflineHint}
                  />
                </Card>
              </Renewed>
              <div class="actions">
                <Submit needs="changeSettings">{t.common.save}</Submit>
                <Done />
              </div>
            </WithPreview>
          </Form>
        )}
      </QueryResult>
      {person.role !== "developer" && may("listDeliveries") && <DevelopersCard />}
    </Page>
  );
}

/** Links to pages that most shops never need. The menu has them once the shop has an API key. */
function DevelopersCard() {
  const may = useMay();
  return (
    <Card title={t.menuRooms.develop}>
      <p class="hint">{t.settings.developersHint}</p>
      <div class="actions">
        <Button to={may("listApiKeys") ? "/api-keys" : "/webhooks"}>
          {t.settings.openDevelopers}
        </Button>
      </div>
    </Card>
  );
}

/**
 * Previews the checkout page: the head, an amount, a button in the shop's colour, and the seller's card, with the words
 * of that page. The dashboard does not load pictures from other servers, so only an uploaded logo appears.
 */
function LooksPreview({ values }: { values: Values }) {
  const [name, color, logo] = ["merchant_name", "accent_color", "logo_url"].map(values);
  const isColor = /^#[\da-f]{6}$/iu.test(color ?? "");
  const brand = isColor && color ? color : defaultAccent;
  const style = { background: brand, color: textOn(parseColor(brand)) };
  const contact = ["contact_address", "contact_phone", "contact_email"].map(values).filter(Boolean);
  const ways = [
    values("shop_url") && t.settings.exampleShop,
    values("contact_phone") && "WhatsApp",
    values("contact_email") && "Email",
  ].filter(Boolean);
  return (
    <>
      <div class="preview-head">
        {logo?.startsWith("data:") ? (
          <img class="preview-logo" src={logo} alt="" />
        ) : (
          <span class="preview-logo" style={style} aria-hidden="true">
            {firstLetter(name || "·")}
          </span>
        )}
        <p class="preview-title">{name || "…"}</p>
      </div>
      <p class="hint">{t.settings.examplePay}</p>
      <p class="figure">
        <Exact total={exampleTotal} />
      </p>
      <p class="hint">{t.settings.exampleDigits}</p>
      <p class="preview-button" style={style}>
        {t.settings.exampleButton}
      </p>
      {contact.length + ways.length > 0 && (
        <div class="preview-seller">
          <p class="hint">{t.settings.exampleSeller}</p>
          <p>
            <strong>{name || "…"}</strong>
          </p>
          {contact.map((line) => (
            <p class="preview-text" key={line}>
              {line}
            </p>
          ))}
          <p class="preview-ways">
            {ways.map((way) => (
              <span key={way}>{way}</span>
            ))}
          </p>
        </div>
      )}
      {contact.length === 0 && <p class="hint">{t.settings.noContact}</p>}
    </>
  );
}
