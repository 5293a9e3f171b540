import { expect, test } from "vitest";
import { createNotificationReader } from "../../notification-text.ts";
import { isDatedLater } from "./later-day.ts";

const posted_at = "2026-11-20T05:00:00.000Z";
const reader = createNotificationReader();
const read = (body: string, at: string | undefined = posted_at) =>
  reader.read({ package_name: "com.bca", title: "Dana Masuk", body, posted_at: at });

test.each([
  "Dana masuk Rp150.123 dari BUDI CONTOH pada 31/12/2099",
  "Dana masuk Rp150.123 pada 31/12/2099 10:00",
  "Dana masuk Rp150.123 pada 31-12-26",
  "Transfer masuk Rp150.123 dari BUDI CONTOH tanggal 20 Jan 2031",
  "Anda menerima Rp150.123 dari BUDI CONTOH pada 1 Januari 2030",
  "Anda menerima Rp150.123 dari BUDI CONTOH pada 2030-01-01",
])("money of a future day is not read: %s", (body) => {
  expect(read(body)).toMatchObject({ outcome: "unread" });
});

test.each([
  "Dana masuk Rp150.123 dari BUDI CONTOH pada 20/11/2026",
  "Dana masuk Rp150.123 dari BUDI CONTOH pada 21/11/2026 00:10",
  "Dana masuk Rp150.123 dari BUDI CONTOH pada 20/11/26 12:00",
  "Dana masuk Rp150.123 pada 20 November 2026",
  // The month can come first.
  "Dana masuk Rp150.123 dari BUDI CONTOH pada 12/11/2026",
  "Dana masuk Rp150.123 dari BUDI CONTOH pada 11/12/2026",
  "Dana masuk Rp150.123 dari BUDI CONTOH pada 20/11",
])("money of today or an earlier day is read: %s", (body) => {
  expect(read(body)).toMatchObject({ outcome: "transaction", type: "CREDIT", amount: 150_123 });
});

test("a payer's remark can name any day", () => {
  const text = "Dana masuk Rp150.123 dari BUDI CONTOH. Berita: sewa s.d. 31/12/2030";
  expect(isDatedLater(text, new Date(posted_at))).toBe(false);
});

test("a text without a time is read as before, and a long one takes no longer", () => {
  expect(
    reader.read({
      package_name: "com.bca",
      title: "Dana Masuk",
      body: "Dana masuk Rp150.123 pada 31/12/2099 10:00",
    }),
  ).toMatchObject({ outcome: "transaction" });
  const many = "pada 01/01/2020 ".repeat(2000);
  expect(isDatedLater(`${many}pada 31/12/2099`, new Date(posted_at))).toBe(false);
  expect(isDatedLater("pada ".repeat(5000) + "1/".repeat(5000), new Date(posted_at))).toBe(false);
});

test.each([
  "diterima di simulasi",
  "telah diterima di mode demo",
  "diterima di aplikasi simulasi",
  "diterima di Simulasi",
  "diterima di uji coba",
])("money %s is not read in any app", (words) => {
  for (const package_name of ["id.co.bni.merchant", "com.bca.msb", "com.gojek.gopaymerchant"]) {
    const body = `Pembayaran QRIS Rp150.123 ${words}`;
    const reading = reader.read({ package_name, title: "Pembayaran Diterima", body });
    expect(reading.outcome === "transaction" && reading.type, package_name).not.toBe("CREDIT");
  }
});

test("a shop can have a day in its name", () => {
  const body = "Pembayaran QRIS Rp150.123 telah diterima di Toko Simulasi Jaya";
  expect(
    reader.read({ package_name: "id.co.bni.merchant", title: "Pembayaran Diterima", body }),
  ).toMatchObject({ outcome: "transaction", amount: 150_123 });
});
