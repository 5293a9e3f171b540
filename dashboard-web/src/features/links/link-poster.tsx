import { useState } from "preact/hooks";
import { LinkPrice } from "./link-state.tsx";
import { QueryResult, Page } from "../../ui/page.tsx";
import { QrImage } from "../../ui/shared-address.tsx";
import type { PageProps } from "../../base/match-route.ts";
import { useMerchant } from "../../base/session.tsx";
import { usePaper, type Paper } from "../../base/use-paper.ts";
import { useQuery } from "../../base/use-query.ts";
import { linksTexts as t } from "./links-texts.ts";
import { Button } from "../../ui/button.tsx";

/** Shows a link's poster. Only the poster is printed (links.css). */
export function LinkPoster({ parameters: { link_id = "" } }: PageProps) {
  const { merchant_name } = useMerchant();
  const link = useQuery("getLink", { path: { link_id } });
  const [paper, setPaper] = useState<Paper>("A6");
  usePaper(paper);
  return (
    <Page
      title={t.links.posterTitle}
      back={{ to: `/links/${link_id}`, text: link.data?.link_name ?? t.menu.links }}
    >
      <QueryResult query={link}>
        {(data) => (
          <>
            <fieldset class="poster-papers">
              <legend>{t.links.paper}</legend>
              {(["A6", "A4"] as const).map((each) => (
                <label class="option" key={each}>
                  <input
                    type="radio"
                    name="paper"
                    checked={paper === each}
                    onChange={() => setPaper(each)}
                  />
                  {each}
                </label>
              ))}
              <Button tone="primary" onClick={() => window.print()}>
                {t.common.print}
              </Button>
            </fieldset>
            <section class="poster" data-paper={paper} aria-label={t.links.posterTitle}>
              <p class="poster-merchant">{merchant_name}</p>
              <h2>{data.link_name}</h2>
              <p class="poster-price">
                <LinkPrice link={data} />
              </p>
              <QrImage svg={data.qr_svg} label={t.links.qrLabel(data.url)} />
              <p class="poster-scan">{t.links.scan}</p>
              <p>{t.links.scanHint}</p>
              <p class="poster-address">{data.url.replace(/^https?:\/\//u, "")}</p>
            </section>
          </>
        )}
      </QueryResult>
    </Page>
  );
}
