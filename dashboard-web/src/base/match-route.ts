import type { OperationName } from "./api.ts";
import type { ComponentType } from "preact";

/** A page that is loaded when it is first visited. */
export interface Route {
  /** `/accounts/:account_id`. */
  pattern: string;
  load(): Promise<ComponentType<PageProps>>;
  /** The operation that the page cannot do without: the page is for its roles. Absent: for every role that reads. */
  needs?: OperationName;
  /** Everyone except operators gets "not found" at this address. */
  isForOperators?: true;
}

export interface PageProps {
  /** The parts of the path that the pattern names, decoded. */
  parameters: Readonly<Record<string, string>>;
}

/** Returns the first route whose pattern fits the path, with the parameters in it. */
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

/** Decodes a part of the path; null when the address was mistyped and cannot be decoded. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
