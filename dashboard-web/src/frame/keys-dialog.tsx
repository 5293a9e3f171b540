import { useState } from "preact/hooks";
import { areKeysOn, setKeysOn } from "../base/keys.ts";
import { Dialog } from "../ui/dialog.tsx";
import { shortcutsTexts as t } from "./shortcuts-texts.ts";

/**
 * Lists the keys and their effects. A switch turns off the keys that a person could press by
 * accident.
 */
export function KeysDialog({ onClose }: { onClose(): void }) {
  const [isOn, setOn] = useState(areKeysOn);
  const keys: readonly (readonly [string, string])[] = [
    ["Ctrl K", t.shortcuts.palette],
    ["j", t.shortcuts.next],
    ["k", t.shortcuts.previous],
    ["Enter", t.shortcuts.enter],
    ["Esc", t.shortcuts.escape],
    ["/", t.shortcuts.search],
    ["?", t.shortcuts.help],
  ];
  return (
    <Dialog title={t.shortcuts.keys} onClose={onClose}>
      <p class="hint">{t.shortcuts.keysHint}</p>
      <dl class="keys">
        {keys.map(([key, text]) => (
          <>
            <dt key={key}>
              <kbd>{key}</kbd>
            </dt>
            <dd key={text}>{text}</dd>
          </>
        ))}
      </dl>
      <label class="option">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => {
            setKeysOn(currentTarget.checked);
            setOn(currentTarget.checked);
          }}
        />
        {t.shortcuts.on}
      </label>
    </Dialog>
  );
}
