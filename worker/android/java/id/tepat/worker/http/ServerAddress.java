package id.tepat.worker.http;

import id.tepat.worker.base.Limits;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the gateway's address: https, or plain http to a nearby machine. The rules are those of
 * worker/src/server-url.ts.
 */
public final class ServerAddress {
  /** Thrown for an unusable address. The message gives the reason. */
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    /** True if the form of the address is valid, but the encryption is missing. */
    public final boolean isInTheClear;

    Unusable(boolean isInTheClear) {
      super(isInTheClear ? "in_the_clear" : "not_an_address");
      this.isInTheClear = isInTheClear;
    }
  }

  /**
   * Matches only addresses that every program parses in the same way: no user, query or fragment.
   */
  private static final Pattern PLAIN =
      Pattern.compile(
          "(https?)://([a-z0-9_-]+(?:\\.[a-z0-9_-]+)*|\\[[0-9a-f:]+\\])(?::([1-9][0-9]{0,4}))?((?:/[a-z0-9_.~-]+)*)/*",
          Pattern.CASE_INSENSITIVE);

  /**
   * Returns the address without a slash at its end, so that adding a path creates no double slash.
   */
  public static String parse(String address) throws Unusable {
    String text = address.trim();
    Matcher parts = PLAIN.matcher(text);
    // Check the length first, because the regular expression exhausts the stack on a very long
    // address.
    if (text.length() > Limits.SERVER_ADDRESS_CHARACTERS || !parts.matches()) throw new Unusable(false);
    String scheme = parts.group(1).toLowerCase(Locale.ROOT);
    String host = parts.group(2).toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    int port = parts.group(3) == null ? usual : Integer.parseInt(parts.group(3));
    String path = parts.group(4);
    boolean leadsElsewhere = path.matches("(?:.*/)?\\.\\.?(?:/.*)?");
    if (port > 65_535 || leadsElsewhere || !isSameToAll(host)) throw new Unusable(false);
    if (scheme.equals("http") && !isNear(host)) throw new Unusable(true);
    return scheme + "://" + host + (port == usual ? "" : ":" + port) + path;
  }

  public static boolean isInTheClear(String server) {
    return server.startsWith("http:");
  }

  /** Returns the part of the address that a person recognises. */
  public static String host(String server) {
    return server.replaceFirst("^https?://", "");
  }

  /**
   * Returns whether all programs read the host in the same way. Some programs read `0x7f.1` as 127.0.0.1, so a host
   * that ends in a number must be a canonical address.
   */
  private static boolean isSameToAll(String host) {
    if (host.startsWith("[")) return host.equals("[" + canonical(host) + "]");
    String last = host.substring(host.lastIndexOf('.') + 1);
    return !last.matches("[0-9]+|0x[0-9a-f]*") || numbersOf(host) != null;
  }

  private static int[] numbersOf(String host) {
    if (!host.matches("(?:(?:0|[1-9][0-9]{0,2})(?:\\.|$)){4}") || host.endsWith(".")) return null;
    String[] parts = host.split("\\.");
    int[] numbers = new int[4];
    for (int i = 0; i < 4; i++) {
      numbers[i] = Integer.parseInt(parts[i]);
      if (numbers[i] > 255) return null;
    }
    return numbers;
  }

  /**
   * Returns the IPv6 address in the form of RFC 5952, as browsers write it, or null for other text.
   */
  private static String canonical(String host) {
    InetAddress address;
    try {
      // A host in brackets is never looked up in DNS.
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      return null;
    }
    if (!(address instanceof Inet6Address)) return null;
    byte[] bytes = address.getAddress();
    int[] groups = new int[8];
    for (int i = 0; i < 8; i++) groups[i] = (bytes[2 * i] & 255) << 8 | (bytes[2 * i + 1] & 255);
    int longest = 0;
    int start = -1;
    for (int i = 0; i < 8; i++) {
      int length = 0;
      while (i + length < 8 && groups[i + length] == 0) length++;
      if (length > longest && length > 1) {
        longest = length;
        start = i;
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      if (i == start) {
        text.append("::");
        i += longest - 1;
        continue;
      }
      if (text.length() > 0 && text.charAt(text.length() - 1) != ':') text.append(':');
      text.append(Integer.toHexString(groups[i]));
    }
    return text.toString();
  }

  /**
   * Returns whether the host is this machine or in a private network (RFC 1918, RFC 4193, link-local, and
   * RFC 6598 as VPNs use it).
   */
  private static boolean isNear(String host) {
    if (host.startsWith("[")) return host.equals("[::1]") || host.matches("\\[f[cd][0-9a-f]{2}:.*");
    int[] numbers = numbersOf(host);
    if (numbers == null) return host.equals("localhost") || host.endsWith(".local");
    int first = numbers[0];
    int second = numbers[1];
    return first == 127
        || first == 10
        || (first == 172 && second >= 16 && second <= 31)
        || (first == 192 && second == 168)
        || (first == 169 && second == 254)
        || (first == 100 && second >= 64 && second <= 127);
  }

  private ServerAddress() {}
}
