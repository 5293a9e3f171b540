import type { request as send } from "undici";

/** The task of a program that sends a backlog. */
export function senderTask(request: typeof send) {
  const { DATABASE_URL = "", RECEIVER = "", DELIVERIES, BODY_BYTES } = process.env;
  const delivery = { url: RECEIVER, body: "x".repeat(Number(BODY_BYTES)) };
  const chunk = 1_000;
  const chunks = Math.ceil(Number(DELIVERIES) / chunk);
  return {
    database: DATABASE_URL,
    workers: 20,
    /** The backlog, in the portions in which it is written. */
    deliveries: Array.from({ length: chunks }, (_, index) =>
      Array.from({ length: Math.min(chunk, Number(DELIVERIES) - index * chunk) }, () => delivery),
    ),
    /** undici keeps connections open automatically. */
    async send({ url, body }: typeof delivery): Promise<void> {
      const headers = { "content-type": "application/json" };
      const response = await request(url, { method: "POST", headers, body });
      await response.body.dump();
      if (response.statusCode !== 200) throw new Error(`the receiver said ${response.statusCode}`);
    },
  };
}
