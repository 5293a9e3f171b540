import { z } from "zod";
import { reportOutcome, type Notification, type ReportOutcome } from "../contract/worker.ts";

const answerMilliseconds = 5_000;

const answer = z.object({ data: z.tuple([reportOutcome]) });

/**
 * Reports a notification as a Worker does, to the server that uses the same database. Returns null if no server
 * responds or the server does not know the token. The report can then safely be written to the database directly,
 * because a repeated report is a duplicate.
 */
export async function reportToServer(
  url: string,
  device_token: string,
  notification: Notification,
): Promise<ReportOutcome | null> {
  try {
    const response = await fetch(`${url}/worker/mutations`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-device-token": device_token },
      body: JSON.stringify({ notifications: [notification] }),
      redirect: "error",
      signal: AbortSignal.timeout(answerMilliseconds),
    });
    return response.ok ? answer.parse(await response.json()).data[0] : null;
  } catch {
    return null;
  }
}
