import { Fact } from "../../ui/fact.tsx";
import { LinkPrice, LinkState } from "./link-state.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { usePages } from "../../ui/pager.tsx";
import type { PaymentLink } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { Link } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { linksTexts as t } from "./links-texts.ts";
import { Button } from "../../ui/button.tsx";
import { RowList } from "../../ui/list.tsx";

export function Links() {
  const pages = usePages(limits.rowsPerPage);
  const links = useQuery("listLinks", { query: pages.query });
  return (
    <Page
      title={t.menu.links}
      hint={t.links.hint}
      actions={
        <Button needs="createLink" tone="primary" icon="plus" to="/links/new">
          {t.links.create}
        </Button>
      }
    >
      <RowList
        query={links}
        place={pages}
        keyOf={({ link_id }) => link_id}
        empty={
          <Empty icon="links" title={t.links.none}>
            {t.links.noneHint}
          </Empty>
        }
      >
        {(link) => <LinkRow link={link} />}
      </RowList>
    </Page>
  );
}

const LinkRow = ({ link }: { link: PaymentLink }) => (
  <li class="row">
    <div class="row-title">
      <Link to={`/links/${link.link_id}`}>{link.link_name}</Link>
      <span class="hint">/l/{link.slug}</span>
    </div>
    <dl>
      <Fact name={t.links.price} isAmount>
        <LinkPrice link={link} />
      </Fact>
      <Fact name={t.links.earned} amount={link.amount_paid} />
      <Fact name={t.links.made}>
        {t.links.paidOf(link.payments_paid, link.payments_made)}
        {link.pieces_left !== null && `, ${t.links.piecesLeft(link.pieces_left)}`}
      </Fact>
    </dl>
    <LinkState link={link} />
  </li>
);
