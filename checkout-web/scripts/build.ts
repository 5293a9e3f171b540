/** Runs as `npm run build -w checkout-web`. */

import path from "node:path";
import { buildCheckout } from "./build-checkout.ts";

await buildCheckout(path.join(import.meta.dirname, "../dist"));
