import type { ComponentChildren } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { call } from "../api.ts";
import { useLive } from "../live.tsx";
import { Link, useRouter } from "../router.tsx";
import { menu, type MenuItem } from "../routes.ts";
import { useMerchant, useSession } from "../session.tsx";
import { useWords } from "../words.tsx";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { Languages } from "./languages.tsx";

/** The menu and the frame around every page of somebody who is signed in. */
export function Shell({ children }: { children: ComponentChildren }) {
  const { t } = useWords();
  const { path } = useRouter();
  const { is_operator } = useMerchant();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = () => setMenuOpen(false);

  const items = menu.filter(({ isForOperators }) => is_operator || !isForOperators);

  // At once, as a later effect of the first look would shut a menu that was opened quickly.
  useLayoutEffect(closeMenu, [path]);

  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t.common.skip}
      </a>
      <header class="side">
        <Brand />
        <nav class="menu" aria-label={t.menu.label}>
          <MenuList items={items} />
        </nav>
        <Person />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Offline />
      <nav class="bar" aria-label={t.menu.short}>
        <MenuList items={items.filter(({ isFrequent }) => isFrequent)} />
        <button type="button" aria-haspopup="dialog" onClick={() => setMenuOpen(true)}>
          <Icon name="menu" />
          {t.menu.more}
        </button>
      </nav>
      {isMenuOpen && (
        <Dialog title={t.menu.label} class="drawer" onClose={closeMenu}>
          <nav class="menu" aria-label={t.menu.label}>
            <MenuList items={items} />
          </nav>
          <Person />
        </Dialog>
      )}
    </div>
  );
}

/** Says that the server cannot be reached, so that what stays on the screen may be old. */
function Offline() {
  const { t } = useWords();
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

export const Brand = () => (
  <p class="brand">
    <span class="logo" aria-hidden="true">
      T
    </span>
    Tepat
  </p>
);

function MenuList({ items }: { items: readonly MenuItem[] }) {
  const { t } = useWords();
  const { path } = useRouter();
  const isHere = (to: string) => (to === "/" ? path === "/" : path.startsWith(to));
  return (
    <ul>
      {items.map(({ to, icon, text }) => (
        <li key={to}>
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
  const { t } = useWords();
  const { setMerchant, onRefusal } = useSession();
  const { merchant_name, email } = useMerchant();
  const { go } = useRouter();

  async function signOut() {
    await call("signOut", {}).catch(onRefusal);
    setMerchant(null);
    go("/sign-in");
  }

  return (
    <div class="person">
      <Languages />
      <p>
        <strong title={merchant_name}>{merchant_name}</strong>
        <span class="hint">{email}</span>
      </p>
      <button type="button" class="button quiet" onClick={() => void signOut()}>
        <Icon name="out" />
        {t.menu.signOut}
      </button>
    </div>
  );
}
