import { channel } from "node:diagnostics_channel";

/** These channels tell tracing which calls share a run. Without a listener they cost nothing. */
export const batchJoined = channel("tepat.batch.joined");
export const batchRun = channel("tepat.batch.run");

interface Batching<Request, Result> {
  /** The maximum number of requests in a run. */
  sizeMax: number;
  /**
   * The promise must settle, because the next run waits for it. One that only uses the database does: our client gives
   * up a connection that is silent for longer than a statement can take (`answer_timeout` in db/client.ts), and
   * PostgreSQL ends longer statements and idle transactions. Two tests show this.
   */
  run: (requests: readonly Request[]) => Promise<readonly Result[]>;
  /**
   * Returns true if a failed run left nothing behind and one request might be the cause. Then each request runs alone,
   * so that none fails because of another.
   */
  mayRunAlone: (cause: unknown) => boolean;
  /**
   * The time that a run waits for further requests, for work whose result no request needs. A full run does not wait.
   * If left out, no run waits.
   */
  pauseMilliseconds?: () => number;
}

/** A shorter queue is not worth two statements. */
const worthHalving = 16;

/**
 * Lets calls that arrive during a run share the next one. Without a pause an idle batcher runs at once, so no call
 * waits for others; under load the statement's cost is shared by its requests. There is one run at a time: two at once
 * cost more than they gain (bench/README.md). It takes half of a long queue: while the database works for that half,
 * the other callers get their answers and can join the next run. If it took all, the callers and the database would
 * wait for each other in turn.
 */
export function batched<Request, Result>({
  sizeMax,
  run,
  mayRunAlone,
  pauseMilliseconds = () => 0,
}: Batching<Request, Result>): (request: Request) => Promise<Result> {
  interface Waiting {
    request: Request;
    resolve: (result: Result) => void;
    reject: (cause: unknown) => void;
  }
  const queue: Waiting[] = [];
  let isRunning = false;
  /** Ends the pause before a run. */
  let pausing: NodeJS.Timeout | undefined;
  /** The number of requests in the last run; their callers can call again. */
  let served = 0;

  function startRun(): void {
    if (isRunning || queue.length === 0) return;
    const pause = queue.length < sizeMax ? pauseMilliseconds() : 0;
    if (pause > 0) pausing ??= setTimeout(leave, pause);
    else leave();
  }

  function leave(): void {
    clearTimeout(pausing);
    pausing = undefined;
    isRunning = true;
    const batch = queue.splice(0, Math.min(passengers(), sizeMax));
    served = batch.length;
    void serve(batch);
  }

  function passengers(): number {
    if (queue.length < worthHalving) return queue.length;
    return Math.ceil((queue.length + served) / 2);
  }

  async function serve(batch: readonly Waiting[]): Promise<void> {
    const answer = await attempt(batch);
    isRunning = false;
    // The next run starts before the answers of this one are given, so that the database does not wait meanwhile.
    startRun();
    answer();
  }

  async function attempt(batch: readonly Waiting[]): Promise<() => void> {
    try {
      const requests = batch.map((waiting) => waiting.request);
      const results = await batchRun.runStores(batch, () => run(requests));
      return () => batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
    } catch (cause) {
      if (batch.length === 1 || !mayRunAlone(cause))
        return () => batch.forEach((waiting) => waiting.reject(cause));
      const answers = await Promise.all(batch.map((waiting) => attempt([waiting])));
      return () => answers.forEach((answer) => answer());
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      const waiting = { request, resolve, reject };
      if (batchJoined.hasSubscribers) batchJoined.publish(waiting);
      queue.push(waiting);
      startRun();
    });
}
