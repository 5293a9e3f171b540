import { setTimeout as wait } from "node:timers/promises";

/** A window of the gateway's rate limits; a wait that is longer is another kind of refusal. */
const windowSeconds = 60;

/** Sends again, once, what the gateway refused for its rate, when it says that it may. */
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
