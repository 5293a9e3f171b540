import { PgBoss } from "pg-boss";
import { request } from "undici";
import { senderTask } from "./sender-task.ts";

/** Sends a backlog as in pg-boss's documentation: workers that fetch one job, send it and complete it. */

const { database, deliveries, workers, send } = senderTask(request);
const queue = "deliveries";
const boss = new PgBoss({ connectionString: database, schema: "bench_pgboss", max: workers });
boss.on("error", console.error);
await boss.start();
await boss.createQueue(queue);
for (const chunk of deliveries)
  await boss.insert(
    queue,
    chunk.map((data) => ({ data })),
  );
console.log("listening");

async function work(): Promise<void> {
  for (;;) {
    const [job] = await boss.fetch<{ url: string; body: string }>(queue);
    if (!job) return;
    await send(job.data);
    await boss.complete(queue, job.id);
  }
}

await Promise.all(Array.from({ length: workers }, work));
