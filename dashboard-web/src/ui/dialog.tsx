import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { commonTexts as t } from "../base/texts/common.ts";
import { Form, Submit, type Values } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { paragraph } from "./notice.tsx";
import { Button } from "./button.tsx";

interface DialogProps {
  title: string;
  class?: string;
  onClose(): void;
  children: ComponentChildren;
}

/** A modal dialog, open as long as it is mounted. The browser keeps the focus inside and returns it afterwards. */
export function Dialog({ title, class: name = "", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    const opener = document.activeElement;
    shown.showModal();
    return () => {
      shown.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      class={name}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" class="icon-button" aria-label={t.common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

interface ConfirmDialogProps {
  title: string;
  /** The text of the button: it says what the button does, never "OK". */
  action: string;
  submit(values: Values): Promise<unknown>;
  onClose(): void;
  /** The owner shows something else afterwards. */
  staysOpen?: boolean;
  children: ComponentChildren;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  title,
  action,
  submit,
  onClose,
  staysOpen = false,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={async (values) => {
          await submit(values);
          if (!staysOpen) onClose();
        }}
      >
        {paragraph(children)}
        <div class="dialog-actions">
          <Button onClick={onClose}>{t.common.back}</Button>
          <Submit tone="danger">{action}</Submit>
        </div>
      </Form>
    </Dialog>
  );
}
