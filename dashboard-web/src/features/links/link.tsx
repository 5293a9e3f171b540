import { whatsappLink } from "../../../../web-shared/src/whatsapp.ts";
import { call } from "../../base/api.ts";
import { Fact } from "../../ui/fact.tsx";
import { useLargeAmount } from "../../ui/large-amount.tsx";
import { Done, Form, Renewed, Submit } from "../../ui/form.tsx";
import { largestPriceOf, linkContents, LinkFields } from "./link-fields.tsx";
import { LinkPicture } from "./link-picture.tsx";
import { LinkState } from "./link-state.tsx";
import { QueryResult, Card, Columns, Page } from "../../ui/page.tsx";
import { QrImage, ReachNotice } from "../../ui/shared-address.tsx";
import { Copyable, CopyButton } from "../../ui/secret.tsx";
import { WatchWarning } from "../../ui/watch-warning.tsx";
import type { PaymentLinkDetail } from "../../base/generated/types.gen.ts";
import type { PageProps } from "../../base/match-route.ts";
import { useQuery } from "../../base/use-query.ts";
import { May, useMerchant } from "../../base/session.tsx";
import { linksTexts as t } from "./links-texts.ts";
import { Button } from "../../ui/button.tsx";

interface PartProps {
  link: PaymentLinkDetail;
  onChanged(): Promise<void>;
}

export function LinkDetail({ parameters: { link_id = "" } }: PageProps) {
  const link = useQuery("getLink", { path: { link_id } });
  return (
    <Page title={link.data?.link_name ?? t.menu.links} back={{ to: "/links", text: t.menu.links }}>
      <QueryResult query={link}>
        {(data) => (
          <Columns>
            <div>
              {data.is_open && <WatchWarning />}
              <Share link={data} />
              <Results link={data} onChanged={link.reload} />
              <Embed link={data} />
            </div>
            <div>
              <Edit link={data} onChanged={link.reload} />
              <May call="setLinkPicture">
                <LinkPicture link={data} onChanged={link.reload} />
              </May>
            </div>
          </Columns>
        )}
      </QueryResult>
    </Page>
  );
}

function Results({ link, onChanged }: PartProps) {
  const { link_id, is_open } = link;
  const action = is_open ? t.links.switchOff : t.links.switchOn;
  return (
    <Card title={t.links.statistics} actions={<LinkState link={link} />}>
      <dl class="facts">
        <Fact name={t.links.earned} amount={link.amount_paid} />
        <Fact name={t.links.made}>{link.payments_made}</Fact>
        <Fact name={t.links.paid}>{link.payments_paid}</Fact>
        <Fact name={t.links.pending}>{link.payments_pending}</Fact>
        {link.pieces_left !== null && <Fact name={t.links.left}>{link.pieces_left}</Fact>}
      </dl>
      <Form
        key={String(is_open)}
        label={action}
        submit={async () => {
          await call("switchLink", { path: { link_id }, body: { is_open: !is_open } });
          await onChanged();
        }}
      >
        <Submit needs="changeLink" tone={is_open ? "plain" : "primary"}>
          {action}
        </Submit>
      </Form>
    </Card>
  );
}

const Share = ({ link }: { link: PaymentLinkDetail }) => (
  <Card title={t.common.share}>
    <ReachNotice address={link.url} />
    <div class="link-share">
      <QrImage svg={link.qr_svg} label={t.links.qrLabel(link.url)} />
      <div>
        <p class="link-address">{link.url}</p>
        <div class="actions">
          <CopyButton text={link.url} />
          <Button href={link.url} target="_blank" rel="noopener">
            {t.links.open}
          </Button>
          <Button
            href={whatsappLink(null, `${link.link_name}\n${link.url}`)}
            target="_blank"
            rel="noreferrer"
          >
            WhatsApp
          </Button>
          <Button to={`/links/${link.link_id}/poster`}>{t.links.poster}</Button>
        </div>
      </div>
    </div>
  </Card>
);

function Edit({ link, onChanged }: PartProps) {
  const { time_zone } = useMerchant();
  const { isMeant, question } = useLargeAmount();
  return (
    <Card title={t.links.edit}>
      <Form
        label={t.links.edit}
        said={t.common.saved}
        initial={link}
        submit={async (values) => {
          const body = linkContents(values, time_zone);
          if (!(await isMeant(largestPriceOf(body)))) return false;
          await call("changeLink", { path: { link_id: link.link_id }, body });
          return onChanged();
        }}
      >
        <Renewed>
          <LinkFields link={link} />
        </Renewed>
        <div class="actions">
          <Submit needs="changeLink">{t.common.save}</Submit>
          <Done />
        </div>
      </Form>
      {question}
    </Card>
  );
}

function Embed({ link: { url, slug } }: { link: PaymentLinkDetail }) {
  const script = url.slice(0, -slug.length);
  return (
    <Card>
      <details>
        <summary>{t.links.embed}</summary>
        <div class="form">
          <p class="hint">{t.links.embedHint}</p>
          <Copyable label={t.links.embedLink} text={`<a href="${url}">${t.links.pay}</a>`} />
          <Copyable
            label={t.links.embedScript}
            text={`<script async src="${script}button.js" data-link="${slug}" data-text="${t.links.pay}"></script>`}
          />
        </div>
      </details>
    </Card>
  );
}
