package id.tepat.worker.base;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The protocol's rules for texts. */
public final class Texts {
  /**
   * Removes NUL and replaces lone surrogates. Some apps cut a text inside an emoji. The server would refuse such a
   * report, and the transfer would be lost.
   */
  public static String storable(CharSequence text) {
    if (text == null) return "";
    StringBuilder storable = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == 0) continue;
      if (!Character.isSurrogate(unit)) {
        storable.append(unit);
      } else if (i + 1 < text.length() && Character.isSurrogatePair(unit, text.charAt(i + 1))) {
        storable.append(unit).append(text.charAt(++i));
      } else {
        storable.append('\uFFFD');
      }
    }
    return storable.toString();
  }

  public static String bounded(CharSequence text, int characters) {
    if (text == null) return "";
    return storable(text.length() <= characters ? text : text.subSequence(0, characters));
  }

  public static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public static String hex(byte[] bytes) {
    StringBuilder hex = new StringBuilder(bytes.length * 2);
    for (byte one : bytes) {
      hex.append(Character.forDigit((one >> 4) & 15, 16)).append(Character.forDigit(one & 15, 16));
    }
    return hex.toString();
  }

  private Texts() {}
}
