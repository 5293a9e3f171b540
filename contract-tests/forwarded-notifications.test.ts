import { describe, expect, test } from "vitest";
import { approvedDevice, transfer } from "./support/device.ts";
import type { Answer } from "./support/exchange.ts";
import { dataOf, expectInvalid, expectRefusal, send } from "./support/http.ts";
import type { Mutation, ReportOutcome } from "./support/resources.ts";
import { openShop, pendingPayment } from "./support/shop.ts";

/** Tests `POST /worker/notify/{device_token}`, to which ordinary forwarder apps send reports. */

const shop = await openShop();
const device = await approvedDevice(shop);
const path = `/worker/notify/${device.device_token}`;

const postForm = (fields: Record<string, string>, query = ""): Promise<Answer> =>
  send({
    method: "POST",
    path: path + query,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  });
const postJson = (json: unknown, query = ""): Promise<Answer> =>
  send({ method: "POST", path: path + query, json });

/** Creates a payment. Returns the notification that pays it, and the response that must follow. */
async function payingTransfer() {
  const { payment_code, payment_total } = await pendingPayment(shop);
  const { key: _key, ...notification } = transfer(payment_total);
  return { notification, expected: { outcome: "recorded", matched_payment_code: payment_code } };
}

test("one notification as JSON has one outcome", async () => {
  const { notification, expected } = await payingTransfer();
  const { status, body } = await postJson({ ...notification, key: "k" });
  expect({ status, ...body }).toEqual({
    status: 200,
    success: true,
    message: "ok",
    data: { key: "k", mutation_id: expect.any(String), ...expected },
  });
  expect(dataOf(await postJson(notification))).toMatchObject({ outcome: "duplicate" });
});

test("a notification sent as a form pays, and equals the same one sent as JSON", async () => {
  const { notification, expected } = await payingTransfer();
  const { package_name, title, body, posted_at } = notification;
  const fields = { package_name, title: title ?? "", body: body ?? "", posted_at };
  const first = dataOf<ReportOutcome>(await postForm(fields));
  expect(first).toMatchObject(expected);
  const second = dataOf<ReportOutcome>(await postJson(notification));
  expect(second).toMatchObject({ outcome: "duplicate", mutation_id: first.mutation_id });
});

test("a notification in MacroDroid's query pays, with no body and any content type", async () => {
  const { notification, expected } = await payingTransfer();
  const { package_name, title, body } = notification;
  const fields = {
    not_app_package: package_name,
    not_title: title ?? "",
    notification: body ?? "",
  };
  const query = Object.entries(fields)
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join("");
  const answer = await send({
    method: "POST",
    path: `${path}?preset=macrodroid${query}`,
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: "",
  });
  expect(dataOf(answer)).toMatchObject(expected);
});

test("the query maps the forwarder's fields to Tepat's", async () => {
  const { notification, expected } = await payingTransfer();
  const fields = { app: notification.package_name, head: "x", t: notification.body ?? "" };
  const query = "?package_name=app&title=head&body=t";
  expect(dataOf(await postForm(fields, query))).toMatchObject(expected);
  const again = await payingTransfer();
  const json = { app: again.notification.package_name, head: "x", t: again.notification.body };
  expect(dataOf(await postJson(json, query))).toMatchObject(again.expected);
});

describe("a time", () => {
  const seconds = Math.floor(Date.now() / 1000);
  const iso = new Date(seconds * 1000).toISOString();
  test.each<[string, unknown]>([
    ["in RFC 3339", iso.replace("Z", "+00:00")],
    ["in epoch seconds", seconds],
    ["in epoch milliseconds", String(seconds * 1000)],
    [
      "of Jakarta, without a zone",
      new Date((seconds + 7 * 3600) * 1000).toISOString().slice(0, 19).replace("T", " "),
    ],
  ])("%s is accepted", async (_case, posted_at) => {
    const { notification, expected } = await payingTransfer();
    const outcome = dataOf<ReportOutcome>(await postJson({ ...notification, posted_at }));
    expect(outcome).toMatchObject(expected);
    const mutations = dataOf<Mutation[]>(await shop.get("/gateway/mutations"));
    expect(mutations.find(({ id }) => id === outcome.mutation_id)?.posted_at).toBe(iso);
  });

  test("in another form is invalid", async () => {
    const { notification } = await payingTransfer();
    for (const posted_at of ["tomorrow", "2026-02-30T00:00:00Z", "99999999999999999999", true]) {
      expectInvalid(await postJson({ ...notification, posted_at }), "posted_at");
    }
  });
});

test("a text without a transaction is a success, so that the forwarder stops sending it", async () => {
  const promotion = { package_name: "com.bca", title: "Promo", body: "Diskon 50%" };
  const ignored = { key: "", outcome: "ignored", mutation_id: null, matched_payment_code: null };
  expect(dataOf(await postJson(promotion))).toEqual(ignored);
  expect(dataOf(await postForm(promotion))).toEqual(ignored);
});

test("a chat message pays nothing, under any name of its marks", async () => {
  for (const marks of [
    { category: "msg" },
    { isConversation: true },
    { is_conversation: "true" },
  ]) {
    const { notification } = await payingTransfer();
    const ignored = { outcome: "ignored", matched_payment_code: null };
    expect(dataOf(await postJson({ ...notification, ...marks }))).toMatchObject(ignored);
  }
  const { notification, expected } = await payingTransfer();
  expectInvalid(await postJson({ ...notification, is_conversation: "perhaps" }), "is_conversation");
  const marks = { is_conversation: "false", category: "status", channelId: "transactions" };
  expect(dataOf(await postJson({ ...notification, ...marks }))).toMatchObject(expected);
});

test("a remark that continues as another field pays nothing", async () => {
  const { notification } = await payingTransfer();
  const forged = notification.body ?? "";
  const spent = "Pemasukan sebesar IDR 1.00 dari SITI. Berita: a";
  const raw = (body: string, contentType: string, query = "") =>
    send({ method: "POST", path: path + query, headers: { "content-type": contentType }, body });
  const asForm = "application/x-www-form-urlencoded";
  const typed = `package=com.bca&evtprm2=BCA&evtprm3=${spent}&evtprm3=${forged}`;
  for (const query of ["?preset=tasker", "?title=evtprm2&body=evtprm3"]) {
    expectRefusal(await raw(typed, asForm, query), 400, "bad_request");
  }
  const repeated = `{"package":"com.bca","title":"BCA","text":"${spent}","text":"${forged}"}`;
  expectRefusal(await raw(repeated, "application/json"), 400, "bad_request");
  const twice = `package=com.bca&text=${encodeURIComponent(spent)}&text=${encodeURIComponent(forged)}`;
  expectRefusal(await raw(twice, asForm), 400, "bad_request");
  expectInvalid(
    await postJson({ package: "com.bca", evtprm3: spent, body: forged }, "?preset=tasker"),
    "preset",
  );
  expectInvalid(await postJson({ package: "com.bca", text: spent, body: forged }), "body");
});

test("an unreadable body is refused", async () => {
  const badly = (body: string, contentType: string) =>
    send({ method: "POST", path, headers: { "content-type": contentType }, body });
  for (const body of ["", "{", "[]", "null", '"x"', "1"]) {
    expectRefusal(await badly(body, "application/json"), 400, "bad_request");
  }
  expectRefusal(await badly("a=b", "text/plain"), 400, "bad_request");
  for (const answer of [await postJson({}), await postForm({}), await postForm({ body: "x" })]) {
    expectInvalid(answer, "package_name");
  }
  expectInvalid(await postForm({ package_name: "com.bca", body: "\u0000" }), "body");
});
