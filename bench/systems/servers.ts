import manifest from "../../package.json" with { type: "json" };
import { serverProgram } from "../../server/testing/server-program.ts";
import { secret, type Fixture } from "../fixture.ts";
import type { MemoryGroup } from "../memory-group.ts";
import { startServerProgram, type MeasuredServer } from "./server-program.ts";

export const nameOf = (transport: "node" | "uws"): string =>
  `Tepat, ${transport === "uws" ? "uWebSockets.js" : "node:http"}`;

/** The settings that docs/production.md recommends for a small machine. */
export const smallMachine = {
  name: `${nameOf("node")}, small machine`,
  flags: ["--max-old-space-size=160", "--max-semi-space-size=16"],
};

/** Starts Tepat in its normal configuration, with limits that are never reached. */
export async function startTepat(
  { url }: Pick<Fixture, "url">,
  transport: "node" | "uws",
  settings: Readonly<Record<string, string>> = {},
  flags: readonly string[] = manifest.scripts.start.match(/--\S+/g) ?? [],
): Promise<MeasuredServer> {
  const uwsProgram = process.env["TEPAT_UWS_NODE"];
  return startServerProgram({
    ...tepat,
    file: await serverProgram(),
    name: nameOf(transport),
    flags,
    ...(transport === "uws" && uwsProgram && { program: uwsProgram }),
    environment: {
      ...tepat.environment,
      DATABASE_URL: url,
      TRANSPORT: transport,
      ...settings,
    },
  });
}

/** Starts Tepat on a small machine with its embedded PostgreSQL. Both are in the group if there is one. */
export async function startSmallTepat(
  dataDirectory: string,
  group: MemoryGroup | null,
): Promise<MeasuredServer> {
  const bounded = group && {
    program: "/bin/sh",
    flags: [
      "-c",
      'echo $$ > "$0" && exec "$@"',
      group.processesFile,
      process.execPath,
      ...smallMachine.flags,
    ],
  };
  return startServerProgram({
    ...tepat,
    file: await serverProgram(),
    ...smallMachine,
    ...bounded,
    environment: {
      ...tepat.environment,
      TEPAT_EMBEDDED: "1",
      TEPAT_DATA_DIR: dataDirectory,
      TRANSPORT: "node",
    },
  });
}

const unreached = "100000000";

const tepat = {
  environment: {
    TEPAT_SECRET: secret,
    HOST: "127.0.0.1",
    WEBHOOK_ALLOW_PRIVATE: "true",
    RATE_LIMIT_READ: unreached,
    RATE_LIMIT_WRITE: unreached,
    RATE_LIMIT_CHECKOUT: unreached,
    RATE_LIMIT_WORKER: unreached,
    LOG_LEVEL: "info",
    MALLOC_ARENA_MAX: "2",
  },
  isReady: (line: string) => line.includes("Tepat is ready"),
};

/**
 * Returns the available transports. uWebSockets.js is measured only if TEPAT_UWS_NODE names a Node.js that can load it.
 */
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
