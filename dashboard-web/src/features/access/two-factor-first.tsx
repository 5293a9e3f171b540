import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { useMay, useMerchant, useSession } from "../../base/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
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

/**
 * Tells a person whose role can mark invoices as paid that this needs two-factor authentication, before the person
 * plans it.
 */
export function TwoFactorNeeded() {
  const { is_two_factor_enabled } = useMerchant();
  const may = useMay()("matchOwnPayment");
  return may && !is_two_factor_enabled ? <>{t.twoFactor.toMarkPaid}</> : null;
}

interface WithTwoFactorProps {
  title: string;
  onClose(): void;
  /** The dialog of the action. */
  children: ComponentChildren;
}

/**
 * Shows the dialog of an action that marks an invoice as paid. First, a person without two-factor authentication reads
 * why the action needs this, and enables it in the same place.
 */
export function WithTwoFactor({ title, onClose, children }: WithTwoFactorProps) {
  const twoFactor = useTwoFactorFirst();
  // The recovery codes stay on the screen although two-factor authentication is already on.
  if (twoFactor.dialog) return twoFactor.dialog;
  if (!twoFactor.isMissing) return <>{children}</>;
  return (
    <Dialog title={title} onClose={onClose}>
      <Notice tone="warning">{t.twoFactor.toMarkPaid}</Notice>
      <div>{twoFactor.button("primary")}</div>
    </Dialog>
  );
}
