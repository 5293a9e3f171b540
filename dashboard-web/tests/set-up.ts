import path from "node:path";
import { buildDashboard } from "../scripts/build-dashboard.ts";

/** The server under test serves what is built here, as after a start. */
export default function setUp(): Promise<void> {
  return buildDashboard(path.resolve(import.meta.dirname, "../dist"));
}
