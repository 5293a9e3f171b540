import { reachOf } from "../../../web-shared/src/reach.ts";
import { Link } from "../base/router.tsx";
import { useOwnsServer } from "../base/session.tsx";
import { Notice } from "./notice.tsx";
import { sharedAddressTexts as t } from "./shared-address-texts.ts";

/** Warns, beside a shared link, that some devices cannot open it. */
export function ReachNotice({ address }: { address: string }) {
  const reach = reachOf(address);
  if (reach === "internet") return null;
  return (
    <Notice tone="warning">
      {t.reach[reach]} <ReachRemedy />
    </Notice>
  );
}

/** The tone of a button that sends an address: below the warning that some devices cannot open it, none is prominent. */
export const sendingTone = (address: string): "primary" | "plain" =>
  reachOf(address) === "internet" ? "primary" : "plain";

/** Links to the server's address, or names the person who can change the address. */
export const ReachRemedy = () =>
  useOwnsServer() ? <Link to="/server">{t.reach.change}</Link> : <>{t.reach.ask}</>;

/**
 * Shows a QR code that the server drew. It is black on white in every scheme, because scanners need
 * dark on light.
 */
export const QrImage = ({ svg, label }: { svg: string; label: string }) => (
  <img class="qr" alt={label} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
);
