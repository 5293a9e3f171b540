import { useId, useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import type { QrisPreview } from "../../base/generated/types.gen.ts";
import { readQr } from "./read-qr.ts";
import { Area, Form, Submit } from "../../ui/form.tsx";
import { accountsTexts as t } from "./accounts-texts.ts";

export interface ReadQris {
  text: string;
  preview: QrisPreview;
}

/** A static code, from its picture or as text, as far as the server has checked it. */
export function QrisFields({ onRead }: { onRead(read: ReadQris): void }) {
  const id = useId();
  const [picture, setPicture] = useState({ text: "", isUnread: false, number: 0 });

  async function readPicture(file: File | undefined) {
    if (!file) return;
    const text = await readQr(file);
    setPicture(({ number }) => ({
      text: text ?? "",
      isUnread: text === null,
      number: number + 1,
    }));
  }

  return (
    <Form
      submit={async (values) => {
        const text = values("qris").trim();
        onRead({ text, preview: await call("previewQris", { body: { qris: text } }) });
      }}
    >
      <div class="field">
        <label for={id}>{t.accounts.picture}</label>
        <input
          id={id}
          type="file"
          accept="image/*"
          aria-invalid={picture.isUnread}
          aria-describedby={`${id}-hint`}
          onChange={(event) => void readPicture(event.currentTarget.files?.[0])}
        />
        <p class="hint" id={`${id}-hint`}>
          {t.accounts.pictureHint}
        </p>
        {picture.isUnread && (
          <p class="field-error" role="alert">
            {t.accounts.pictureUnread}
          </p>
        )}
      </div>
      <Area
        key={picture.number}
        name="qris"
        label={t.accounts.payload}
        hint={t.accounts.payloadHint}
        defaultValue={picture.text}
      />
      <Submit>{t.accounts.check}</Submit>
    </Form>
  );
}
