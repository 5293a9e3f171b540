import { expect, test } from "vitest";
import { attentionPlaces } from "./attention-places.ts";
import { matchRoute } from "../../base/match-route.ts";
import { insideRoutes } from "../../frame/pages.ts";

test.each(Object.entries(attentionPlaces))(
  "%s is solved on a page that there is: %s",
  (_, place) => {
    expect(matchRoute(insideRoutes, place.split("?")[0] ?? "")).not.toBeNull();
  },
);
