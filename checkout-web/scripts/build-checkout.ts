import path from "node:path";
import { build, type InlineConfig, type Rolldown } from "vite";
import type { Manifest } from "../src/page.ts";
import config from "../vite.config.ts";
import { replaceFolder } from "../../web-shared/scripts/replace-folder.ts";

const root = path.resolve(import.meta.dirname, "..");

const shared: InlineConfig = { ...config, root, configFile: false, logLevel: "warn" };

/** Writes the browser's files, the server's renderer and the manifest into `folder`, in one step. */
export async function buildCheckout(folder: string): Promise<void> {
  const [client, renderer] = [await buildClient(), await buildRenderer()];
  const style = client.assets.map(({ source }) => String(source)).join("");
  const manifest: Manifest = {
    script: `/pay/${client.script.fileName}`,
    style: style.trim(),
    files: [
      {
        path: `/pay/${client.script.fileName}`,
        file: `client/${client.script.fileName}`,
        content_type: "text/javascript; charset=utf-8",
      },
    ],
  };
  await replaceFolder(folder, {
    [`client/${client.script.fileName}`]: client.script.code,
    "server/render.js": renderer.script.code,
    "manifest.json": `${JSON.stringify(manifest, null, 2)}\n`,
  });
}

const buildClient = () =>
  bundle({
    build: {
      write: false,
      target: ["chrome100", "firefox100", "safari15.4"],
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, "src/client.tsx"),
        output: { entryFileNames: "assets/checkout-[hash].js" },
      },
    },
  });

/** One file that needs nothing but Node.js, so that the server knows no package of this page. */
const buildRenderer = () =>
  bundle({
    ssr: { noExternal: true },
    build: {
      write: false,
      ssr: path.join(root, "src/server.tsx"),
      target: "node24",
      rolldownOptions: { output: { entryFileNames: "render.js" } },
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
