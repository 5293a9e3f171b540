package id.tepat.worker.outbox;

import id.tepat.worker.base.Texts;
import java.util.Locale;

/** Shown here and by the server when the merchant approves: worker/src/pairing-code.ts says what it proves. */
public final class PairingCode {
  /** Crockford's base32: no I, L, O or U that a person could misread. */
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

  public static String of(String deviceId, String deviceToken) {
    String tokenHash = Texts.hex(Texts.sha256(deviceToken));
    byte[] hash = Texts.sha256(deviceId.toLowerCase(Locale.ROOT) + ":" + tokenHash);
    int bits =
        ((hash[0] & 255) << 22) | ((hash[1] & 255) << 14) | ((hash[2] & 255) << 6) | ((hash[3] & 255) >> 2);
    StringBuilder code = new StringBuilder(7);
    for (int shift = 25; shift >= 0; shift -= 5) {
      code.append(DIGITS.charAt((bits >>> shift) & 31));
      if (shift == 15) code.append('-');
    }
    return code.toString();
  }

  private PairingCode() {}
}
