import { GatewayError } from "../../contract/errors.ts";

/**
 * Refuses requests that another site's page makes, because browsers send cookies with these too. Newer browsers name
 * the page's site in Sec-Fetch-Site, and all browsers name it in Origin on every POST and DELETE. A page can forge
 * neither header.
 */
export function requireSameSite(
  header: (name: string) => string | undefined,
  { method, publicUrl }: { method: string; publicUrl: string },
): void {
  if (!isSameOrigin(header, publicUrl)) {
    throw new GatewayError("bad_request", {
      message:
        "This request did not come from a dashboard page. Open the dashboard, and try again there.",
    });
  }
  // A form can post to another site, but not as JSON.
  const mediaType = header("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (method === "POST" && mediaType !== "application/json") {
    throw new GatewayError("bad_request", {
      message: "Send a JSON object with Content-Type: application/json.",
    });
  }
}

function isSameOrigin(header: (name: string) => string | undefined, publicUrl: string): boolean {
  const fetchSite = header("sec-fetch-site");
  if (fetchSite !== undefined) return fetchSite === "same-origin";
  // This check serves older browsers, and any browser if the page is neither https nor localhost.
  const origin = header("origin") ?? "";
  if (!URL.canParse(origin)) return false;
  return origin === new URL(publicUrl).origin || new URL(origin).host === header("host");
}
