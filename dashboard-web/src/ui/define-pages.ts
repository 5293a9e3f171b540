import type { OperationName } from "../base/api.ts";
import type { Route } from "../base/match-route.ts";
import type { commonTexts } from "../base/texts/common.ts";
import type { Topic } from "../base/watch-changes.ts";
import type { IconName } from "./icon.tsx";

export type LiveTopics = Partial<Record<OperationName, readonly Topic[]>>;

export interface MenuEntry {
  text: keyof typeof commonTexts.menu;
  icon: IconName;
  /** The entry is also in the bar at the lower edge of a phone's screen. */
  isInBar?: true;
  /** The first part of other addresses whose pages belong to this entry. */
  alsoAt?: string;
  /** The pages of one room are tabs of one menu entry. A page without a room has its own entry. */
  room?: keyof typeof commonTexts.menuRooms;
}

/** Everything that the frame needs to know about a page. */
export interface PageDefinition extends Route {
  /**
   * `always`: the page opens with or without a sign-in, for links in emails. Without a value, the page needs
   * a sign-in.
   */
  opens?: "always" | "signed-out";
  menu?: MenuEntry;
  /** The name in `docs/` of the guide for this page and the pages below its address. It can end with an anchor. */
  guide?: string;
  /** The kinds of changes after which the page's data is requested again at once. */
  live?: LiveTopics;
}

/** Defines the pages of a feature. If two paths match an address, the first wins. */
export const definePages = (...pages: readonly PageDefinition[]): readonly PageDefinition[] =>
  pages;
