import { formatRupiah } from "../../../web-shared/src/money.ts";
import { isSameQrisName } from "../../../web-shared/src/qris-name.ts";
import type { CheckoutPage } from "../page.ts";
import { qrFileName, saveQrImage } from "../qr-image.ts";
import { Icon } from "./icon.tsx";
import { Mark } from "./mark.tsx";
import { useWords } from "./words.ts";

export function Qris({ page }: { page: CheckoutPage }) {
  const { t } = useWords();
  const { view, rest, qr, qr_size } = page;
  if (qr === null || qr_size === null) {
    return (
      <section class="card qris">
        <h2>{t.scanToPay}</h2>
        <p>{page.is_test ? t.noTestCode : t.qrUnavailable}</p>
      </section>
    );
  }
  const amount = formatRupiah(rest?.amount ?? view.amount_total);
  const title = view.qris_name ?? page.merchant.name;
  const nmid = view.qris_id ? [`NMID ${view.qris_id}`] : [];

  const save = () =>
    saveQrImage(
      { path: qr, size: qr_size, title, amount, lines: [...nmid, view.payment_code] },
      qrFileName(view.payment_code),
    );

  return (
    <section class="card qris">
      <h2>
        <Mark page={page} />
        {t.scanToPay}
      </h2>
      <figure>
        <svg
          class="qr"
          viewBox={`0 0 ${qr_size} ${qr_size}`}
          role="img"
          aria-label={t.qrLabel(amount)}
        >
          <path d={qr} />
        </svg>
        <figcaption>
          <strong>{title}</strong>
          {!isSameQrisName(title, page.merchant.name) && (
            <span>{t.sameSeller(page.merchant.name)}</span>
          )}
          <span>{[view.qris_city, ...nmid].filter(Boolean).join(" · ")}</span>
        </figcaption>
      </figure>
      <button type="button" class="button next" onClick={() => void save()}>
        <Icon name="download" />
        {t.saveQr}
      </button>
      <p class="hint scripted">{t.saveQrHint}</p>
    </section>
  );
}
