import { base64Of } from "../../base/base64.ts";

/** Safely below the server's limit, in bytes. */
const bytesMax = 120 * 1024;
const pixelsMax = 1_200;
const qualities = [0.85, 0.7, 0.5, 0.35] as const;

/**
 * Draws a picture again, small enough for the server, and returns it in base64. Whatever else the file contained, such as
 * the place where it was taken, is left out.
 */
export async function smallPicture(file: Blob): Promise<string> {
  const bitmap = await createImageBitmap(file);
  for (let side = pixelsMax; side >= 300; side /= 2) {
    const canvas = drawn(bitmap, side);
    for (const quality of qualities) {
      const blob = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, "image/jpeg", quality),
      );
      if (blob && blob.size <= bytesMax) return base64Of(blob);
    }
  }
  throw new Error("the picture stays too large");
}

function drawn(bitmap: ImageBitmap, side: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("there is no canvas");
  // JPEG has no transparency: without a ground it would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
