import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import type { QrisPreview } from "../../base/generated/types.gen.ts";
import { FileButton } from "../../ui/file-button.tsx";
import { readQr } from "./read-qr.ts";
import { Area, Form, Submit } from "../../ui/form.tsx";
import { accountsTexts as t } from "./accounts-texts.ts";

export interface ReadQris {
  text: string;
  preview: QrisPreview;
}

/**
 * Takes a static QRIS code from a picture or as text, and reports the server's check. A picture is checked at once.
 */
export function QrisFields({ onRead }: { onRead(read: ReadQris): void }) {
  const field = useRef<HTMLDivElement>(null);
  const [picture, setPicture] = useState({ text: "", isUnread: false, number: 0 });
  const [isText, setText] = useState(false);

  async function readPicture(file: File) {
    const text = await readQr(file);
    if (text === null) setText(true);
    setPicture(({ number }) => ({
      text: text ?? "",
      isUnread: text === null,
      number: number + 1,
    }));
  }

  useEffect(() => {
    if (picture.text !== "") field.current?.closest("form")?.requestSubmit();
  }, [picture.number]);

  return (
    <Form
      onRefusal={() => setText(true)}
      submit={async (values) => {
        const text = values("qris").trim();
        onRead({ text, preview: await call("previewQris", { body: { qris: text } }) });
      }}
    >
      <div ref={field} class="field">
        <div class="actions">
          <FileButton
            tone="primary"
            label={t.accounts.picture}
            accept="image/*"
            onFile={(file) => void readPicture(file)}
          />
        </div>
        <p class="hint">{t.accounts.pictureHint}</p>
        {picture.isUnread && (
          <p class="field-error" role="alert">
            {t.accounts.pictureUnread}
          </p>
        )}
      </div>
      <details open={isText}>
        <summary>{t.accounts.asText}</summary>
        <div class="form">
          <Area
            key={picture.number}
            name="qris"
            label={t.accounts.payload}
            hint={t.accounts.payloadHint}
            defaultValue={picture.text}
            onInput={() => {
              setText(true);
              setPicture((before) => ({ ...before, isUnread: false }));
            }}
          />
          <div class="actions">
            <Submit>{t.accounts.check}</Submit>
          </div>
        </div>
      </details>
    </Form>
  );
}
