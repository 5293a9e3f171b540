import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { call } from "../base/api.ts";
import { useLive } from "../base/live.tsx";
import { Link, useRouter } from "../base/router.tsx";
import { menu, type MenuItem } from "./pages.ts";
import { useMay, useMerchant, useSession } from "../base/session.tsx";
import { commonTexts as t } from "../base/texts/common.ts";
import { Brand } from "../ui/brand.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { Languages } from "../ui/languages.tsx";
import { Button } from "../ui/button.tsx";

/** The menu and the frame around every page of a person who is signed in. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { path } = useRouter();
  const { is_operator } = useMerchant();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = () => setMenuOpen(false);

  const may = useMay();
  const items = menu
    .filter(({ isForOperators }) => is_operator || !isForOperators)
    .filter(({ needs }) => may(needs));

  // At once, as a later effect of the first look would shut a menu that was opened quickly.
  useLayoutEffect(closeMenu, [path]);

  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t.common.skip}
      </a>
      <header class="side">
        <Brand />
        <Shortcuts />
        <Menu items={items} />
        <Person />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Offline />
      <nav class="bar" aria-label={t.menu.short}>
        <MenuList items={items.length < 4 ? items : items.filter(({ bar }) => bar)} />
        <button type="button" aria-haspopup="dialog" onClick={() => setMenuOpen(true)}>
          <Icon name="menu" />
          {t.menu.more}
        </button>
      </nav>
      {isMenuOpen && (
        <Dialog title={t.menu.label} class="drawer" onClose={closeMenu}>
          <Menu items={items} />
          <Person />
        </Dialog>
      )}
    </div>
  );
}

/** Says that the server cannot be reached, so that what stays on the screen may be old. */
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

/** The items in their groups, each under its name. */
function Menu({ items }: { items: readonly MenuItem[] }) {
  const { path } = useRouter();
  const place = useRef<HTMLElement>(null);

  // On a low screen the menu scrolls, and the page's own item may stand below its edge.
  useEffect(() => {
    const own = place.current?.querySelector("[aria-current]");
    own?.scrollIntoView({ block: "nearest" });
  }, [path]);

  return (
    <nav ref={place} class="menu" aria-label={t.menu.label}>
      {[...Map.groupBy(items, ({ group }) => group)].map(([group, inGroup]) => (
        <div key={group ?? ""}>
          {group && <p>{t.menuGroups[group]}</p>}
          <MenuList items={inGroup} />
        </div>
      ))}
    </nav>
  );
}

function MenuList({ items }: { items: readonly MenuItem[] }) {
  const { path } = useRouter();
  const isHere = (to: string) => (to === "/" ? path === "/" : path.startsWith(to));
  return (
    <ul>
      {items.map(({ to, icon, text, bar }) => (
        <li key={to} data-bar={bar}>
          <Link to={to} aria-current={isHere(to) ? "page" : undefined}>
            <Icon name={icon} />
            {t.menu[text]}
          </Link>
        </li>
      ))}
    </ul>
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
        <span class="hint">{t.roles[person.role]}</span>
        <span class="hint">{t.common.timesIn(time_zone)}</span>
      </p>
      <div>
        <Languages />
        <Button tone="quiet" icon="out" onClick={() => void signOut()}>
          {t.menu.signOut}
        </Button>
      </div>
    </div>
  );
}
