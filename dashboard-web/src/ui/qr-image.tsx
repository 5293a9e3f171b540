/** A QR code that the server drew; black on white in every scheme, since scanners know no dark mode. */
export const QrImage = ({ svg, label }: { svg: string; label: string }) => (
  <img class="qr" alt={label} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />
);
