import { GatewayError } from "../../contract/errors.ts";
import { acceptsHtml } from "../transport/accept.ts";
import type { FindPage, Page } from "./page.ts";

/** Sends a browser that opens the bare address to the dashboard. For programs nothing is there. */
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
