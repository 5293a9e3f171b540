import { banks } from "../../banks/index.ts";
import type { AppFormat } from "../../banks/format.ts";

/** All apps that a release knows. */
export const appFormats: readonly AppFormat[] = banks.flatMap(({ apps }) =>
  apps.map(({ format }) => format),
);
