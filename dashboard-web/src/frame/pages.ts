import { accessPages } from "../features/access/pages.ts";
import { accountsPages } from "../features/accounts/pages.ts";
import { counterPages } from "../features/counter/pages.ts";
import { developersPages } from "../features/developers/pages.ts";
import { sourcesPages } from "../features/sources/pages.ts";
import { gatewaySettingsPages } from "../features/gateway-settings/pages.ts";
import { guidePages } from "../features/guide/pages.ts";
import { linksPages } from "../features/links/pages.ts";
import { mutationsPages } from "../features/mutations/pages.ts";
import { noticesPages } from "../features/notices/pages.ts";
import { operatorPages } from "../features/operator/pages.ts";
import { overviewPages } from "../features/overview/pages.ts";
import { paymentsPages } from "../features/payments/pages.ts";
import { reconciliationPages } from "../features/reconciliation/pages.ts";
import { settingsPages } from "../features/settings/pages.ts";
import { statementsPages } from "../features/statements/pages.ts";
import { auditPages, teamPages } from "../features/team/pages.ts";
import { webhooksPages } from "../features/webhooks/pages.ts";
import type { Route } from "../base/match-route.ts";
import type { LiveTopics, MenuEntry, PageDefinition } from "../ui/define-pages.ts";

export interface MenuItem extends MenuEntry, Pick<Route, "needs" | "isForOperators"> {
  to: string;
}

/** Collects what the frame needs from the pages of all features. */
export function collectPages(pages: readonly PageDefinition[]) {
  const menu: MenuItem[] = pages.flatMap(({ pattern, needs, isForOperators, menu: entry }) =>
    entry
      ? {
          to: pattern,
          ...entry,
          ...(needs && { needs }),
          ...(isForOperators && { isForOperators }),
        }
      : [],
  );
  return {
    openRoutes: pages.filter(({ opens }) => opens === "always"),
    outsideRoutes: pages.filter(({ opens }) => opens === "signed-out"),
    insideRoutes: pages.filter(({ opens }) => opens === undefined),
    menu,
    guides: pages.flatMap(({ pattern, guide }) => (guide ? [{ to: pattern, guide }] : [])),
    liveTopics: Object.assign({}, ...pages.map(({ live }) => live)) as LiveTopics,
  };
}

/** The pages in the order of the menu. A room's menu entry leads to the first page of the room. */
export const allPages: readonly PageDefinition[] = [
  overviewPages,
  guidePages,
  counterPages,
  paymentsPages,
  linksPages,
  mutationsPages,
  reconciliationPages,
  statementsPages,
  accountsPages,
  sourcesPages,
  settingsPages,
  teamPages,
  accessPages,
  noticesPages,
  auditPages,
  gatewaySettingsPages,
  developersPages,
  webhooksPages,
  operatorPages,
].flat();

export const { openRoutes, outsideRoutes, insideRoutes, menu, guides, liveTopics } =
  collectPages(allPages);
