import manifest from "../../package.json" with { type: "json" };
import { secret, type Fixture } from "../fixture.ts";
import { startServerProgram, type MeasuredServer } from "./server-program.ts";

export const nameOf = (transport: "node" | "uws"): string =>
  `Tepat, ${transport === "uws" ? "uWebSockets.js" : "node:http"}`;

/** The settings that the README advises for a small machine. */
export const smallMachine = {
  name: `${nameOf("node")}, small machine`,
  flags: ["--max-old-space-size=160", "--max-semi-space-size=16"],
};

/** Starts Tepat as it is run, with limits that are never reached. */
export function startTepat(
  { url }: Pick<Fixture, "url">,
  transport: "node" | "uws",
  settings: Readonly<Record<string, string>> = {},
  flags: readonly string[] = manifest.scripts.start.match(/--\S+/g) ?? [],
): Promise<MeasuredServer> {
  const limit = "100000000";
  const uwsProgram = process.env["TEPAT_UWS_NODE"];
  return startServerProgram({
    name: nameOf(transport),
    file: "../../server/main.mjs",
    flags,
    ...(transport === "uws" && uwsProgram && { program: uwsProgram }),
    environment: {
      DATABASE_URL: url,
      TEPAT_SECRET: secret,
      HOST: "127.0.0.1",
      TRANSPORT: transport,
      WEBHOOK_ALLOW_PRIVATE: "true",
      RATE_LIMIT_READ: limit,
      RATE_LIMIT_WRITE: limit,
      RATE_LIMIT_CHECKOUT: limit,
      RATE_LIMIT_WORKER: limit,
      LOG_LEVEL: "info",
      MALLOC_ARENA_MAX: "2",
      ...settings,
    },
    isReady: (line) => line.includes("Tepat is ready"),
  });
}

/** uWebSockets.js runs if glibc is new enough, or if TEPAT_UWS_NODE names a Node.js that brings its own. */
export const transports = (): readonly ("node" | "uws")[] =>
  process.env["TEPAT_UWS_NODE"] ? ["node", "uws"] : ["node"];

export function startStockStack({ url }: Pick<Fixture, "url">): Promise<MeasuredServer> {
  return startServerProgram({
    name: "stock stack (Fastify, trpc-to-openapi)",
    file: "stock-stack-server.ts",
    environment: { DATABASE_URL: url },
  });
}

export function startBareServer(answerBytes: number): Promise<MeasuredServer> {
  return startServerProgram({
    name: "bare node:http, fixed bytes",
    file: "bare-server.ts",
    environment: { ANSWER_BYTES: String(answerBytes) },
  });
}
