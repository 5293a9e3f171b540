import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { GatewayError } from "../../contract/errors.ts";
import {
  androidAppPath,
  readPackage,
  type PackageFacts,
} from "../../domain/sources/android-package.ts";
import type { FindPage, Page } from "./page.ts";

/** The installation file of the Android Worker, if this server has one. */
export interface AndroidApp extends PackageFacts {
  bytes: Buffer;
  sha256: string;
}

export type FindAndroidApp = () => Promise<AndroidApp | null>;

/**
 * Returns a function that reads the app again after the file changes. An operator can build or copy the file while
 * the server runs.
 */
export function androidAppIn(file: string): FindAndroidApp {
  let known: { seen: string; app: AndroidApp } | undefined;
  return async () => {
    const facts = await stat(file).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return null;
      throw cause;
    });
    if (!facts?.isFile()) return null;
    const seen = `${facts.ino} ${facts.size} ${facts.mtimeMs}`;
    if (known?.seen !== seen) {
      const bytes = await readFile(file);
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      known = { seen, app: { bytes, sha256, ...readPackage(bytes) } };
    }
    return known.app;
  };
}

export function createAndroidAppPage(findApp: FindAndroidApp): FindPage {
  const page: Page = {
    name: "androidApp",
    async respond(request) {
      const app = await findApp();
      if (!app) {
        throw new GatewayError("not_found", {
          message:
            "This server has no Android app. Ask its operator to build it (npm run android) or name it in TEPAT_ANDROID_APP.",
        });
      }
      const etag = `"${app.sha256.slice(0, 32)}"`;
      const headers = {
        etag,
        // A browser with a copy asks whether the file has changed.
        "cache-control": "public, no-cache",
        "x-content-type-options": "nosniff",
        // The dashboard's page that installs the app by cable reads these headers.
        ...(app.name !== null && { "x-app-id": app.name }),
        ...(app.version !== null && { "x-app-version": encodeURIComponent(app.version) }),
      };
      if (namesTag(request.header("if-none-match"), etag))
        return { status: 304, headers, body: "" };
      return {
        status: 200,
        headers: {
          ...headers,
          "content-type": "application/vnd.android.package-archive",
          "content-disposition": 'attachment; filename="tepat-worker.apk"',
        },
        body: app.bytes,
      };
    },
  };
  return (path) => (path === androidAppPath ? page : undefined);
}

/** Returns whether If-None-Match names this entity tag (RFC 9110, section 13.1.2). */
const namesTag = (header: string | undefined, etag: string): boolean =>
  (header ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""))
    .some((tag) => tag === etag || tag === "*");
