import type { Config } from "../start/config.ts";
import type { Tracing } from "./tracing-spans.ts";

/**
 * The tracing without a collector. It wraps nothing and does not load OpenTelemetry, which takes 22
 * MB.
 */
const untraced: Tracing = {
  dispatch: (dispatch) => dispatch,
  observe: (observe) => observe,
  sql: (sql) => sql,
  webhooks: (client) => client,
  stop: async () => {},
};

export async function startTracing(settings: Config["traces"]): Promise<Tracing> {
  if (!settings) return untraced;
  const { createTracing } = await import("./tracing-spans.ts");
  return createTracing(settings);
}
