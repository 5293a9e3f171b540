import { createRequire } from "node:module";
import { request } from "undici";
import { senderTask } from "./sender-task.ts";

/** Sends a backlog as in graphile-worker's documentation: one runner with a number of parallel tasks. */

interface GraphileWorker {
  makeWorkerUtils(options: { connectionString: string }): Promise<{
    migrate(): Promise<void>;
    addJobs(jobs: { identifier: string; payload: unknown }[]): Promise<unknown>;
    release(): Promise<void>;
  }>;
  run(options: {
    connectionString: string;
    concurrency: number;
    maxPoolSize: number;
    noHandleSignals: boolean;
    taskList: Record<string, (payload: { url: string; body: string }) => Promise<void>>;
  }): Promise<{ promise: Promise<void> }>;
}

// The package is installed when this section is measured, because nothing else needs it.
const { makeWorkerUtils, run } = createRequire(process.env["PACKAGES"] ?? "")(
  "graphile-worker",
) as GraphileWorker;

const { database: connectionString, deliveries, workers, send } = senderTask(request);
const utils = await makeWorkerUtils({ connectionString });
await utils.migrate();
for (const chunk of deliveries) {
  await utils.addJobs(chunk.map((payload) => ({ identifier: "deliver", payload })));
}
await utils.release();
console.log("listening");
const runner = await run({
  connectionString,
  concurrency: workers,
  maxPoolSize: workers,
  noHandleSignals: true,
  taskList: { deliver: send },
});
await runner.promise;
