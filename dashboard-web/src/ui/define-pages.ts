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
  /** The pages of one room are tabs of one entry of the menu. A page without a room is an entry by itself. */
  room?: keyof typeof commonTexts.menuRooms;
}

/** All that the frame has to know of a page. */
export interface PageDefinition extends Route {
  /** Links in emails lead to pages that open `always`. Without it a page is for people who are signed in. */
  opens?: "always" | "signed-out";
  menu?: MenuEntry;
  /** The guide that helps on this page and the pages below its address, by its name in `docs/`. */
  guide?: string;
  /** The kinds of changes after which the answers that the page shows are asked for again at once. */
  live?: LiveTopics;
}

/** The pages of a feature. Where two paths fit an address, the first is meant. */
export const definePages = (...pages: readonly PageDefinition[]): readonly PageDefinition[] =>
  pages;
