import type { HttpRequest, HttpResponse } from "./message.ts";

/** What is served beside the operations of the contract. */
export interface Page {
  /** For the metrics. */
  readonly name: string;
  readonly methods: readonly string[];
  respond(request: HttpRequest): Promise<HttpResponse>;
}

export type FindPage = (path: string) => Page | undefined;

export function firstOf(...finders: readonly FindPage[]): FindPage {
  return (path) => {
    for (const find of finders) {
      const page = find(path);
      if (page) return page;
    }
    return undefined;
  };
}
