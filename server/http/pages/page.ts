import type { HttpRequest, HttpResponse } from "../transport/message.ts";

/** What is served beside the operations of the contract. */
export interface Page {
  /** For the metrics. */
  readonly name: string;
  /** A page of another site may read it. */
  readonly anyOrigin?: true;
  /** The answer to GET, and to HEAD. */
  respond(request: HttpRequest): Promise<HttpResponse>;
}

export const pageMethods = ["GET", "HEAD"];

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

/** Stands in for the pages of a workspace whose build is missing; the operations work without it. */
export const pageNotBuilt = (name: string, what: string, workspace: string): Page => ({
  name,
  respond: async () => ({
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    body: `${what} has not been built yet. On the server: npm run build -w ${workspace}, then start it again (npm start does both).\n`,
  }),
});
