import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ConfirmationProvider } from "./components/confirmation.tsx";
import { Loading, Page } from "./components/page.tsx";
import { Shell } from "./components/shell.tsx";
import { Notice } from "./components/notice.tsx";
import { matchRoute, type PageProps, type Route } from "./match-route.ts";
import { LiveProvider } from "./live.tsx";
import { Link, RouterProvider, useRouter } from "./router.tsx";
import { insideRoutes, openRoutes, outsideRoutes } from "./routes.ts";
import { SessionProvider, useSession } from "./session.tsx";
import { useWords, WordsProvider } from "./words.tsx";

export const App = () => (
  <WordsProvider>
    <RouterProvider>
      <SessionProvider>
        <LiveProvider>
          <Place />
        </LiveProvider>
      </SessionProvider>
    </RouterProvider>
  </WordsProvider>
);

/** Somebody who is not signed in sees the sign-in page at every address, and the address itself afterwards. */
function Place() {
  const { merchant } = useSession();
  const { path } = useRouter();
  const open = matchRoute(openRoutes, path);
  if (merchant === undefined && !open) return <Loading />;
  if (!merchant || open) {
    const found = open ?? matchRoute(outsideRoutes, path) ?? matchRoute(outsideRoutes, "/sign-in");
    return (
      <main class="outside">{found && <RoutedPage key={found.route.pattern} {...found} />}</main>
    );
  }
  const found = matchRoute(insideRoutes, path);
  const isHidden = found?.route.isForOperators && !merchant.is_operator;
  return (
    <ConfirmationProvider>
      <Shell>{found && !isHidden ? <RoutedPage key={path} {...found} /> : <NotFound />}</Shell>
    </ConfirmationProvider>
  );
}

type RoutedPageProps = PageProps & { route: Route };

type Loaded = ComponentType<PageProps> | "loading" | "failed";

function RoutedPage({ route, parameters }: RoutedPageProps) {
  const { t } = useWords();
  const [loaded, setLoaded] = useState<{ page: Loaded }>({ page: "loading" });

  useEffect(() => {
    let isWanted = true;
    route.load().then(
      (page) => isWanted && setLoaded({ page }),
      () => isWanted && setLoaded({ page: "failed" }),
    );
    return () => {
      isWanted = false;
    };
  }, [route]);

  if (loaded.page === "loading") return <Loading />;
  if (loaded.page !== "failed") return <loaded.page parameters={parameters} />;
  return (
    <Notice tone="bad">
      <p>{t.common.pageFailed}</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        {t.common.reload}
      </button>
    </Notice>
  );
}

function NotFound() {
  const { t } = useWords();
  return (
    <Page title={t.common.notFound} hint={t.common.notFoundHint}>
      <Link class="button" to="/">
        {t.common.toOverview}
      </Link>
    </Page>
  );
}
