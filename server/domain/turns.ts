import { limits } from "../contract/limits.ts";
import { GatewayError } from "../contract/errors.ts";

/** Lets only so many pieces of work run at once and so many wait; who comes after them is sent away. */
export function createTurns(atOnce: number, waitingMax: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function take<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw tooMany();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next one; nobody who comes now can take it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const tooMany = () => {
  const seconds = String(limits.busySeconds);
  return new GatewayError("rate_limited", {
    message: "The server is busy: send again in a moment.",
    headers: { "x-ratelimit-reset": seconds, "retry-after": seconds },
  });
};
