// The whole library would also load the code that draws PNG files.
import { create } from "qrcode/lib/core/qrcode.js";

/** A QR code (ISO/IEC 18004) to draw, with one unit for each module. */
export interface QrCode {
  /** SVG path data of the dark modules. */
  path: string;
  /** The number of modules on a side, including the quiet zone. */
  size: number;
}

/** The standard requires four light modules on each side. */
const quietModules = 4;

/** Draws with level M: up to 15 % of the code can be dirty or torn. */
export function drawQrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const rows = Array.from({ length: modules.size }, (_, y) => rowPath(modules, y));
  return { path: rows.join(""), size: modules.size + 2 * quietModules };
}

/** Draws one rectangle for each run of dark modules. */
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

/** Draws the code as a separate image, dark on white on any background. */
export function drawQrSvg(text: string): string {
  const { path, size } = drawQrCode(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
}
