import { expect, test } from "vitest";
import { refuseGuessable } from "./guessable-passwords.ts";

const own = ["siti.aminah@toko.example", "Warung Bu Siti"];

test.each([
  "1234567890",
  "0987654321",
  "12345678901",
  "abcdefghij",
  "qwertyuiop",
  "Qwertyuiop123",
  "password123",
  "P@ssw0rd2026",
  "123password",
  "qwerty123456",
  "1q2w3e4r5t",
  "bismillah123",
  "Indonesia 45",
  "sayangku99",
  "aaaaaaaaaa",
  "1111111111",
  "..........",
  "1212121212",
  "sayangsayang",
  "12345 12345 12",
  "siti.aminah@toko.example",
  "sitiaminah1990",
  "Warung Bu Siti",
  "warungbusiti1",
])("a stranger guesses %s early", (password) => {
  expect(() => refuseGuessable("new_password", password, own)).toThrow(
    expect.objectContaining({ code: "validation_error" }),
  );
});

test.each([
  "a calm lake",
  "kopi tubruk dua gula",
  "siti suka kopi pahit",
  "Rahasia negara 17",
  "8320a92741",
  "5839201746",
  "correct horse battery staple",
])("%s is a password", (password) => {
  refuseGuessable("new_password", password, own);
  refuseGuessable("new_password", password, ["", "@", "…"]);
});
