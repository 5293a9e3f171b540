import type { Config } from "../start/config.ts";
import type { Sql } from "../db/client.ts";
import type { WebhookClient } from "../domain/webhooks/webhooks.ts";
import type { AppOptions } from "../http/app.ts";
import type { Dispatch } from "../http/transport/message.ts";

/** Stands in front of what is to be traced. */
export interface Tracing {
  dispatch(dispatch: Dispatch): Dispatch;
  /** The request's span gets its name where the operation is known. */
  observe(observe: AppOptions["observe"]): AppOptions["observe"];
  sql(sql: Sql): Sql;
  webhooks(client: WebhookClient): WebhookClient;
  /** Sends what has not been sent yet. */
  stop(): Promise<void>;
}

/** Without a collector nothing is in the way, and none of OpenTelemetry is loaded: it takes 22 MB. */
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
