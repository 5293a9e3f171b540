/** Photos have 12 megapixels or more. This size is enough to read a code. */
const sidePixelsMax = 1_600;

/**
 * Returns the text of the QR code in a picture, or null if no code can be read. The picture does not leave the
 * browser.
 */
export async function readQr(picture: Blob): Promise<string | null> {
  const [{ default: jsqr }, pixels] = await Promise.all([import("jsqr"), pixelsOf(picture)]);
  return pixels && (jsqr.default(pixels.data, pixels.width, pixels.height)?.data ?? null);
}

async function pixelsOf(picture: Blob): Promise<ImageData | null> {
  const image = await createImageBitmap(picture).catch(() => null);
  if (!image) return null;
  const scale = Math.min(1, sidePixelsMax / Math.max(image.width, image.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const context = canvas.getContext("2d");
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return context?.getImageData(0, 0, canvas.width, canvas.height) ?? null;
}
