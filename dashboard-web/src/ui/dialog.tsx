import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { OperationName } from "../base/api.ts";
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

/**
 * A modal dialog, open while it is mounted. The focus starts at the field that asks for it, otherwise at the title. The
 * browser keeps the focus inside, and returns it afterwards.
 */
export function Dialog({ title, class: name = "", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  // Read the focused element now: the page and its focus can change before the effect runs.
  const [opener] = useState(() => document.activeElement);

  useEffect(() => {
    const shown = dialog.current;
    if (!shown) return;
    shown.showModal();
    // Otherwise the browser focuses the first button, which closes the dialog.
    if (!shown.querySelector("[autofocus]")) heading.current?.focus();
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
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <button type="button" class="icon-button" aria-label={t.common.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}

interface FormDialogProps {
  title: string;
  /** The text of the button. It names the action, never "OK". */
  action: string;
  submit(values: Values): Promise<unknown>;
  onClose(): void;
  tone?: "primary" | "danger";
  /**
   * Whether the dialog stays open after the submission, because its owner then shows something
   * else.
   */
  staysOpen?: boolean;
  isDisabled?: boolean;
  children: ComponentChildren;
}

/** A dialog with a form that closes after a successful submission. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, submit, onClose, tone, staysOpen = false, isDisabled, children } = props;
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
          <Submit tone={tone} isDisabled={isDisabled}>
            {action}
          </Submit>
        </div>
      </Form>
    </Dialog>
  );
}

/** A form dialog that asks before an action that cannot be undone. */
export const ConfirmDialog = (props: FormDialogProps) => <FormDialog tone="danger" {...props} />;

interface ConfirmButtonProps extends Omit<FormDialogProps, "onClose"> {
  needs?: OperationName;
  of?: string;
  buttonTone?: "primary" | "plain" | "link" | "danger-text";
  "aria-label"?: string;
}

/** A button for an action that cannot be undone. It asks for confirmation first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { needs, of, buttonTone = "danger-text", "aria-label": label, ...dialog } = props;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        tone={buttonTone}
        needs={needs}
        of={of}
        aria-label={label}
        onClick={() => setAsking(true)}
      >
        {dialog.action}
      </Button>
      {isAsking && <ConfirmDialog {...dialog} onClose={() => setAsking(false)} />}
    </>
  );
}
