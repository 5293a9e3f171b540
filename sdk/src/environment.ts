import { InvalidArgumentError } from "./errors.ts";
import { version } from "./version.ts";

/** The runtime: Node.js, Deno, Bun, an edge worker, or a browser. */
interface Surroundings {
  readonly window?: unknown;
  readonly document?: unknown;
  readonly importScripts?: unknown;
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> };
  readonly navigator?: { readonly userAgent?: string };
}

const isBrowser = ({ window, document, importScripts }: Surroundings): boolean =>
  (window !== undefined && document !== undefined) || typeof importScripts === "function";

/** Throws in a browser, because everyone who opens the page could read the key. */
export function refuseBrowser(surroundings: Surroundings = globalThis): void {
  if (!isBrowser(surroundings)) return;
  throw new InvalidArgumentError(
    "The API key belongs on your server. In a browser, every visitor can read it. A test that imitates a browser can pass dangerouslyAllowBrowser: true.",
  );
}

/** Returns the User-Agent to send, or undefined in a browser, which sets its own. */
export function userAgent(surroundings: Surroundings = globalThis): string | undefined {
  if (isBrowser(surroundings)) return undefined;
  const { process, navigator } = surroundings;
  const agent = navigator?.userAgent ?? "Node.js";
  // The user agent of Node.js contains only the major version.
  const runtime = agent.startsWith("Node.js")
    ? `Node.js/${process?.versions?.["node"] ?? "unknown"}`
    : agent;
  return `tepat-js/${version} ${runtime}`;
}
