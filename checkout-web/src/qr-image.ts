/**
 * Saves the QR code as a picture, for customers who pay with the same phone that shows the page.
 */

export interface QrImage {
  path: string;
  size: number;
  title: string;
  amount: string;
  lines: readonly string[];
}

const width = 1_080;
const margin = 90;
const font = (pixels: number, weight: number) => `${weight} ${pixels}px system-ui, sans-serif`;

export async function saveQrImage(image: QrImage, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await drawQrImage(image));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // Revoking at once cancels the download in some browsers. After a minute the download has begun.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function drawQrImage({ path, size, title, amount, lines }: QrImage): Promise<Blob> {
  const canvas = document.createElement("canvas");
  // Each module is a whole number of pixels, because blurred edges are hard to scan.
  const unit = Math.floor((width - 2 * margin) / size);
  const side = unit * size;
  canvas.width = width;
  canvas.height = side + 470 + 50 * lines.length;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");

  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  context.textAlign = "center";
  const write = (text: string, y: number, pixels: number, weight: number) => {
    context.font = font(pixels, weight);
    context.fillText(text, width / 2, y, width - 2 * margin);
  };
  write(title, 150, 54, 600);
  write(amount, side + 320, 84, 700);
  lines.forEach((line, index) => write(line, side + 410 + 50 * index, 34, 400));

  context.translate((width - side) / 2, 200);
  context.scale(unit, unit);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
  context.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/**
 * Returns a file name for the QR code. A payment code can contain characters that file names
 * cannot.
 */
export const qrFileName = (paymentCode: string): string =>
  `qris-${paymentCode.replaceAll(/[^\w-]+/gu, "-")}.png`;
