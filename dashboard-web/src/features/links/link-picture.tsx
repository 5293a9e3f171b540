import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { useConfirmation } from "../../base/confirmation.ts";
import type { Refusal } from "../../base/api.ts";
import type { PaymentLinkDetail } from "../../base/generated/types.gen.ts";
import { linksTexts as t } from "./links-texts.ts";
import { smallPicture } from "../../base/small-picture.ts";
import { useSession } from "../../base/session.tsx";
import { useAnnounce } from "../../base/announce.tsx";
import { Notice, RefusalNotice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { Button } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-button.tsx";

interface LinkPictureProps {
  link: PaymentLinkDetail;
  onChanged(): Promise<void>;
}

/**
 * Edits the picture of a link. The browser scales the picture down, which also removes the place where it
 * was taken.
 */
export function LinkPicture({ link, onChanged }: LinkPictureProps) {
  const announce = useAnnounce();
  const session = useSession();
  const confirmed = useConfirmation();
  const [problem, setProblem] = useState<Refusal | "unread" | null>(null);
  const { link_id, picture_url } = link;

  async function run(work: () => Promise<unknown>) {
    setProblem(null);
    try {
      await confirmed(work);
      await onChanged();
      announce(t.common.saved);
    } catch (cause) {
      setProblem(session.onRefusal(cause));
    }
  }

  async function choose(file: File) {
    const picture = await smallPicture(file, "link").catch(() => null);
    if (picture === null) return setProblem("unread");
    await run(() => call("setLinkPicture", { path: { link_id }, body: { picture } }));
  }

  return (
    <Card title={t.links.picture}>
      {problem === "unread" && <Notice tone="bad">{t.links.pictureUnread}</Notice>}
      {problem !== null && problem !== "unread" && <RefusalNotice refusal={problem} />}
      {picture_url !== null && (
        <img class="link-picture" src={new URL(picture_url).pathname} alt="" />
      )}
      <p class="hint">{t.links.pictureHint}</p>
      <div class="actions">
        <FileButton
          label={t.links.choosePicture}
          accept="image/jpeg,image/png"
          onFile={(file) => void choose(file)}
        />
        {picture_url !== null && (
          <Button
            tone="danger-text"
            onClick={() => void run(() => call("removeLinkPicture", { path: { link_id } }))}
          >
            {t.links.removePicture}
          </Button>
        )}
      </div>
    </Card>
  );
}
