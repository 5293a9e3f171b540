/**
 * Removes one-time codes, which must stay on the phone. The words and the form of a code are those by which the server
 * refuses to store such a text. A text with an amount might be a real transfer whose remark mentions a code, so it is
 * sent without the code.
 */
const codeWord = String.raw`(?:\b(?:otp|passcode|kode (?:verifikasi|rahasia|keamanan|autentikasi|otentikasi|konfirmasi|akses|aktivasi|login|masuk|sekali pakai)|one[- ]time (?:password|code|pin)|(?:verification|security|access|login|confirmation|authentication) code)\b)`;

/**
 * Matches four to eight digits, possibly in groups, outside amounts, dates, times and account
 * numbers.
 */
const code = String.raw`(?<![\d.,/:*]|\b(?:rp|idr)[.:]? ?)\d(?:[ -]?\d){3,7}(?![\d*]|[ -]\d|[.,/:]\d)`;

const codeBesideWord = new RegExp(
  String.raw`${codeWord}[^\d.!?]{0,40}${code}|${code}[^\d.!?]{0,40}${codeWord}`,
  "iu",
);
const codeAfterOpening = new RegExp(String.raw`^[^\d]{0,60}?${codeWord}.{0,160}?${code}`, "isu");
const anyCode = new RegExp(code, "giu");
const money = /\b(?:rp|idr)[.:]?[ \u00a0]?\d/iu;

interface Texts {
  title: string;
  body: string;
}

/** Returns the texts that can leave the phone, or null if they must not. */
export function withoutOneTimeCodes<Report extends Texts>(report: Report): Report | null {
  const text = `${report.title}\n${report.body}`;
  if (!codeBesideWord.test(text) && !codeAfterOpening.test(text)) return report;
  if (!money.test(text)) return null;
  return { ...report, title: strikeOut(report.title), body: strikeOut(report.body) };
}

const strikeOut = (text: string) =>
  text.replace(anyCode, (digits) => digits.replaceAll(/\d/gu, "*"));
