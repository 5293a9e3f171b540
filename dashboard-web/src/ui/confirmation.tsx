import type { ComponentChildren } from "preact";
import { useCallback, useState } from "preact/hooks";
import { call, Refusal } from "../base/api.ts";
import { ConfirmationContext } from "../base/confirmation.ts";
import { commonTexts as t } from "../base/texts/common.ts";
import { Dialog } from "./dialog.tsx";
import { CodeField, Form, Submit } from "./form.tsx";
import { Button } from "./button.tsx";

/** Asks for a code when the server wants to know that it is the person, and not somebody at a stolen session. */
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

function ConfirmationDialog({ onConfirmed, onClose }: { onConfirmed(): void; onClose(): void }) {
  return (
    <Dialog title={t.confirmation.title} onClose={onClose}>
      <Form
        submit={async (values) => {
          await call("confirmPerson", { body: { totp_code: values("totp_code") } });
          onConfirmed();
        }}
      >
        <p>{t.confirmation.hint}</p>
        <CodeField autoFocus />
        <p class="hint">{t.confirmation.appIsGone}</p>
        <div class="dialog-actions">
          <Button onClick={onClose}>{t.common.back}</Button>
          <Submit>{t.confirmation.submit}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
