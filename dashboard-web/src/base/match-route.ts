import type { OperationName } from "./api.ts";
import type { ComponentType } from "preact";

/** A page, loaded when a person first visits it. */
export interface Route {
  /** The pattern of the path, for example `/accounts/:account_id`. */
  pattern: string;
  load(): Promise<ComponentType<PageProps>>;
  /**
   * The operation that the page requires. Only roles that can call the operation see the page. Without it, every
   * role that can read sees the page.
   */
  needs?: OperationName;
  /** People who are not operators get "not found" at this address. */
  isForOperators?: true;
}

export interface PageProps {
  /** The parts of the path that the pattern names, decoded. */
  parameters: Readonly<Record<string, string>>;
}

/** Returns the first route that matches the path, with the path's parameters. */
export function matchRoute(routes: readonly Route[], path: string) {
  for (const route of routes) {
    const parameters = parametersOf(route.pattern, path);
    if (parameters) return { route, parameters };
  }
  return null;
}

function parametersOf(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = given[index] ?? "";
    if (!part.startsWith(":")) {
      if (part !== text) return null;
      continue;
    }
    const value = decoded(text);
    if (!value) return null;
    parameters[part.slice(1)] = value;
  }
  return parameters;
}

/** Decodes a part of the path. Returns null for a mistyped address that cannot be decoded. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
