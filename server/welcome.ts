import type { Config } from "./config.ts";
import type { RunningServer } from "./server.ts";

/** What `npm start` prints: where it listens and three commands that end with a PAID invoice. */
export function welcome(server: RunningServer, config: Config): string {
  const isEmbedded = config.databaseUrl === null;
  return `
Tepat listens on ${server.url} (${server.transport === "uws" ? "uWebSockets.js" : "node:http"}${isEmbedded ? `, database in ${config.dataDirectory}` : ""})

Try it, in another terminal:

  npx tepat merchant create --name "Toko Contoh" --email toko@example.com --demo

prints a merchant, its API key and the next two commands: one creates an invoice, one pays it.
`;
}
