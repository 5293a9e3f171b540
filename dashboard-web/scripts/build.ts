/** Runs as `npm run build -w dashboard-web`. */

import path from "node:path";
import { buildDashboard } from "./build-dashboard.ts";

await buildDashboard(path.join(import.meta.dirname, "../dist"));
