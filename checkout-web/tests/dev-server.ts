import path from "node:path";
import { createServer } from "vite";
import config from "../vite.config.ts";

/**
 * Starts `npm run dev` in front of a gateway. Returns the address of the pages and a function that
 * stops the server.
 */
export async function startDevServer(gateway: string) {
  const server = await createServer({
    ...config,
    root: path.resolve(import.meta.dirname, ".."),
    configFile: false,
    logLevel: "silent",
    server: { port: 0, host: "127.0.0.1", hmr: false, ws: false, proxy: { "/checkout": gateway } },
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== "object" || address === null) throw new Error("Vite does not listen");
  return { url: `http://127.0.0.1:${address.port}/pay/`, stop: () => server.close() };
}
