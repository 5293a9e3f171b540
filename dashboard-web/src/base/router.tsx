import { createContext, type ComponentChildren, type PartialAnchorHTMLAttributes } from "preact";
import { useContext, useLayoutEffect, useMemo, useState } from "preact/hooks";

/** The path below /dashboard, and the way to another. */
interface Router {
  path: string;
  query: URLSearchParams;
  /** The part after the `#`, which the browser does not send to the server. */
  fragment: URLSearchParams;
  /** Whether the reader has moved since the document was loaded. */
  hasMoved: boolean;
  /** `replace`: a step back does not lead here again. `stays`: the reader keeps the place on the page. */
  go(address: string, options?: { replace?: boolean; stays?: boolean }): void;
}

const base = "/dashboard";

const RouterContext = createContext<Router | null>(null);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error("no router around this component");
  return router;
}

export function RouterProvider({ children }: { children: ComponentChildren }) {
  const [place, setPlace] = useState(() => ({ address: here(), hasMoved: false }));

  // Before the browser can move again: a step back between the first reading of the address and an effect is lost.
  useLayoutEffect(() => {
    const move = () => setPlace({ address: here(), hasMoved: true });
    addEventListener("popstate", move);
    return () => removeEventListener("popstate", move);
  }, []);

  const router = useMemo(() => {
    const { pathname, searchParams, hash } = new URL(place.address, location.origin);
    return {
      path: pathname.slice(base.length) || "/",
      query: searchParams,
      fragment: new URLSearchParams(hash.slice(1)),
      hasMoved: place.hasMoved,
      go(address: string, { replace = false, stays = false } = {}) {
        history[replace ? "replaceState" : "pushState"](null, "", base + address);
        setPlace({ address: here(), hasMoved: true });
        if (!replace && !stays) scrollTo(0, 0);
      },
    };
  }, [place]);

  return <RouterContext.Provider value={router}>{children}</RouterContext.Provider>;
}

const here = () => location.pathname + location.search + location.hash;

type LinkProps = Omit<
  PartialAnchorHTMLAttributes<HTMLAnchorElement>,
  "href" | "role" | "onClick"
> & {
  to: string;
  /**
   * The address for an ordinary click, for example the panel beside the list. A new tab still opens the page itself.
   */
  opens?: string | undefined;
};

/** A link that opens without loading the document again, unless the reader asks for another tab. */
export function Link({ to, opens, ...rest }: LinkProps) {
  const { go } = useRouter();
  return (
    <a
      {...rest}
      href={base + to}
      onClick={(event) => {
        const isOrdinary =
          event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
        if (!isOrdinary) return;
        event.preventDefault();
        if (opens === undefined) go(to);
        else go(opens, { stays: true });
      }}
    />
  );
}
