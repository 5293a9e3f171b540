import type { KeptTyping } from "../base/keep-typing.ts";
import { textsOf } from "../base/texts/texts-of.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

const id = {
  restored: "Perubahan Anda yang belum disimpan sudah diisi kembali.",
  discard: "Buang perubahan",
};

const en: typeof id = {
  restored: "Your unsaved changes are filled in again.",
  discard: "Discard changes",
};

const t = textsOf({ id, en });

/** Says, above a form of stored settings, that it shows input that is not saved. */
export const RestoredTyping = ({ isRestored, discard }: KeptTyping) =>
  isRestored ? (
    <Notice tone="warning">
      <p>{t.restored}</p>
      <Button onClick={discard}>{t.discard}</Button>
    </Notice>
  ) : null;
