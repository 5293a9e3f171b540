import qrCode from "qrcode";

/** A QR code (ISO/IEC 18004) to be drawn: one unit a module. */
export interface QrCode {
  /** SVG path data of the dark modules. */
  path: string;
  /** Modules of a side, with the quiet zone. */
  size: number;
}

/** The standard asks for four light modules on each side. */
const quietModules = 4;

/** Level M: 15 % of it may be dirty or torn. */
export function drawQrCode(text: string): QrCode {
  const { modules } = qrCode.create(text, { errorCorrectionLevel: "M" });
  const rows = Array.from({ length: modules.size }, (_, y) => rowPath(modules, y));
  return { path: rows.join(""), size: modules.size + 2 * quietModules };
}

/** One rectangle for each run of dark modules. */
function rowPath(modules: { size: number; get(y: number, x: number): number }, y: number): string {
  let path = "";
  for (let x = 0; x < modules.size; x += 1) {
    const start = x;
    while (x < modules.size && modules.get(y, x)) x += 1;
    const length = x - start;
    if (length > 0) path += `M${start + quietModules} ${y + quietModules}h${length}v1h-${length}z`;
  }
  return path;
}

/** The same as an image of its own, dark on white whatever stands around it. */
export function drawQrSvg(text: string): string {
  const { path, size } = drawQrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
