import { banks } from "../../banks/index.ts";
import type { AppFormat } from "../../banks/format.ts";

/** All apps that a release knows, sorted by id, so that the order in a bank's file has no effect. */
export const appFormats: readonly AppFormat[] = banks
  .flatMap(({ apps }) => apps.map(({ format }) => format))
  .toSorted((one, other) => (one.id < other.id ? -1 : 1));
