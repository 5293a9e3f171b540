import type { HttpRequest, HttpResponse } from "./message.ts";

/** What is served beside the operations of the contract. */
export interface Page {
  /** For the metrics. */
  readonly name: string;
  readonly methods: readonly string[];
  respond(request: HttpRequest): Promise<HttpResponse>;
}

export type FindPage = (path: string) => Page | undefined;
