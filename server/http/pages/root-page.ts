import { GatewayError } from "../../contract/errors.ts";
import { acceptsHtml } from "../transport/accept.ts";
import type { FindPage, Page } from "./page.ts";

/** Redirects a browser from the bare address to the dashboard. Programs get 404. */
export const findRootPage: FindPage = (path) => (path === "/" ? rootPage : undefined);

const rootPage: Page = {
  name: "rootPage",
  async respond(request) {
    if (!acceptsHtml(request.header("accept"))) {
      throw new GatewayError("not_found", { message: "This path does not exist. Check the URL." });
    }
    return {
      status: 302,
      headers: { location: "/dashboard", "cache-control": "no-store", vary: "accept" },
      body: "",
    };
  },
};
