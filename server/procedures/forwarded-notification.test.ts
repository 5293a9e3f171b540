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
    ["2026-11-21T17:00:00.123456", "2026-11-21T10:00:00.123Z"],
    ["2026-11-21T10:00:00.123456789Z", "2026-11-21T10:00:00.123Z"],
    ["", "2026-11-21T10:00:00.000Z"],
    [0, "2026-11-21T10:00:00.000Z"],
    ["0", "2026-11-21T10:00:00.000Z"],
  ])("has the time %j", (time, expected) => {
    const { posted_at } = json({ package: "com.bca", text: "x", when: time });
    expect(new Date(posted_at).toISOString()).toBe(expected);
  });

  const bca = { title: "BCA", text: "Transfer masuk" };
  const [milliseconds, seconds, local] = [1_795_255_200_123, 1_795_255_200, "2026-11-21 17:00:00"];
  test.each<[string, object, object]>([
    [
      "smsforwarder",
      {
        from: "com.bca",
        content: "Transfer masuk",
        timestamp: String(milliseconds),
        sign: "c2lnbg%3D%3D",
      },
      { title: null },
    ],
    [
      "smsforwarder",
      { from: "com.bca", title: "BCA", org_content: "Transfer masuk", receive_time: local },
      {},
    ],
    [
      "notificationforwarder",
      {
        deviceId: "phone",
        packageName: "com.bca",
        appName: "BCA mobile",
        ...bca,
        postedAt: milliseconds,
        notificationKey: "0|com.bca|1",
      },
      { key: "0|com.bca|1", app_name: "BCA mobile" },
    ],
    [
      "macrodroid",
      {
        not_title: "BCA",
        notification: "Transfer masuk",
        not_text_big: "Transfer masuk Rp1.000",
        not_app_package: "com.bca",
        not_timestamp: String(milliseconds),
        not_id: "7",
      },
      { key: "7", big_text: "Transfer masuk Rp1.000" },
    ],
    [
      "tasker",
      { package: "com.bca", evtprm1: "BCA mobile", evtprm2: "BCA", evtprm3: "Transfer masuk" },
      { app_name: "BCA mobile" },
    ],
    [
      "termux",
      {
        id: 1,
        tag: "",
        key: "0|com.bca|1",
        packageName: "com.bca",
        title: "BCA",
        content: "Transfer masuk",
        when: local,
      },
      { key: "0|com.bca|1" },
    ],
    [
      "notiflisten",
      { id: "k|hash", pkg: "com.bca", ...bca, amount: null, source: "BCA", created_at: seconds },
      { key: "k|hash" },
    ],
    [
      "payhook",
      {
        event_id: "e1",
        event_type: "payment.incoming",
        amount: 1000,
        source: "BCA",
        timestamp: local,
        package_name: "com.bca",
        notification_title: "BCA",
        notification_text: "Transfer masuk",
      },
      { key: "e1" },
    ],
    [
      "gopay-bridge",
      {
        event_id: "e1",
        device_id: "phone",
        source: "gopay",
        notification: {
          package_name: "com.bca",
          ...bca,
          big_text: "Transfer masuk Rp1.000",
          posted_at: milliseconds,
        },
        amount_hint: 1000,
        received_at: "2026-11-21T18:00:00+07:00",
      },
      { key: "e1", big_text: "Transfer masuk Rp1.000" },
    ],
    [
      "pg-notifikasi",
      {
        amount: 1000,
        currency: "IDR",
        source: { package: "com.bca", appName: "BCA mobile" },
        notification: { ...bca, timestamp: milliseconds },
        device: { manufacturer: "x", model: "y", sdk: 34 },
      },
      { app_name: "BCA mobile" },
    ],
    [
      "brimerchant-listener",
      {
        source_app: "com.bca",
        source_app_label: "BCA mobile",
        ...bca,
        received_at: milliseconds,
        notif_id: 3,
      },
      { key: "3", app_name: "BCA mobile" },
    ],
    [
      "flutter",
      {
        package_name: "com.bca",
        ...bca,
        timestamp: milliseconds,
        id: 1,
        key: "0|com.bca|1",
        _id: "0123456789ab",
      },
      { key: "0|com.bca|1" },
    ],
  ])("is read with the preset %s", (preset, sent, expected) => {
    const { posted_at, ...notification } = json(sent, `preset=${preset}`);
    const common = { package_name: "com.bca", title: "BCA", body: "Transfer masuk" };
    expect(notification).toMatchObject({ ...common, ...expected });
    expect(new Date(posted_at).toISOString()).toMatch(/^2026-11-21T10:00:00\.(000|123)Z$/);
  });

  test("is read with a preset from a form too, and with a name of the query before the preset's", () => {
    const form = "from=com.bca&content=Transfer+masuk&subject=BCA&timestamp=1795255200123";
    const query = "preset=SmsForwarder&title=subject";
    expect(read("application/x-www-form-urlencoded", form, query)).toMatchObject({
      package_name: "com.bca",
      title: "BCA",
      body: "Transfer masuk",
    });
  });

  test.each(["%evtprm4", "{not_text_big}", "{{TITLE}}"])(
    "lacks what the app had nothing to put in place of %s for",
    (placeholder) => {
      const sent = { package: "com.bca", title: placeholder, text: "x", big_text: placeholder };
      expect(json(sent)).toMatchObject({ title: null, body: "x", big_text: undefined });
    },
  );

  test("keeps a text in which a payer writes such a place", () => {
    expect(json({ package: "com.bca", text: "dari %evtprm4" })).toMatchObject({
      body: "dari %evtprm4",
    });
  });

  test.each(["unknown", "", "constructor", "toString"])("with the preset %j is refused", (name) => {
    expect(() => json({ package: "com.bca", text: "x" }, `preset=${name}`)).toThrow(
      expect.objectContaining({
        code: "validation_error",
        errors: { preset: expect.stringContaining("must be one of smsforwarder, ") },
      }),
    );
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
