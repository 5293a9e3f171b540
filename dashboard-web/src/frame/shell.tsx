import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { call } from "../base/api.ts";
import { useUndecided } from "../base/attention.tsx";
import { useLive } from "../base/live.tsx";
import { Link, useRouter } from "../base/router.tsx";
import { guides, menu, type MenuItem } from "./pages.ts";
import { useMay, useMerchant, useSession } from "../base/session.tsx";
import { zoneName } from "../base/time.ts";
import { commonTexts as t } from "../base/texts/common.ts";
import { Brand } from "../ui/brand.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { Languages } from "../ui/languages.tsx";
import { Schemes } from "../ui/schemes.tsx";
import { Button } from "../ui/button.tsx";

/** The menu and the frame around every page of a signed-in person. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { path } = useRouter();
  const { is_operator, person, has_api_key } = useMerchant();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = () => setMenuOpen(false);

  const may = useMay();
  const items = menu
    .filter(({ isForOperators }) => is_operator || !isForOperators)
    .filter(({ needs }) => may(needs));
  const undecided = useUndecided();
  const isAtDevelopers = items.some((item) => item.room === "develop" && isAt(path, item));
  // Most shops have no program. They reach these pages from the settings.
  const hasDevelopers = has_api_key || isAtDevelopers || person.role === "developer";
  const rooms = roomsOf(items.filter(({ room }) => hasDevelopers || room !== "develop"));
  const isBehindMore = rooms.some(
    (room) => !room.isInBar && room.tabs.some((tab) => isAt(path, tab)),
  );

  // A layout effect runs at once. A later effect would close a menu that a person opened quickly.
  useLayoutEffect(closeMenu, [path]);

  // The current page's entry might be below the menu's edge. On a phone, its tab might be outside
  // the screen. A number that arrives later makes the tabs wider.
  useEffect(() => {
    document
      .querySelectorAll("nav [aria-current]")
      .forEach((entry) => entry.scrollIntoView({ block: "nearest", inline: "center" }));
  }, [path, undecided]);

  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t.common.skip}
      </a>
      <header class="side">
        <Brand />
        <Shortcuts />
        <Menu rooms={rooms} />
        <Person />
      </header>
      <main id="main" tabIndex={-1}>
        <Tabs rooms={rooms} />
        {children}
      </main>
      <Offline />
      <nav class="bar" aria-label={t.menu.short}>
        <MenuList rooms={rooms} />
        <button
          type="button"
          aria-haspopup="dialog"
          data-current={isBehindMore}
          onClick={() => setMenuOpen(true)}
        >
          <Icon name="menu" />
          {t.menu.more}
        </button>
      </nav>
      {isMenuOpen && (
        <Dialog title={t.menu.label} class="drawer" onClose={closeMenu}>
          <Menu rooms={rooms} />
          <Person />
        </Dialog>
      )}
    </div>
  );
}

/** Warns that the server is unreachable and the screen might show old data. */
function Offline() {
  const { isOffline } = useLive();
  return (
    <div class="offline" role="status">
      {isOffline && (
        <p>
          <Icon name="offline" />
          {t.common.offline}
        </p>
      )}
    </div>
  );
}

/** An entry of the menu: a page, or several pages shown as tabs. */
interface Room extends Pick<MenuItem, "to" | "icon"> {
  isInBar: boolean;
  name: string;
  tabs: readonly MenuItem[];
}

/** Returns the entries of the menu. A room with a single visible page has that page's name. */
function roomsOf(items: readonly MenuItem[]): Room[] {
  const inRooms = Map.groupBy(items, ({ room, to }) => room ?? to);
  return [...inRooms.values()].flatMap((tabs) =>
    tabs.slice(0, 1).map(({ to, icon, isInBar, room, text }) => ({
      to,
      icon,
      isInBar: isInBar ?? inRooms.size < 4,
      name: room && tabs.length > 1 ? t.menuRooms[room] : t.menu[text],
      tabs,
    })),
  );
}

/** While a transfer waits for a decision, the room of this page opens this page first. */
const decisions = "/reconciliation";

const isAt = (path: string, { to, alsoAt }: Pick<MenuItem, "to" | "alsoAt">) =>
  to === "/"
    ? path === "/"
    : path.startsWith(to) || (alsoAt !== undefined && path.startsWith(alsoAt));

/**
 * Shows the tabs of the room above each of its pages. Pages below them have a link back instead.
 */
function Tabs({ rooms }: { rooms: readonly Room[] }) {
  const { path } = useRouter();
  const undecided = useUndecided();
  const room = rooms.find(({ tabs }) => tabs.length > 1 && tabs.some(({ to }) => to === path));
  return (
    room && (
      <nav class="tabs" aria-label={room.name}>
        <ul>
          {room.tabs.map(({ to, text }) => (
            <li key={to}>
              <Link to={to} aria-current={to === path ? "page" : undefined}>
                {t.menu[text]}
                {to === decisions && undecided !== null && ` (${undecided})`}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    )
  );
}

const Menu = ({ rooms }: { rooms: readonly Room[] }) => (
  <nav class="menu" aria-label={t.menu.label}>
    <MenuList rooms={rooms} />
  </nav>
);

function MenuList({ rooms }: { rooms: readonly Room[] }) {
  const { path } = useRouter();
  const undecided = useUndecided();
  return (
    <ul>
      {rooms.flatMap(({ to: first, icon, name, isInBar, tabs }) => {
        const waiting = tabs.some((tab) => tab.to === decisions) ? undecided : null;
        const to = waiting === null ? first : decisions;
        return [
          tabs[0]?.room === "settings" && <Help key="help" />,
          <li key={first} data-in-bar={isInBar}>
            <Link
              to={to}
              aria-current={
                path === to ? "page" : tabs.some((tab) => isAt(path, tab)) ? "true" : undefined
              }
            >
              <Icon name={icon} />
              {name}
              {waiting !== null && (
                <span
                  class="count"
                  role="img"
                  aria-label={`${t.menu.reconciliation}: ${waiting}`}
                  title={`${t.menu.reconciliation}: ${waiting}`}
                >
                  {waiting}
                </span>
              )}
            </Link>
          </li>,
        ];
      })}
    </ul>
  );
}

/** Opens the guide of the page. The guides follow the dashboard's language. */
function Help() {
  const { path } = useRouter();
  const found = guides.find((each) => isAt(path, each));
  return (
    <li data-in-bar={false}>
      <a href={found ? `/docs/${found.guide}` : "/docs"} target="_blank" rel="noreferrer">
        <Icon name="help" />
        {t.menu.help}
      </a>
    </li>
  );
}

function Person() {
  const { setMerchant, onRefusal } = useSession();
  const { merchant_name, person, email, time_zone } = useMerchant();
  const { go } = useRouter();

  async function signOut() {
    await call("signOut", {}).catch(onRefusal);
    setMerchant(null);
    go("/sign-in");
  }

  return (
    <div class="person">
      <p>
        <strong title={merchant_name}>{merchant_name}</strong>
        <span class="hint">{email}</span>
        <span class="hint">
          {t.roles[person.role]} · {t.common.timesIn(zoneName(time_zone))}
        </span>
      </p>
      <Schemes />
      <div>
        <Languages />
        <Button tone="quiet" icon="out" onClick={() => void signOut()}>
          {t.menu.signOut}
        </Button>
      </div>
    </div>
  );
}
