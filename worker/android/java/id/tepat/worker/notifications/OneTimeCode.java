package id.tepat.worker.notifications;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes one-time codes, which must not leave the phone. The regular expressions are those of
 * worker/src/one-time-code.ts. Digits and word boundaries are spelled out, because on Android `\d` and `\b` cover all
 * scripts.
 */
final class OneTimeCode {
  private static final String START = "(?<![A-Za-z0-9_])";
  private static final String END = "(?![A-Za-z0-9_])";
  private static final String WORD =
      "(?:" + START + "(?:otp|passcode|kode (?:verifikasi|rahasia|keamanan|autentikasi|otentikasi|konfirmasi|akses|aktivasi"
          + "|login|masuk|sekali pakai)|one[- ]time (?:password|code|pin)"
          + "|(?:verification|security|access|login|confirmation|authentication) code)" + END + ")";

  /**
   * Matches four to eight digits, possibly in groups, outside amounts, dates, times and account
   * numbers.
   */
  private static final String CODE =
      "(?<![0-9.,/:*])(?<!" + START + "(?:rp|idr)[.:]? ?)[0-9](?:[ -]?[0-9]){3,7}(?![0-9*]|[ -][0-9]|[.,/:][0-9])";

  private static final int ANY_CASE = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
  private static final Pattern CODE_BESIDE_WORD =
      Pattern.compile(WORD + "[^0-9.!?]{0,40}" + CODE + "|" + CODE + "[^0-9.!?]{0,40}" + WORD, ANY_CASE);
  private static final Pattern CODE_AFTER_OPENING =
      Pattern.compile("\\A[^0-9]{0,60}?" + WORD + ".{0,160}?" + CODE, ANY_CASE | Pattern.DOTALL);
  private static final Pattern ANY_CODE = Pattern.compile(CODE, ANY_CASE);
  private static final Pattern MONEY = Pattern.compile(START + "(?:rp|idr)[.:]?[ \\u00a0]?[0-9]", ANY_CASE);

  /**
   * Returns the title, the body and the expanded text without codes, or null if the notification must not
   * leave the phone.
   */
  static String[] strikeOut(String title, String body, String bigText) {
    String text = title + "\n" + body + (bigText.isEmpty() ? "" : "\n" + bigText);
    boolean isCode = CODE_BESIDE_WORD.matcher(text).find() || CODE_AFTER_OPENING.matcher(text).find();
    if (!isCode) return new String[] {title, body, bigText};
    if (!MONEY.matcher(text).find()) return null;
    return new String[] {struckOut(title), struckOut(body), struckOut(bigText)};
  }

  static boolean namesMoney(String text) {
    return MONEY.matcher(text).find();
  }

  private static String struckOut(String text) {
    Matcher codes = ANY_CODE.matcher(text);
    StringBuilder result = new StringBuilder(text);
    while (codes.find()) {
      for (int at = codes.start(); at < codes.end(); at++) {
        if (Character.isDigit(result.charAt(at))) result.setCharAt(at, '*');
      }
    }
    return result.toString();
  }

  private OneTimeCode() {}
}
