import { commonTexts as t } from "../base/texts/common.ts";
import { Button } from "./button.tsx";

/** Shares an address through the browser, if the browser supports it. */
export const ShareButton = (shared: { title: string; url: string }) =>
  "share" in navigator && (
    // A rejection means that the person has closed the browser's share dialog.
    <Button onClick={() => void navigator.share(shared).catch(() => null)}>{t.common.share}</Button>
  );
