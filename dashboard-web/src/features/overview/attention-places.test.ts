import { expect, test } from "vitest";
import { attentionPlaces } from "./attention-places.ts";
import { matchRoute } from "../../base/match-route.ts";
import { insideRoutes } from "../../frame/pages.ts";

test.each(Object.entries(attentionPlaces))("%s leads to an existing page: %s", (_, place) => {
  expect(matchRoute(insideRoutes, place.split("?")[0] ?? "")).not.toBeNull();
});
