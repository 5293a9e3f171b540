import type { ComponentType } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { doubled } from "../../../web-shared/src/backoff.ts";
import { ConfirmationProvider } from "../ui/confirmation.tsx";
import { Loading, Page } from "../ui/page.tsx";
import { Shell } from "./shell.tsx";
import { Notice } from "../ui/notice.tsx";
import type { SignedInPerson } from "../base/generated/types.gen.ts";
import { matchRoute, type PageProps, type Route } from "../base/match-route.ts";
import { limits } from "../base/limits.ts";
import { AttentionProvider } from "../base/attention.tsx";
import { LiveProvider } from "../base/live.tsx";
import { RouterProvider, useRouter } from "../base/router.tsx";
import { insideRoutes, liveTopics, menu, openRoutes, outsideRoutes } from "./pages.ts";
import { personKey, SessionProvider, useMay, useSession } from "../base/session.tsx";
import { useTypedAgain } from "../base/typed-again.ts";
import { AnnounceProvider } from "../base/announce.tsx";
import { commonTexts as t } from "../base/texts/common.ts";
import { Button } from "../ui/button.tsx";

export const App = () => (
  <AnnounceProvider>
    <RouterProvider>
      <SessionProvider>
        <LiveProvider topics={liveTopics}>
          <Place />
        </LiveProvider>
      </SessionProvider>
    </RouterProvider>
  </AnnounceProvider>
);

/** Shows the sign-in page at every address until a person is signed in, and then the address itself. */
function Place() {
  const { merchant, isEnded } = useSession();
  const { path } = useRouter();
  usePagesAhead(Boolean(merchant));
  useTypedAgain(merchant === undefined ? undefined : personKey(merchant));
  const open = matchRoute(openRoutes, path);
  if (merchant === undefined && !open) return <Loading />;
  if (!merchant || open) {
    const found = open ?? matchRoute(outsideRoutes, path) ?? matchRoute(outsideRoutes, "/sign-in");
    return (
      <main class="outside">{found && <RoutedPage key={found.route.pattern} {...found} />}</main>
    );
  }
  return (
    // A new key for each person, so that one person's input does not reach the next person.
    <ConfirmationProvider key={personKey(merchant)}>
      <Inside merchant={merchant} path={path} />
      {isEnded && <SignInAgain />}
    </ConfirmationProvider>
  );
}

/** Shows the sign-in above the person's page. The page keeps its input. */
function SignInAgain() {
  const dialog = useRef<HTMLDialogElement>(null);
  const found = matchRoute(outsideRoutes, "/sign-in");

  // The dialog must open above all open dialogs, because only the topmost one can be used.
  useLayoutEffect(() => dialog.current?.showModal(), []);

  return (
    <dialog
      ref={dialog}
      class="session-ended"
      aria-label={t.common.sessionEnded}
      onCancel={(event) => event.preventDefault()}
    >
      <div class="outside">
        <Notice tone="bad">{t.common.sessionEnded}</Notice>
        {found && <RoutedPage {...found} />}
      </div>
    </dialog>
  );
}

/**
 * Loads pages before a person visits them, so that they open even if the connection is lost. If the browser saves
 * data, only visited pages are loaded.
 */
function usePagesAhead(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || savesData()) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      for (const { load } of [...insideRoutes, ...outsideRoutes]) {
        if (isOver) return;
        await load().catch(() => null);
      }
    }, limits.pagesAheadMilliseconds);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted]);
}

/** Returns whether the browser saves data. Chromium and Android have this switch. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Redirects a person whose role cannot see this address's page to the first page of the menu. */
function Inside({ merchant, path }: { merchant: SignedInPerson; path: string }) {
  const { go } = useRouter();
  const may = useMay();
  const found = matchRoute(insideRoutes, path);
  const isHidden = found?.route.isForOperators && !merchant.is_operator;
  const isForOthers = found !== null && !may(found.route.needs);
  const home = menu.find(({ needs }) => may(needs))?.to ?? "/security";

  useEffect(() => {
    if (isForOthers) go(home, { replace: true });
  }, [isForOthers, home, go]);

  if (isForOthers) return <Loading />;
  return (
    <AttentionProvider>
      <Shell>{found && !isHidden ? <RoutedPage key={path} {...found} /> : <NotFound />}</Shell>
    </AttentionProvider>
  );
}

type RoutedPageProps = PageProps & { route: Route };

type Loaded = ComponentType<PageProps> | "loading" | "failed";

/**
 * Loads and shows a page. If the page's script fails to load, the script is tried again until the server responds. Then
 * the document reloads at the same address, because browsers remember a failed script, and because an update gives the
 * script another name.
 */
function RoutedPage({ route, parameters }: RoutedPageProps) {
  const [loaded, setLoaded] = useState<{ page: Loaded }>({ page: "loading" });
  const [failures, setFailures] = useState(0);

  useEffect(() => {
    let isWanted = true;
    let timer: number | undefined;
    const load = () => {
      clearTimeout(timer);
      route.load().then(
        (page) => isWanted && setLoaded({ page }),
        async () => {
          if (!isWanted) return;
          setLoaded({ page: "failed" });
          if (failures > 0 && (await isServerThere()) && isWanted) reloadOnce();
          if (!isWanted) return;
          const wait = doubled(failures, limits.reopenMilliseconds);
          timer = window.setTimeout(() => setFailures((count) => count + 1), wait);
        },
      );
    };
    load();
    window.addEventListener("online", load);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      window.removeEventListener("online", load);
    };
  }, [route, failures]);

  if (loaded.page === "loading") return <Loading />;
  if (loaded.page !== "failed") return <loaded.page parameters={parameters} />;
  return (
    <Notice tone="bad">
      <p>{t.common.pageFailed}</p>
      <Button onClick={() => location.reload()}>{t.common.reload}</Button>
    </Notice>
  );
}

const isServerThere = () =>
  fetch(location.pathname, { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );

const reloadedKey = "tepat_reloaded";

/**
 * Reloads the document, but not twice within a short time: if the script is still missing, another reload does not
 * help.
 */
function reloadOnce(): void {
  const since = Date.now() - Number(sessionStorage.getItem(reloadedKey) ?? 0);
  if (since < limits.reloadPauseMilliseconds) return;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  location.reload();
}

const NotFound = () => (
  <Page title={t.common.notFound} hint={t.common.notFoundHint}>
    <Button to="/">{t.common.toOverview}</Button>
  </Page>
);
