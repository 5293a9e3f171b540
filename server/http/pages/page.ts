import type { HttpRequest, HttpResponse } from "../transport/message.ts";

/** A page that is served beside the operations of the contract. */
export interface Page {
  /** The name for the metrics. */
  readonly name: string;
  /** Pages of other sites can read the response (CORS). */
  readonly anyOrigin?: true;
  /** The methods of the page. The default is GET and HEAD. */
  readonly methods?: readonly string[];
  /** Responds to the methods of this page, HEAD included. */
  respond(request: HttpRequest): Promise<HttpResponse>;
}

export const methodsOf = ({ methods = ["GET", "HEAD"] }: Page): readonly string[] => methods;

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

/** The response for the pages of a workspace that has not been built. The operations work without such pages. */
export const pageNotBuilt = (name: string, what: string, workspace: string): Page => ({
  name,
  respond: async () => ({
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
    body: `${what} has not been built yet. On the server: npm run build -w ${workspace}, then start it again (npm start does both).\n`,
  }),
});
