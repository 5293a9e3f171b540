const codeWord = String.raw`(?:\b(?:otp|passcode|kode (?:verifikasi|rahasia|keamanan|autentikasi|otentikasi|konfirmasi|akses|aktivasi|login|masuk|sekali pakai)|one[- ]time (?:password|code|pin)|(?:verification|security|access|login|confirmation|authentication) code)\b)`;

/** Four to eight digits, perhaps in groups, that belong to no amount, date, time or account number. */
const code = String.raw`(?<![\d.,/:*]|\b(?:rp|idr)[.:]? ?)\d(?:[ -]?\d){3,7}(?![\d*]|[ -]\d|[.,/:]\d)`;

const codeBesideWord = new RegExp(
  String.raw`${codeWord}[^\d.!?]{0,40}${code}|${code}[^\d.!?]{0,40}${codeWord}`,
  "iu",
);

/** A text that mentions a code before any number can contain the code in a later sentence. */
const codeAfterOpening = new RegExp(String.raw`^[^\d]{0,60}?${codeWord}.{0,160}?${code}`, "isu");

/**
 * Returns whether the text contains a one-time code. A footer that only warns against sharing a code ("Kode OTP,
 * M-Token & CVC/CVV") does not count, because a genuine credit of BRI ends with it.
 */
export function handsOutOneTimeCode(text: string): boolean {
  return codeBesideWord.test(text) || codeAfterOpening.test(text);
}
