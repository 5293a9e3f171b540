/**
 * `npm run docs`: builds the guides as a site in docs/dist, which the gateway serves at `/docs`. A dead link stops it.
 */

import path from "node:path";
import { parseArgs } from "node:util";
import { buildSite } from "./build-site.ts";

const docs = path.resolve(import.meta.dirname, "..");
const { values: options } = parseArgs({
  options: {
    source: { type: "string", default: docs },
    to: { type: "string", default: path.join(docs, "dist") },
  },
});

await buildSite(options.source, options.to);
console.log("The guides are built: the gateway shows them at /docs.");
