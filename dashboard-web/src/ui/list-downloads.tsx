import type { ComponentChildren } from "preact";
import { useRouter } from "../base/router.tsx";
import { phoneMedia, useMedia } from "../base/use-media.ts";
import { Downloads, type DownloadsProps } from "./downloads.tsx";
import { MoreMenu } from "./more-menu.tsx";
import { isFiltered } from "./side-panel.tsx";
import { tableTexts as t } from "./table-texts.ts";

interface ListDownloadsProps extends Omit<DownloadsProps, "label"> {
  /** Whether the list is known to have no records. There is nothing to download then. */
  isEmpty: boolean | undefined;
  /** On a phone: a note about records that the table does not contain. */
  children?: ComponentChildren;
}

/** Shows the downloads of a list beside its title, and on a phone in a menu. */
export function ListDownloads({ children, isEmpty, ...files }: ListDownloadsProps) {
  const { query } = useRouter();
  const isPhone = useMedia(phoneMedia);
  if (isEmpty) return null;
  const downloads = (
    <Downloads {...files} label={isFiltered(query) ? t.table.downloadFound : t.table.download} />
  );
  if (!isPhone) return downloads;
  return (
    <MoreMenu>
      {downloads}
      {children}
    </MoreMenu>
  );
}
