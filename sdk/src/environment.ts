import { InvalidArgumentError } from "./errors.ts";
import { version } from "./version.ts";

/** What the program runs in: Node.js, Deno, Bun, a Worker at the edge, or a browser. */
interface Surroundings {
  readonly window?: unknown;
  readonly document?: unknown;
  readonly importScripts?: unknown;
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> };
  readonly navigator?: { readonly userAgent?: string };
}

const isBrowser = ({ window, document, importScripts }: Surroundings): boolean =>
  (window !== undefined && document !== undefined) || typeof importScripts === "function";

/** In a page the key would be everybody's. */
export function refuseBrowser(surroundings: Surroundings = globalThis): void {
  if (!isBrowser(surroundings)) return;
  throw new InvalidArgumentError(
    "The API key belongs on your server: in a browser every visitor can read it. (In a test that imitates a browser, pass dangerouslyAllowBrowser: true.)",
  );
}

/** Undefined in a browser, which sets its own. */
export function userAgent(surroundings: Surroundings = globalThis): string | undefined {
  if (isBrowser(surroundings)) return undefined;
  const { process, navigator } = surroundings;
  const agent = navigator?.userAgent ?? "Node.js";
  // Node.js names its major version only.
  const runtime = agent.startsWith("Node.js")
    ? `Node.js/${process?.versions?.["node"] ?? "unknown"}`
    : agent;
  return `tepat-js/${version} ${runtime}`;
}
