import path from "node:path";
import { pathToFileURL } from "node:url";
import type { CheckoutPage } from "../../domain/payments/checkout.ts";
import type { Language } from "../transport/accept.ts";
import { readManifest, readStaticFile, type StaticFile } from "./static-file.ts";

/**
 * The built checkout page (`checkout-web/dist/`), which is read once: a function that renders it, and its static files.
 */
export interface CheckoutWeb {
  renderPage(page: CheckoutPage, language: Language): RenderedPage;
  renderUnavailable(kind: UnavailableKind, language: Language): RenderedPage;
  readonly files: ReadonlyMap<string, StaticFile>;
}

export type UnavailableKind = "not_found" | "error" | "rate_limited";

export interface RenderedPage {
  html: string;
  /** The hashes that `style-src` of the page's policy must list. */
  style_hashes: readonly string[];
}

/** The manifest as checkout-web/src/page.ts defines it. */
interface Manifest {
  script: string;
  style: string;
  files: readonly { path: string; file: string; content_type: string }[];
}

type Assets = Pick<Manifest, "script" | "style">;

interface Renderer {
  renderCheckoutPage(
    page: Omit<CheckoutPage, "qr"> & {
      language: Language;
      qr: string | null;
      qr_size: number | null;
    },
    assets: Assets,
  ): RenderedPage;
  renderUnavailablePage(
    page: { kind: UnavailableKind; language: Language },
    assets: Assets,
  ): RenderedPage;
}

/** Returns null when the page has not been built. */
export async function loadCheckoutWeb(directory: string): Promise<CheckoutWeb | null> {
  const manifest = await readManifest<Manifest>(directory);
  if (!manifest) return null;
  const [renderer, files] = await Promise.all([
    import(pathToFileURL(path.join(directory, "server/render.js")).href) as Promise<Renderer>,
    Promise.all(
      manifest.files.map(
        async ({ path: at, file, content_type }) =>
          [at, await readStaticFile(path.join(directory, file), content_type)] as const,
      ),
    ),
  ]);
  const { script, style } = manifest;
  return {
    renderPage: ({ qr, ...page }, language) =>
      renderer.renderCheckoutPage(
        { ...page, language, qr: qr?.path ?? null, qr_size: qr?.size ?? null },
        { script, style },
      ),
    renderUnavailable: (kind, language) =>
      renderer.renderUnavailablePage({ kind, language }, { script, style }),
    files: new Map(files),
  };
}
