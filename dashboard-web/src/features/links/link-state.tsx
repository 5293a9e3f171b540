import { formatRupiah } from "../../../../web-shared/src/money.ts";
import type { PaymentLink } from "../../base/generated/types.gen.ts";
import { linksTexts as t } from "./links-texts.ts";

const tones: Readonly<Record<PaymentLink["state"], string>> = {
  open: "good",
  closed: "",
  ended: "",
  sold_out: "warning",
};

export function LinkState({ link }: { link: PaymentLink }) {
  return <span class={`tag ${tones[link.state]}`}>{t.links.states[link.state]}</span>;
}

/** Shows the price: `Rp25.000`, `Rp10.000 / Rp20.000`, or `mulai Rp5.000`. */
export function LinkPrice({ link }: { link: PaymentLink }) {
  const { amounts, amount_min, amount_max } = link;
  if (amounts.length > 0) return <>{amounts.map(formatRupiah).join(" / ")}</>;
  if (amount_min === null) return <>{t.links.anyAmount}</>;
  if (amount_max === null) return <>{t.common.fromAmount(formatRupiah(amount_min))}</>;
  return (
    <>
      {formatRupiah(amount_min)} – {formatRupiah(amount_max)}
    </>
  );
}
