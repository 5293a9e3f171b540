import type { Config } from "../start/config.ts";
import type { Sql } from "../db/client.ts";
import type { WebhookClient } from "../domain/webhooks/webhooks.ts";
import type { AppOptions } from "../http/app.ts";
import type { Dispatch } from "../http/transport/message.ts";

/** Wraps the code that is to be traced. */
export interface Tracing {
  dispatch(dispatch: Dispatch): Dispatch;
  /** Names the request's span once the operation is known. */
  observe(observe: AppOptions["observe"]): AppOptions["observe"];
  sql(sql: Sql): Sql;
  webhooks(client: WebhookClient): WebhookClient;
  /** Sends the spans that have not been sent yet. */
  stop(): Promise<void>;
}

/** Without a collector nothing is wrapped, and OpenTelemetry is not loaded, which takes 22 MB. */
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
