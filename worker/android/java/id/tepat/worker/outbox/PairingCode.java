package id.tepat.worker.outbox;

import id.tepat.worker.base.Texts;
import java.util.Locale;

/**
 * The code that both the phone and the server show when the merchant approves the phone. worker/src/pairing-code.ts
 * explains its meaning.
 */
public final class PairingCode {
  /** Crockford's base32, without I, L, O and U, which are easy to misread. */
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
