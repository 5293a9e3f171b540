import type { ComponentChildren } from "preact";
import { useRouter } from "../base/router.tsx";
import { phoneMedia, useMedia } from "../base/use-media.ts";
import { withToday } from "../base/zone-days.ts";
import { useMerchant } from "../base/session.tsx";
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
export function ListDownloads({ children, isEmpty, name, ...files }: ListDownloadsProps) {
  const { time_zone } = useMerchant();
  const { query } = useRouter();
  const isPhone = useMedia(phoneMedia);
  if (isEmpty) return null;
  const downloads = (
    <Downloads
      {...files}
      name={withToday(name, time_zone)}
      label={isFiltered(query) ? t.table.downloadFound : t.table.download}
    />
  );
  if (!isPhone) return downloads;
  return (
    <MoreMenu>
      {downloads}
      {children}
    </MoreMenu>
  );
}
