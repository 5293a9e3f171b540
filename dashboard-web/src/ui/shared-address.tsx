import { reachOf } from "../../../web-shared/src/reach.ts";
import { Link } from "../base/router.tsx";
import { useOwnsServer } from "../base/session.tsx";
import { Notice } from "./notice.tsx";
import { sharedAddressTexts as t } from "./shared-address-texts.ts";

/** Warns, beside a link that is shared, that not every device can open it. */
export function ReachNotice({ address }: { address: string }) {
  const reach = reachOf(address);
  if (reach === "internet") return null;
  return (
    <Notice tone="warning">
      {t.reach[reach]} <ReachRemedy />
    </Notice>
  );
}

/** Leads to the server's address, or to the person who can change it. */
export const ReachRemedy = () =>
  useOwnsServer() ? <Link to="/server">{t.reach.change}</Link> : <>{t.reach.ask}</>;

/** A QR code that the server drew; black on white in every scheme, since scanners know no dark mode. */
export const QrImage = ({ svg, label }: { svg: string; label: string }) => (
  <img class="qr" alt={label} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
);
