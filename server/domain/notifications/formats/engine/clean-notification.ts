import type { StrangersReach } from "../../../banks/format.ts";

/** Android's facts about a notification other than its texts, as far as the program on the phone can see them. */
export interface AndroidMarks {
  /** `Notification.category` */
  category?: string | null | undefined;
  /** The app's own name for the channel. */
  channel_id?: string | null | undefined;
  /** True for a MessagingStyle notification, or one that Android lists under conversations. */
  is_conversation?: boolean | null | undefined;
}

export interface CleanNotification extends AndroidMarks {
  title: string;
  /**
   * The title before it was cleaned, because a name can differ from an app's title only in the characters that
   * cleaning removes.
   */
  written_title: string;
  text: string;
}

export interface AppTraits {
  name: string;
  other_names: readonly string[];
  strangers: StrangersReach;
  own_titles: readonly RegExp[];
  /**
   * True if some texts of the app begin with the payer's name, so that a payer can imitate any of its texts. A text
   * with money outside the template's own places is then not believed.
   */
  payer_speaks_first: boolean;
}
