/**
 * Lets calls that arrive while a run is under way share the next one. An idle batcher runs at once, so nothing waits
 * for company; under load the statement's cost is divided by the number of its passengers.
 *
 * `mayRunAlone` says of a failed run that it left nothing behind and may be one passenger's fault: each then runs alone,
 * so that none pays for a neighbour.
 */
export function batched<Request, Result>(
  maxSize: number,
  run: (requests: readonly Request[]) => Promise<readonly Result[]>,
  mayRunAlone: (cause: unknown) => boolean,
): (request: Request) => Promise<Result> {
  interface Waiting {
    request: Request;
    resolve: (result: Result) => void;
    reject: (cause: unknown) => void;
  }
  let queue: Waiting[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    while (queue.length > 0) {
      await serve(queue.splice(0, maxSize));
    }
    isRunning = false;
  }

  async function serve(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await run(batch.map((waiting) => waiting.request));
      batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
    } catch (cause) {
      if (batch.length > 1 && mayRunAlone(cause))
        await Promise.all(batch.map((one) => serve([one])));
      else for (const waiting of batch) waiting.reject(cause);
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject });
      if (!isRunning) void drain();
    });
}
