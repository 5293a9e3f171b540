/**
 * Lets calls that arrive while a run is under way share the next one. An idle batcher runs at once, so nothing waits
 * for company; under load the statement's cost is divided by the number of its passengers.
 */
export function batched<Request, Result>(
  maxSize: number,
  run: (requests: readonly Request[]) => Promise<readonly Result[]>,
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
      const batch = queue.splice(0, maxSize);
      try {
        const results = await run(batch.map((waiting) => waiting.request));
        batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
      } catch (cause) {
        for (const waiting of batch) waiting.reject(cause);
      }
    }
    isRunning = false;
  }

  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject });
      if (!isRunning) void drain();
    });
}
