import path from "node:path";
import { build, type InlineConfig, type Rolldown } from "vite";
import type { Assets, Manifest } from "../src/page.ts";
import config from "../vite.config.ts";
import { replaceFolder } from "../../web-shared/scripts/replace-folder.ts";

const root = path.resolve(import.meta.dirname, "..");

const shared: InlineConfig = {
  ...config,
  // Needed if NODE_ENV is "test": otherwise Vite adds the source file's name to each element.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  root,
  configFile: false,
  logLevel: "warn",
};

/** Writes the browser's files, the server's renderer and the manifest into `folder`, in one step. */
export async function buildCheckout(folder: string): Promise<void> {
  const checkout = await buildClient("src/client.tsx", "checkout");
  const forms = await buildClient("src/forms/forms.ts", "forms");
  const renderer = await buildRenderer();
  const manifest: Manifest = {
    ...assetsOf(checkout),
    forms: assetsOf(forms),
    files: [checkout, forms].map(({ script }) => ({
      path: `/pay/${script.fileName}`,
      file: `client/${script.fileName}`,
      content_type: "text/javascript; charset=utf-8",
    })),
  };
  await replaceFolder(
    folder,
    {
      [`client/${checkout.script.fileName}`]: checkout.script.code,
      [`client/${forms.script.fileName}`]: forms.script.code,
      "server/render.js": renderer.script.code,
      "manifest.json": `${JSON.stringify(manifest, null, 2)}\n`,
    },
    manifest.files.map(({ file }) => file),
  );
}

type Bundle = Awaited<ReturnType<typeof bundle>>;

const assetsOf = ({ script, assets }: Bundle): Assets => ({
  script: `/pay/${script.fileName}`,
  style: assets
    .map(({ source }) => String(source))
    .join("")
    .trim(),
});

/** Hides advice about slow plugins, which a first start on a slow machine would print. */
const quiet = { checks: { pluginTimings: false } };

const buildClient = (entry: string, name: string) =>
  bundle({
    build: {
      write: false,
      target: ["chrome100", "firefox100", "safari15.4"],
      modulePreload: false,
      rolldownOptions: {
        ...quiet,
        input: path.join(root, entry),
        output: { entryFileNames: `assets/${name}-[hash].js` },
      },
    },
  });

/**
 * Builds one file that needs only Node.js, so that the server does not depend on this page's
 * packages.
 */
const buildRenderer = () =>
  bundle({
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: path.join(root, "src/server.tsx"),
      target: "node24",
      rolldownOptions: { ...quiet, output: { entryFileNames: "render.js" } },
    },
  });

async function bundle(own: InlineConfig) {
  const { output } = (await build({ ...shared, ...own })) as Rolldown.RolldownOutput;
  const scripts = output.filter((file) => file.type === "chunk");
  const assets = output.filter((file) => file.type === "asset");
  const [script] = scripts;
  if (!script || scripts.length > 1) throw new Error(`one script, not ${scripts.length}`);
  return { script, assets };
}
