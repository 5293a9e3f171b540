package id.tepat.worker.pairing;

import id.tepat.worker.base.Limits;
import id.tepat.worker.http.ServerAddress;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The server and the code for the registration, by the rules of worker/src/pairing-link.ts. Any web page can open
 * such a link, so the app sends nothing until the person at the phone has seen the address and agreed.
 */
public final class PairingLink {
  /** The gateway's own page: https://pay.example.com/pair#CODE */
  private static final Pattern PAGE = Pattern.compile("([^#]*)/pair#(.*)");
  /** The link that the gateway's page opens. */
  private static final Pattern HANDED_OVER = Pattern.compile("tepat://pair/?\\?(.*)");
  /** The link that gateways of version 0.1.0 showed. */
  private static final Pattern EARLIER = Pattern.compile("tepat-pair:\\?(.*)");

  public final String server;
  public final String code;

  private PairingLink(String server, String code) {
    this.server = server;
    this.code = code;
  }

  /** Parses a link that was opened, scanned or pasted. Returns null for other text. */
  public static PairingLink parse(String text) throws ServerAddress.Unusable {
    String link = text == null ? "" : text.trim();
    Matcher page = PAGE.matcher(link);
    if (page.matches()) return of(page.group(1), page.group(2));
    Matcher handedOver = HANDED_OVER.matcher(link);
    if (handedOver.matches()) return fromQuery(handedOver.group(1), "code");
    Matcher earlier = EARLIER.matcher(link);
    return earlier.matches() ? fromQuery(earlier.group(1), "token") : null;
  }

  public static PairingLink of(String server, String code) throws ServerAddress.Unusable {
    boolean isCode =
        code != null && code.length() <= Limits.PAIRING_CODE_CHARACTERS && code.matches("[A-Za-z0-9_-]+");
    if (!isCode || server == null) return null;
    return new PairingLink(ServerAddress.parse(server), code);
  }

  /** Parses typed input. The person can leave out https://, and can type spaces between the groups of the code. */
  public static PairingLink typed(String server, String code) throws ServerAddress.Unusable {
    String address = server.trim();
    PairingLink link = parse(address);
    if (link != null) return link;
    if (address.isEmpty()) return null;
    return of(address.contains("://") ? address : "https://" + address, code.replaceAll("\\s", ""));
  }

  /**
   * Parses the query. Refuses a repeated parameter, because programs differ in the one that they
   * read.
   */
  private static PairingLink fromQuery(String query, String codeName) throws ServerAddress.Unusable {
    String server = null;
    String code = null;
    for (String pair : query.split("&")) {
      int sign = pair.indexOf('=');
      String name = decoded(sign < 0 ? pair : pair.substring(0, sign));
      String value = sign < 0 ? "" : decoded(pair.substring(sign + 1));
      if ("server".equals(name)) {
        if (server != null) return null;
        server = value;
      } else if (codeName.equals(name)) {
        if (code != null) return null;
        code = value;
      }
    }
    return server == null || server.isEmpty() ? null : of(server, code);
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, "UTF-8");
    } catch (UnsupportedEncodingException | IllegalArgumentException e) {
      return "";
    }
  }
}
