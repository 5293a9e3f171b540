import { Secret } from "../../ui/secret.tsx";
import { TextFileButton } from "../../ui/text-file-button.tsx";
import { twoFactorTexts as t } from "./two-factor-texts.ts";
import { Button } from "../../ui/button.tsx";

/** Shows the recovery codes. They are shown only once. */
export const RecoveryCodes = ({
  codes,
  onClose,
}: {
  codes: readonly string[];
  onClose(): void;
}) => (
  <>
    <p>{t.twoFactor.recoveryCodesHint}</p>
    <Secret label={t.twoFactor.recoveryCodes} text={codes.join("\n")}>
      <TextFileButton name="tepat-recovery-codes.txt" text={`${codes.join("\n")}\n`}>
        {t.twoFactor.download}
      </TextFileButton>
    </Secret>
    <div class="dialog-actions">
      <Button tone="primary" onClick={onClose}>
        {t.common.kept}
      </Button>
    </div>
  </>
);
