import { Link } from "../../base/router.tsx";
import { commonTexts as t } from "../../base/texts/common.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";

/** In the place of a dialog that needs a code, for somebody who has no authenticator app yet. */
export function TwoFactorNeeded({ title, onClose }: { title: string; onClose(): void }) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Notice tone="warning">
        <p>{t.refusals.byCode.totp_not_enabled}</p>
      </Notice>
      <Link class="button primary" to="/security">
        {t.menu.security}
      </Link>
    </Dialog>
  );
}
