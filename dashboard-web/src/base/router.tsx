import { createContext, type ComponentChildren, type PartialAnchorHTMLAttributes } from "preact";
import { useContext, useLayoutEffect, useMemo, useState } from "preact/hooks";

/** The current path below /dashboard, and the functions that change it. */
interface Router {
  path: string;
  query: URLSearchParams;
  /** The part after the `#`. The browser does not send it to the server. */
  fragment: URLSearchParams;
  /** Whether the person has left the first page since the document loaded. */
  hasMoved: boolean;
  /**
   * Goes to an address. `replace`: the back button does not return to the current page. `stays`: the
   * scroll position is kept. `said`: the line that tells the person on the next page what has succeeded.
   */
  go(address: string, options?: { replace?: boolean; stays?: boolean; said?: string }): void;
  said: string | undefined;
}

interface Place extends Pick<Router, "hasMoved"> {
  address: string;
  said?: string | undefined;
}

const base = "/dashboard";

const RouterContext = createContext<Router | null>(null);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (!router) throw new Error("no router around this component");
  return router;
}

export function RouterProvider({ children }: { children: ComponentChildren }) {
  const [place, setPlace] = useState<Place>(() => ({ address: here(), hasMoved: false }));

  // A layout effect runs before the browser can go back. A later effect would miss a step back after the first
  // reading of the address.
  useLayoutEffect(() => {
    const move = () => setPlace({ address: here(), hasMoved: true });
    addEventListener("popstate", move);
    return () => removeEventListener("popstate", move);
  }, []);

  const router = useMemo((): Router => {
    const { pathname, searchParams, hash } = new URL(place.address, location.origin);
    return {
      path: pathname.slice(base.length) || "/",
      query: searchParams,
      fragment: new URLSearchParams(hash.slice(1)),
      hasMoved: place.hasMoved,
      said: place.said,
      go(address, { replace = false, stays = false, said } = {}) {
        history[replace ? "replaceState" : "pushState"](null, "", base + address);
        setPlace({ address: here(), hasMoved: true, said });
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
  /** The address that an ordinary click opens, for example the panel beside the list. A new tab opens `to`. */
  opens?: string | undefined;
};

/**
 * A link that opens its page without loading the document again, unless the person opens it in
 * another tab.
 */
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
