import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { androidPackage } from "../../testing/android-package.ts";
import type { HttpRequest } from "../transport/message.ts";
import { androidAppIn, createAndroidAppPage } from "./android-app.ts";
import { readPackage } from "../../domain/sources/android-package.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "tepat-app-"));
  file = path.join(folder, "tepat-worker.apk");
});
afterEach(() => rm(folder, { recursive: true }));

async function download(headers: Record<string, string> = {}) {
  const page = createAndroidAppPage(androidAppIn(file))("/app/tepat-worker.apk");
  if (!page) throw new Error("there is no such page");
  return page.respond({ header: (name: string) => headers[name] } as unknown as HttpRequest);
}

test("the app is served as a file with its type and an entity tag", async () => {
  const apk = androidPackage("1.2.3");
  await writeFile(file, apk);
  const { status, headers, body } = await download();
  expect(status).toBe(200);
  expect(Buffer.compare(body as Buffer, apk)).toBe(0);
  expect(headers).toMatchObject({
    "content-type": "application/vnd.android.package-archive",
    "content-disposition": 'attachment; filename="tepat-worker.apk"',
    "x-content-type-options": "nosniff",
    "x-app-id": "id.tepat.worker",
    "x-app-version": "1.2.3",
  });
  const etag = String(headers["etag"]);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    expect(await download({ "if-none-match": known })).toMatchObject({ status: 304, body: "" });
  }
  expect(await download({ "if-none-match": '"other"' })).toMatchObject({ status: 200 });
});

test("an app copied while the server runs is offered, and not after its removal", async () => {
  const find = androidAppIn(file);
  expect(await find()).toBeNull();
  await writeFile(file, androidPackage("1.0.0"));
  expect(await find()).toMatchObject({ version: "1.0.0" });
  const next = androidPackage("10.20.30");
  await writeFile(file, next);
  const sha256 = createHash("sha256").update(next).digest("hex");
  expect(await find()).toMatchObject({ version: "10.20.30", sha256 });
  await rm(file);
  expect(await find()).toBeNull();
});

test("without the app the page explains how the operator can get it", async () => {
  await expect(download()).rejects.toMatchObject({
    code: "not_found",
    message: expect.stringContaining("TEPAT_ANDROID_APP"),
  });
});

test("a folder does not count as an app", async () => {
  expect(await androidAppIn(folder)()).toBeNull();
});

test.each([
  { isUtf8: true, isCompressed: true },
  { isUtf8: false, isCompressed: true },
  { isUtf8: true, isCompressed: false },
])("the name and the version are read from the manifest, %j", (form) => {
  const apk = androidPackage("2.10.0-rc.1", { ...form, name: "com.example.shop.tepat" });
  expect(readPackage(apk)).toEqual({ name: "com.example.shop.tepat", version: "2.10.0-rc.1" });
});

test.each(["", "tepat", "com.shop;S.x=y", 'com.shop"><script>', "com..shop", "com.shop."])(
  "the name %j, which no app can have, is not read",
  (name) => {
    expect(readPackage(androidPackage("1.2.3", { name }))).toEqual({
      name: null,
      version: "1.2.3",
    });
  },
);

test("a damaged or other file has no version", () => {
  const apk = androidPackage("1.2.3");
  const nothing = { name: null, version: null };
  for (let length = 0; length < apk.length; length += 7) {
    expect(readPackage(apk.subarray(0, length))).toEqual(nothing);
  }
  expect(readPackage(Buffer.alloc(1000, "PK\u0005\u0006"))).toEqual(nothing);
});
