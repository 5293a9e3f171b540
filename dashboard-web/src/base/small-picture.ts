import { base64Of } from "./base64.ts";

/** Sizes safely below the server's limits. `sides` are the lengths of the longer side to try, in pixels. */
const sizes = {
  link: { bytes: 120 * 1024, sides: [1_200, 600, 300] },
  logo: { bytes: 11 * 1024, sides: [192, 96, 48] },
} as const;

const qualities = [0.85, 0.7, 0.5, 0.35] as const;

/**
 * Redraws a picture small enough for the server and returns it in base64. Redrawing removes other data in the
 * file, for example the place where the picture was taken.
 */
export async function smallPicture(file: Blob, size: keyof typeof sizes): Promise<string> {
  const { bytes, sides } = sizes[size];
  const bitmap = await createImageBitmap(file);
  for (const side of sides) {
    const canvas = drawn(bitmap, side);
    for (const quality of qualities) {
      const blob = await new Promise<Blob | null>((resolve) =>
        canvas.toBlob(resolve, "image/jpeg", quality),
      );
      if (blob && blob.size <= bytes) return base64Of(blob);
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
  // JPEG has no transparency: without this background, transparent parts would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}
