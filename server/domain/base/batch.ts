import { channel } from "node:diagnostics_channel";

/** Tell tracing who shares a run: a call that waits, and a run of such calls. Without a listener they cost nothing. */
export const batchJoined = channel("tepat.batch.joined");
export const batchRun = channel("tepat.batch.run");

interface Batching<Request, Result> {
  /** How many requests share a run at most. */
  sizeMax: number;
  run: (requests: readonly Request[]) => Promise<readonly Result[]>;
  /**
   * Says of a failed run that it left nothing behind and may be one passenger's fault: each then runs alone, so that none
   * pays for a neighbour.
   */
  mayRunAlone: (cause: unknown) => boolean;
  /** How long a run waits for company. For work whose answer nobody waits for; left out, runs do not wait. */
  pauseMilliseconds?: () => number;
}

/** Fewer are not worth two statements. */
const worthHalving = 16;

/**
 * Lets calls that arrive while a run is under way share the next one. Without a pause an idle batcher runs at once, so
 * nothing waits for company; under load the statement's cost is divided by the number of its passengers. One run at a
 * time: two at once cost more than they gain (bench/README.md). Of many it takes half: while the database works for them, the others are
 * answered and ask anew, where all together would wait for one another in turn.
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
  /** Passengers of the last run: they call again, perhaps. */
  let served = 0;

  function startRun(): void {
    if (isRunning || queue.length === 0) return;
    isRunning = true;
    const pause = pauseMilliseconds();
    if (pause > 0) setTimeout(leave, pause);
    else leave();
  }

  function leave(): void {
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
    // First the next run, then the answers to this one: the database does not wait while they are written.
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
