import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useMerchant, useSession } from "../../base/session.tsx";
import { Button } from "../../ui/button.tsx";
import { TwoFactorDialog } from "./two-factor-dialog.tsx";
import { twoFactorTexts as t } from "./two-factor-texts.ts";

interface TwoFactorFirst {
  isMissing: boolean;
  button(tone: "primary" | "plain"): VNode;
  /** Stands outside every form, since it has its own. */
  dialog: VNode | null;
}

/** For an action that demands two-factor authentication: switches it on in place, so that the person's choice stays. */
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
