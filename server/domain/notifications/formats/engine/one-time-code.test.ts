import { expect, test } from "vitest";
import { handsOutOneTimeCode } from "./one-time-code.ts";

test.each([
  "JANGAN BERIKAN KODE OTP 492019 ke siapapun termasuk pihak BCA.",
  "Kode OTP 123456, rek 1234567890",
  "KODE VERIFIKASI DANA Anda: 839102. Waspada penipuan!",
  "Kode OTP Anda adalah 123456. Jangan berikan kode ini kepada siapa pun.",
  "Kode OTP 654321 untuk transfer Rp50.000",
  "123456 is your verification code",
  "123-456 adalah kode verifikasi Anda",
  "Kode keamanan kamu\n8391",
  "Gunakan kode rahasia ini! Berlaku 5 menit. 12345678",
  "Your one-time password is 12 34 56",
])("%s is a one-time code", (text) => {
  expect(handsOutOneTimeCode(text)).toBe(true);
});

test.each([
  "Transfer masuk Rp150.123 dari BUDI CONTOH",
  "Dana Rp 1.000.000,00 masuk ke rekening ***0001 pada 25/05/26 13:22:56. Ket.: NBMB BUDI\n\nJANGAN MEMBERIKAN Username, Password, PIN, Kode OTP, M-Token & CVC/CVV.",
  "Dana Rp50.000 masuk. Jangan berikan Kode OTP, M-Token & CVC/CVV. Info hubungi 1500017",
  "Jangan berikan kode OTP kepada siapa pun",
  "Kode OTP untuk transaksi Rp150.000 telah dikirim lewat SMS",
  "Promo hotpot 123456",
  "Transaksi 20820696390000001 berhasil",
])("%s is not a one-time code", (text) => {
  expect(handsOutOneTimeCode(text)).toBe(false);
});
