import type { Logger } from "pino";

/** What background work needs of the log. */
export type Log = Pick<Logger, "info" | "warn" | "error">;
