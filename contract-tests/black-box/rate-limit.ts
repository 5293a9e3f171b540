import { setTimeout as wait } from "node:timers/promises";

/** The window of the gateway's rate limits. A refusal with a longer wait has another cause. */
const windowSeconds = 60;

/**
 * Sends a request. If the gateway's rate limit refuses the request, waits as long as the response says and sends
 * the request once more.
 */
export async function untilAllowed<Answer extends { status: number; headers: Headers }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await send();
  const seconds = Number(answer.headers.get("x-ratelimit-reset") ?? Number.NaN);
  if (answer.status !== 429 || !(seconds <= windowSeconds)) return answer;
  console.log(`The merchant's rate is used up: waiting for ${seconds} s.`);
  await wait(seconds * 1000);
  return send();
}
