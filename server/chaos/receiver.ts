import {
  startWebhookReceiver,
  type ReceiverAnswer,
  type WebhookReceiver,
} from "../testing/webhook-receiver.ts";

/** A merchant's server that fails at times, and records the webhooks that it accepted. */
export interface MoodyReceiver extends WebhookReceiver {
  setMood(mood: Mood): void;
  /** The webhooks with a successful response: the bytes by webhook-id, and the ids by payment code. */
  taken: { bodies: Map<string, string>; idsByCode: Map<string, Set<string>> };
  /** Deliveries whose bytes changed between two attempts. */
  broken: string[];
}

export const moods = ["failing", "dropping", "slow", "gone away and back"] as const;
type Mood = "well" | (typeof moods)[number];

const slowMilliseconds = 800;

export async function startMoodyReceiver(random: () => number): Promise<MoodyReceiver> {
  let mood: Mood = "well";
  const bodies = new Map<string, string>();
  const idsByCode = new Map<string, Set<string>>();
  const broken: string[] = [];

  const receiver = await startWebhookReceiver({
    respond({ headers, body }) {
      const id = String(headers["webhook-id"]);
      if ((bodies.get(id) ?? body) !== body) broken.push(`${id} came with other bytes`);
      bodies.set(id, body);
      const answer = answerIn(mood, random);
      const isTaken = answer !== "drop" && (answer.status ?? 200) < 300;
      if (isTaken) note(idsByCode, JSON.parse(body).data.payment_code as string, id);
      return answer;
    },
  });
  return Object.assign(receiver, {
    setMood: (next: Mood) => (mood = next),
    taken: { bodies, idsByCode },
    broken,
  });
}

function note(ids: Map<string, Set<string>>, code: string, id: string): void {
  ids.set(code, (ids.get(code) ?? new Set()).add(id));
}

function answerIn(mood: Mood, random: () => number): ReceiverAnswer | "drop" {
  switch (mood) {
    case "well":
      return {};
    case "failing":
      return { status: 500 };
    case "dropping":
      return "drop";
    case "slow":
      return { delay_milliseconds: slowMilliseconds };
    case "gone away and back":
      return random() < 0.5 ? "drop" : {};
  }
}
