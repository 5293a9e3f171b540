import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { Fact } from "../../ui/fact.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LinkPrice, LinkState } from "./link-state.tsx";
import { Empty } from "../../ui/notice.tsx";
import { Answered, Page } from "../../ui/page.tsx";
import { Pager, usePages } from "../../ui/pager.tsx";
import type { PaymentLink } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { Link } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { May } from "../../base/session.tsx";
import { linksTexts as t } from "./links-texts.ts";

export function Links() {
  const pages = usePages(limits.rowsPerPage);
  const links = useQuery("listLinks", { query: pages.query });
  const add = (
    <May call="createLink">
      <Link class="button primary" to="/links/new">
        <Icon name="plus" />
        {t.links.create}
      </Link>
    </May>
  );
  return (
    <Page title={t.menu.links} hint={t.links.hint} actions={add}>
      <Answered query={links}>
        {(data) =>
          data.length === 0 ? (
            <Empty icon="links" title={t.links.none}>
              <p>{t.links.noneHint}</p>
            </Empty>
          ) : (
            <>
              <ul class="rows">
                {data.map((link) => (
                  <LinkRow key={link.link_id} link={link} />
                ))}
              </ul>
              <Pager {...pages.pagerOf(links.pageCount)} />
            </>
          )
        }
      </Answered>
    </Page>
  );
}

function LinkRow({ link }: { link: PaymentLink }) {
  return (
    <li class="row">
      <div class="row-title">
        <Link to={`/links/${link.link_id}`}>{link.link_name}</Link>
        <span class="hint">/l/{link.slug}</span>
      </div>
      <dl>
        <Fact name={t.links.price} isAmount>
          <LinkPrice link={link} />
        </Fact>
        <Fact name={t.links.earned} isAmount>
          {formatRupiah(link.amount_paid)}
        </Fact>
        <Fact name={t.links.made}>
          {t.links.paidOf(link.payments_paid, link.payments_made)}
          {link.pieces_left !== null && `, ${t.links.piecesLeft(link.pieces_left)}`}
        </Fact>
      </dl>
      <LinkState link={link} />
    </li>
  );
}
