import type { ComponentChildren } from "preact";
import { useCallback, useState } from "preact/hooks";
import { call, Refusal } from "../base/api.ts";
import { ConfirmationContext } from "../base/confirmation.ts";
import { commonTexts as t } from "../base/texts/common.ts";
import { FormDialog } from "./dialog.tsx";
import { CodeField } from "./form.tsx";

/** Asks for a code when the server requires proof that the session is not stolen. */
export function ConfirmationProvider({ children }: { children: ComponentChildren }) {
  const [waiting, setWaiting] = useState<readonly ((isConfirmed: boolean) => void)[]>([]);

  const confirmed = useCallback(async <Result,>(deed: () => Promise<Result>): Promise<Result> => {
    try {
      return await deed();
    } catch (cause) {
      if (!(cause instanceof Refusal) || cause.code !== "confirmation_required") throw cause;
      const isConfirmed = await new Promise<boolean>((answer) =>
        setWaiting((others) => [...others, answer]),
      );
      if (!isConfirmed) throw cause;
      return deed();
    }
  }, []);

  function close(isConfirmed: boolean): void {
    setWaiting([]);
    for (const answer of waiting) answer(isConfirmed);
  }

  return (
    <ConfirmationContext.Provider value={confirmed}>
      {children}
      {waiting.length > 0 && (
        <ConfirmationDialog onConfirmed={() => close(true)} onClose={() => close(false)} />
      )}
    </ConfirmationContext.Provider>
  );
}

const ConfirmationDialog = ({ onConfirmed, onClose }: { onConfirmed(): void; onClose(): void }) => (
  <FormDialog
    title={t.confirmation.title}
    action={t.confirmation.submit}
    submit={async (values) => {
      await call("confirmPerson", { body: { totp_code: values("totp_code") } });
      onConfirmed();
    }}
    onClose={onClose}
    staysOpen
  >
    <p>{t.confirmation.hint}</p>
    <CodeField autoFocus />
    <p class="hint">{t.confirmation.appIsGone}</p>
  </FormDialog>
);
