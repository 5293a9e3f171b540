import { describe, expect, test } from "vitest";
import { readForwarded } from "./forwarded-notification.ts";

const receivedAt = new Date("2026-11-21T10:00:00.000Z");

const read = (contentType: string, body: string, query = "") =>
  readForwarded({ contentType, query, body: Buffer.from(body), receivedAt });

const json = (value: unknown, query = "") =>
  read("application/json; charset=utf-8", JSON.stringify(value), query);

describe("a forwarded notification", () => {
  test.each([
    [
      "NotificationForwarder",
      {
        packageName: "com.bca",
        title: "BCA",
        text: "Transfer masuk",
        postedAt: 1_795_255_200_123,
        notificationKey: "k",
      },
    ],
    [
      "a listener with an object inside",
      {
        event_id: "k",
        notification: {
          package_name: "com.bca",
          title: "BCA",
          text: "Transfer masuk",
          posted_at: 1_795_255_200_123,
        },
      },
    ],
    [
      "our own names",
      {
        key: "k",
        package_name: "com.bca",
        title: "BCA",
        body: "Transfer masuk",
        posted_at: "2026-11-21T17:00:00.123+07:00",
      },
    ],
  ])("is read from %s", (_, sent) => {
    const { posted_at, ...rest } = json(sent);
    expect(rest).toMatchObject({
      key: "k",
      package_name: "com.bca",
      title: "BCA",
      body: "Transfer masuk",
    });
    expect(new Date(posted_at).toISOString()).toBe("2026-11-21T10:00:00.123Z");
  });

  test("is read from a form, with names mapped by the query", () => {
    const form = new URLSearchParams({
      app: "com.bca",
      judul: 'Kutip "dan" baris\nbaru',
      isi: "Transfer masuk Rp1.000 & lain",
    });
    const notification = read(
      "application/x-www-form-urlencoded",
      form.toString(),
      "package_name=app&title=judul&body=isi",
    );
    expect(notification).toMatchObject({
      package_name: "com.bca",
      title: 'Kutip "dan" baris\nbaru',
      body: "Transfer masuk Rp1.000 & lain",
      posted_at: receivedAt.toISOString(),
    });
  });

  test.each([
    ["1795255200", "2026-11-21T10:00:00.000Z"],
    [1_795_255_200_000, "2026-11-21T10:00:00.000Z"],
    ["2026-11-21 17:00:00", "2026-11-21T10:00:00.000Z"],
    ["", "2026-11-21T10:00:00.000Z"],
  ])("has the time %j", (time, expected) => {
    const { posted_at } = json({ package: "com.bca", text: "x", when: time });
    expect(new Date(posted_at).toISOString()).toBe(expected);
  });

  test.each([
    ["no package", { text: "x" }, "package_name"],
    ["a time that is none", { package: "com.bca", text: "x", time: "yesterday" }, "posted_at"],
    ["a text with NUL", { package: "com.bca", text: "x\u0000" }, "body"],
  ])("with %s is a validation error of that field", (_, sent, field) => {
    expect(() => json(sent)).toThrow(
      expect.objectContaining({
        code: "validation_error",
        errors: { [field]: expect.any(String) },
      }),
    );
  });

  test.each([
    ["application/json", "{"],
    ["application/json", "[]"],
    ["text/plain", "package=com.bca"],
    ["", ""],
  ])("of %j and body %j is a bad request", (contentType, body) => {
    expect(() => read(contentType, body)).toThrow(expect.objectContaining({ code: "bad_request" }));
  });
});
