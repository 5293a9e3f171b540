import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { useKeys } from "../base/keys.ts";
import { commonTexts as t } from "../base/texts/common.ts";
import { Icon } from "../ui/icon.tsx";

interface WindowProps {
  onClose(): void;
}

const windows = {
  palette: async () => (await import("./palette.tsx")).Palette,
  keys: async () => (await import("./keys-dialog.tsx")).KeysDialog,
} as const;

/**
 * Handles the keys that work on every page, and shows a button for people without a keyboard. The dialogs load when
 * they are opened.
 */
export function Shortcuts() {
  const [opened, setOpened] = useState<{ Window: ComponentType<WindowProps> } | null>(null);

  function open(name: keyof typeof windows) {
    // Without a connection, no dialog opens. The sign at the edge of the page gives the reason.
    windows[name]().then(
      (Window) => setOpened({ Window }),
      () => null,
    );
  }
  useKeys({ "ctrl+k": () => open("palette"), "?": () => open("keys") });

  return (
    <>
      <button
        type="button"
        class="find"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => open("palette")}
      >
        <Icon name="search" />
        <span>{t.common.search}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {opened && <opened.Window onClose={() => setOpened(null)} />}
    </>
  );
}
