import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useMerchant, useSession } from "../../base/session.tsx";
import { Button } from "../../ui/button.tsx";
import { TwoFactorDialog } from "./two-factor-dialog.tsx";
import { twoFactorTexts as t } from "./two-factor-texts.ts";

interface TwoFactorFirst {
  isMissing: boolean;
  button(tone: "primary" | "plain"): VNode;
  /** The dialog has its own form, so render it outside every form. */
  dialog: VNode | null;
}

/**
 * For an action that requires two-factor authentication: enables it on the same page, so that the person's choices
 * stay.
 */
export function useTwoFactorFirst(): TwoFactorFirst {
  const { refresh } = useSession();
  const { is_two_factor_enabled } = useMerchant();
  const [isOpen, setOpen] = useState(false);
  function close(): void {
    setOpen(false);
    void refresh();
  }
  return {
    isMissing: !is_two_factor_enabled,
    button: (tone) => (
      <Button tone={tone} onClick={() => setOpen(true)}>
        {t.twoFactor.enable}
      </Button>
    ),
    dialog: isOpen ? <TwoFactorDialog onClose={close} /> : null,
  };
}
