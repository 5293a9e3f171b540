import { base64Of } from "./base64.ts";
import { call, Refusal } from "./api.ts";
import { doubled } from "../../../web-shared/src/backoff.ts";
import { limits } from "./limits.ts";

interface Sending {
  account_id: string;
  file: File;
  /** Receives the share of the file that has arrived, from 0 to 1. */
  onProgress(share: number): void;
  signal: AbortSignal;
}

/**
 * Sends a statement in parts and returns the id of its upload. A part without a response is sent
 * again.
 */
export async function sendFile(sending: Sending): Promise<string> {
  const { account_id, file, onProgress, signal } = sending;
  const { upload_id, part_bytes } = await call("beginStatementUpload", {
    body: { account_id, file_name: file.name, file_bytes: file.size },
  });
  for (let sent = 0, part_number = 1; sent < file.size; part_number += 1) {
    const part = file.slice(sent, sent + part_bytes);
    const content = await base64Of(part);
    await again(signal, () =>
      call("sendStatementPart", { path: { upload_id }, body: { part_number, content } }),
    );
    sent += part.size;
    onProgress(sent / file.size);
  }
  return upload_id;
}

async function again<Result>(signal: AbortSignal, send: () => Promise<Result>): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await send();
    } catch (cause) {
      const isLast = failures + 1 >= limits.sendsOfPart;
      if (!(cause instanceof Refusal) || cause.code !== "offline" || isLast) throw cause;
      const pause = doubled(failures, limits.reopenMilliseconds);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
