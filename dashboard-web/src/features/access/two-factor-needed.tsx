import { commonTexts as t } from "../../base/texts/common.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Button } from "../../ui/button.tsx";

/** Replaces a dialog that needs a code if the person has no authenticator app yet. */
export const TwoFactorNeeded = ({ title, onClose }: { title: string; onClose(): void }) => (
  <Dialog title={title} onClose={onClose}>
    <Notice tone="warning">{t.refusals.byCode.totp_not_enabled}</Notice>
    <Button tone="primary" to="/security">
      {t.menu.security}
    </Button>
  </Dialog>
);
