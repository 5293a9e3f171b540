import type { HttpRequest } from "./message.ts";

/**
 * The time for this response has ended. As after a lost connection, the client does not know whether the work was
 * done.
 */
export class Overdue extends Error {
  override readonly name = "Overdue";
}

/**
 * Bounds the time of every response. Each statement has its own bound, but many statements can wait in a queue. The
 * time in which the client sends its body does not count. A request that becomes overdue before its body is read goes
 * no further.
 */
export async function answerWithin<Answer>(
  milliseconds: number,
  request: HttpRequest,
  work: (request: HttpRequest) => Promise<Answer>,
): Promise<Answer> {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  let isOver = false;
  let left = milliseconds;
  let begunAt = 0;
  const begin = () => {
    begunAt = performance.now();
    return setTimeout(() => {
      isOver = true;
      reject(new Overdue(`no answer within ${milliseconds} ms`));
    }, left);
  };
  let deadline = begin();
  const bounded: HttpRequest = {
    ...request,
    async body() {
      if (isOver) throw new Overdue("the answer was overdue before the body was read");
      clearTimeout(deadline);
      left -= performance.now() - begunAt;
      const bytes = await request.body();
      if (!isOver) deadline = begin();
      return bytes;
    },
  };
  try {
    return await Promise.race([work(bounded), overdue]);
  } finally {
    isOver = true;
    clearTimeout(deadline);
  }
}
