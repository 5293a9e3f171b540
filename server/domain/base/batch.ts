import { channel } from "node:diagnostics_channel";

/** These channels tell tracing which calls share a run. Without a listener they cost nothing. */
export const batchJoined = channel("tepat.batch.joined");
export const batchRun = channel("tepat.batch.run");

interface Batching<Request, Result> {
  /** The largest number of requests in a run. */
  sizeMax: number;
  /**
   * Returns a promise that must settle, because the next run waits for it. Work that only uses the database does
   * settle. Tepat's client drops a connection that is silent for longer than a statement can take (`answer_timeout`
   * in db/client.ts), and PostgreSQL ends longer statements and idle transactions. Two tests show this.
   */
  run: (requests: readonly Request[]) => Promise<readonly Result[]>;
  /**
   * Returns true if a failed run changed nothing and one request might be the cause. Each request then runs alone, so
   * that none fails because of another.
   */
  mayRunAlone: (cause: unknown) => boolean;
  /**
   * The time that a run waits for further requests, for work whose result no request needs. A full run does not wait.
   * Without this function, no run waits.
   */
  pauseMilliseconds?: () => number;
}

/** A shorter queue is not worth two statements. */
const worthHalving = 16;

/**
 * Lets calls that arrive during a run share the next run. Without a pause, an idle batcher runs at once, so no call
 * waits for others. Under load, many requests share a statement's cost. Only one run is active at a time, because two
 * cost more than they gain (bench/README.md). A run takes half of a long queue. While the database works on that
 * half, the other callers receive their results and can join the next run. If a run took the whole queue, the callers
 * and the database would wait for each other in turn.
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
  /** The number of requests in the last run. Their callers can call again. */
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
    // The next run starts before this run's results are delivered, so that the database is not idle.
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
