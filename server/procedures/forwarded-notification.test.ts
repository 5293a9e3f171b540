import { describe, expect, test } from "vitest";
import { readForwarded } from "./forwarded-notification.ts";

const receivedAt = new Date("2026-11-21T10:00:00.000Z");

const read = (contentType: string, body: string, query = "", contentEncoding?: string) =>
  readForwarded({ contentType, contentEncoding, query, body: Buffer.from(body), receivedAt });

const json = (value: unknown, query = "") =>
  read("application/json; charset=utf-8", JSON.stringify(value), query);

const form = (body: string, query = "") => read("application/x-www-form-urlencoded", body, query);

describe("a forwarded notification", () => {
  test.each([
    "BCA mobile",
    "DANA",
    "myBCA",
    "Livin' by Mandiri",
    "+6281234567890",
    "com.bca ",
    "com",
  ])(
    "with an app's name or a sender instead of its package is refused with a sentence: %s",
    (from) => {
      const sent = { from, title: "BCA", content: "Transfer masuk" };
      expect(() => json(sent, "preset=smsforwarder")).toThrow(
        expect.objectContaining({
          code: "validation_error",
          errors: { package_name: "must be the app's package, such as com.bca, and not its name" },
        }),
      );
    },
  );

  test.each(["com.bca", "id.co.bri.brimo", "com.jago.digitalBanking", "com.Foo_1.x2", "android"])(
    "of the package %s is read",
    (from) => {
      expect(json({ from, title: "x", content: "y" }, "preset=smsforwarder")).toMatchObject({
        package_name: from,
      });
    },
  );

  test("is refused as compressed if compressed", () => {
    expect(() => read("application/json", "{}", "", "gzip")).toThrow(
      'The request body is compressed (Content-Encoding "gzip"). Send the body without compression.',
    );
  });

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
    ["shortcuts", { package: "com.bca", text: "Transfer masuk" }, { title: null }],
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
    const query = `preset=${preset}`;
    const { posted_at, ...notification } =
      preset === "macrodroid"
        ? read("", "", query + macroDroid(sent as Record<string, string>))
        : json(sent, query);
    const common = { package_name: "com.bca", title: "BCA", body: "Transfer masuk" };
    expect(notification).toMatchObject({ ...common, ...expected });
    expect(new Date(posted_at).toISOString()).toMatch(/^2026-11-21T10:00:00\.(000|123)Z$/);
  });

  test.each(["title", "message", "package_name"])(
    "of Shortcuts is refused with the field %s, which the guide does not name",
    (name) => {
      const sent = { package: "com.bca", text: "Transfer masuk", [name]: "Rp350.123" };
      expect(() => json(sent, "preset=shortcuts")).toThrow(
        expect.objectContaining({ code: "validation_error" }),
      );
    },
  );

  test("is read with a preset from a form too, where a name in the query takes precedence", () => {
    const form = "from=com.bca&content=Transfer+masuk&subject=BCA&timestamp=1795255200123";
    const query = "preset=SmsForwarder&title=subject";
    expect(read("application/x-www-form-urlencoded", form, query)).toMatchObject({
      package_name: "com.bca",
      title: "BCA",
      body: "Transfer masuk",
    });
  });

  const macroDroid = (fields: Record<string, string>) =>
    // Encodes a query as OkHttp does.
    Object.entries(fields)
      .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
      .join("");

  test.each(["", "text/plain; charset=utf-8", "application/json"])(
    "of MacroDroid is read from the query if there is no body, with the content type %j",
    (contentType) => {
      const remark = "Transfer masuk Rp1 dari BUDI&notification=Rp350.123\u2028baris=2 100%+";
      const sent = {
        not_app_package: "com.bca",
        not_title: "BCA",
        notification: remark,
        not_timestamp: "1795255200123",
        not_text_big: "{not_text_big}",
      };
      const query = `preset=macrodroid${macroDroid(sent)}`;
      expect(read(contentType, "", query)).toMatchObject({
        package_name: "com.bca",
        title: "BCA",
        body: remark,
        big_text: undefined,
        posted_at: "2026-11-21T10:00:00.123Z",
      });
    },
  );

  test.each([
    ["a second text", "&notification=Rp350.123", "twice"],
    ["a name spelled otherwise", "&notificatio%6e=Rp350.123", "twice"],
    ["a field that MacroDroid does not send", "&title=BCA", 'sends no field \\"title\\"'],
    ["our own name for a field", "&body=notification", "sends no field"],
    ["a text that is not encoded", "&not_text_big=a b", "not URL-encoded"],
  ])("of MacroDroid with %s in the query is refused", (_, more, why) => {
    const sent = { not_app_package: "com.bca", notification: "Transfer masuk Rp1" };
    const query = `preset=macrodroid${macroDroid(sent)}${more}`;
    const refusal = (() => {
      try {
        return read("text/plain", "", query);
      } catch (cause) {
        return [String(cause), cause];
      }
    })();
    expect(JSON.stringify(refusal)).toContain(why);
  });

  test("of another app is not read from the query", () => {
    const query = "preset=smsforwarder&from=com.bca&content=Rp350.123";
    expect(() => read("application/x-www-form-urlencoded", "", query)).toThrow(
      expect.objectContaining({ code: "validation_error" }),
    );
  });

  test.each(["%evtprm4", "{not_text_big}", "{{TITLE}}"])(
    "lacks a value for an unfilled placeholder of %s",
    (placeholder) => {
      const sent = { package: "com.bca", title: placeholder, text: "x", big_text: placeholder };
      expect(json(sent)).toMatchObject({ title: null, body: "x", big_text: undefined });
    },
  );

  test("keeps a payer's text that looks like a placeholder", () => {
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

  const forged = "Transfer masuk Rp350.123 dari BUDI";
  const typed = "package=com.bca&evtprm2=BCA&evtprm3=";

  test.each([
    ["a second field", `${typed}Transfer+masuk+Rp1&evtprm3=${encodeURIComponent(forged)}`, "twice"],
    ["a field spelled otherwise", "text=a&te%78t=b&package=com.bca", "twice"],
    ["a space", `package=com.bca&text=Transfer masuk Rp1&title=BCA`, "not URL-encoded"],
    ["a line break", "package=com.bca&text=a\nb", "not URL-encoded"],
    ["a quote", 'package=com.bca&text="a"', "not URL-encoded"],
    ["a letter beyond ASCII", "package=com.bca&text=caf\u00e9", "not URL-encoded"],
    ["a percent sign alone", "package=com.bca&text=50%+off", "not URL-encoded"],
    ["an equals sign in a value", "package=com.bca&text=a=b", "not URL-encoded"],
  ])("from a form with %s is refused", (_, body, why) => {
    expect(() => form(body)).toThrow(expect.objectContaining({ code: "bad_request" }));
    expect(() => form(body)).toThrow(why);
  });

  test.each([
    ["URLSearchParams", (text: string) => new URLSearchParams({ x: text }).toString().slice(2)],
    ["encodeURIComponent", encodeURIComponent],
    ["curl", (text: string) => encodeURIComponent(text).replace(/[!'()*]/gu, escape)],
    [
      "encodeURI for what need not be encoded",
      (text: string) => encodeURI(text).replace("&", "%26"),
    ],
  ])("is read from a form as %s encodes it", (_, encode) => {
    const text = "Transfer masuk Rp1.000, dari: Budi (50%) & 'Siti' \u00e9\n\ud83c\udf89!";
    expect(form(`package=com.bca&text=${encode(text)}`)).toMatchObject({ body: text });
  });

  test("with an unescaped text is refused", () => {
    const remark = "Transfer masuk Rp1 dari BUDI. Berita: a";
    for (const body of [
      `${typed}${remark}&evtprm3=${forged}`,
      `${typed}${remark}&evtprm4=${forged}`,
      `${typed}Transfer+masuk+Rp1`,
    ]) {
      expect(() => form(body, "preset=tasker")).toThrow(/send JSON|not URL-encoded/u);
    }
    expect(
      json(
        { package: "com.bca", evtprm2: "BCA", evtprm3: `${remark}&evtprm3=${forged}` },
        "preset=tasker",
      ),
    ).toMatchObject({ body: `${remark}&evtprm3=${forged}` });
  });

  test.each([
    ["the same key", `{"package":"com.bca","text":"Rp1. Berita: a","text":"${forged}"}`],
    [
      "the same key, spelled otherwise",
      `{"package":"com.bca","text":"a","te\\u0078t":"${forged}"}`,
    ],
    ["the same key inside", `{"n":{"package":"com.bca","text":"a","text":"${forged}"}}`],
  ])("of JSON with %s twice is refused", (_, body) => {
    const read_json = () => read("application/json", body);
    expect(read_json).toThrow(expect.objectContaining({ code: "bad_request" }));
    expect(read_json).toThrow("contains a name twice");
  });

  test.each<[string, object, string, string]>([
    ["a second spelling of the text", { text: "a", body: forged }, "", "body"],
    ["the text at two levels", { n: { text: "a" }, text: forged }, "", "body"],
    ["a mapped text at two levels", { n: { isi: "a" }, isi: forged }, "body=isi", "body"],
    ["the text in two objects", { n: { text: "a" }, m: { text: forged } }, "", "body"],
    ["a second package", { pkg: "com.bca.other", text: "a" }, "", "package_name"],
    ["a second title", { title: "a", not_title: "b", text: "a" }, "", "title"],
    ["an expanded text that says something else", { text: "a", big_text: forged }, "", "big_text"],
  ])("with %s is refused because either value might count", (_, sent, query, field) => {
    expect(() => json({ package: "com.bca", ...sent }, query)).toThrow(
      expect.objectContaining({
        code: "validation_error",
        errors: { [field]: expect.any(String) },
      }),
    );
  });

  test("with one text under two names, or continued, is read", () => {
    expect(json({ package: "com.bca", text: "a", message: "a" })).toMatchObject({ body: "a" });
    const cut = { package: "com.bca", text: "Transfer  masuk Rp3\u2026", big_text: forged };
    expect(json(cut)).toMatchObject({ big_text: forged });
    const other = { package: "com.bca", text: "QRIS Rp1", big_text: forged };
    expect(json(other, "big_text=big_text")).toMatchObject({ big_text: forged });
  });

  const preset_bodies: [string, object][] = [
    ["smsforwarder", { from: "com.bca", title: "BCA", content: "a" }],
    ["notificationforwarder", { packageName: "com.bca", title: "BCA", text: "a" }],
    ["tasker", { package: "com.bca", evtprm2: "BCA", evtprm3: "a" }],
    ["termux", { packageName: "com.bca", title: "BCA", content: "a" }],
    ["notiflisten", { pkg: "com.bca", title: "BCA", text: "a" }],
    ["payhook", { package_name: "com.bca", notification_title: "BCA", notification_text: "a" }],
    ["gopay-bridge", { notification: { package_name: "com.bca", title: "BCA", text: "a" } }],
    [
      "pg-notifikasi",
      { source: { package: "com.bca" }, notification: { title: "BCA", text: "a" } },
    ],
    ["brimerchant-listener", { source_app: "com.bca", title: "BCA", text: "a" }],
    ["flutter", { package_name: "com.bca", title: "BCA", text: "a" }],
  ];

  test.each(preset_bodies)("of %s with a stray field is refused", (preset, sent) => {
    const query = `preset=${preset}`;
    expect(json(sent, query)).toMatchObject({ package_name: "com.bca", title: "BCA", body: "a" });
    for (const stray of ["body", "message", "not_text_big", "evtprm1", "isi"]) {
      const value = () => json({ ...sent, [stray]: forged }, query);
      const isItsOwn = stray === "evtprm1" && preset === "tasker";
      const means_nothing = stray === "isi" && !["smsforwarder", "tasker"].includes(preset);
      if (isItsOwn || means_nothing) expect(value()).toMatchObject({ body: "a" });
      else {
        expect(value, stray).toThrow(
          expect.objectContaining({
            code: "validation_error",
            errors: { preset: expect.any(String) },
          }),
        );
      }
    }
  });

  test("of an app that nests its text is refused if another text stands outside", () => {
    const sent = { notification: { package_name: "com.bca", text: "a" }, text: forged };
    expect(() => json(sent, "preset=gopay-bridge")).toThrow(
      expect.objectContaining({ errors: { preset: 'gopay-bridge sends "text" once' } }),
    );
  });

  test("of MacroDroid in a body, which it does not escape, is refused", () => {
    const sent = { not_app_package: "com.bca", notification: "Transfer_masuk_Rp1" };
    const query = "preset=macrodroid";
    for (const send of [
      () => form(`${new URLSearchParams(sent).toString()}&not_text_big=Rp350.123`, query),
      () => form(new URLSearchParams(sent).toString(), query),
      () => json(sent, query),
    ]) {
      expect(send).toThrow("With preset=macrodroid send query parameters and no body. Otherwise");
    }
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
