package id.tepat.worker.outbox;

import java.util.AbstractMap;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/** The phone's stored registration, without the pairing code. */
public final class Registration {
  private static final String SEALED_TOKEN = "sealed_token";
  private static final String PLAIN_TOKEN = "device_token";

  /** The last decrypted token, because the Keystore takes many milliseconds each time. */
  private static volatile Map.Entry<String, String> opened;

  public final String server;
  public final String deviceId;
  public final String deviceName;
  private final String plainToken;
  private final String sealedToken;

  public Registration(String server, String deviceId, String deviceToken, String deviceName) {
    this(server, deviceId, deviceToken, null, deviceName);
  }

  private Registration(String server, String deviceId, String plainToken, String sealedToken, String deviceName) {
    this.server = server;
    this.deviceId = deviceId;
    this.plainToken = plainToken;
    this.sealedToken = sealedToken;
    this.deviceName = deviceName;
  }

  /**
   * Returns the token, or null if its key is lost. Throws IllegalStateException if the Keystore
   * does not respond now.
   */
  public String deviceToken() {
    if (plainToken != null) return plainToken;
    Map.Entry<String, String> before = opened;
    if (before != null && before.getKey().equals(sealedToken)) return before.getValue();
    try {
      String token = TokenSafe.open(sealedToken);
      opened = new AbstractMap.SimpleImmutableEntry<>(sealedToken, token);
      return token;
    } catch (TokenSafe.KeyLost gone) {
      return null;
    }
  }

  /** Returns whether the key is lost, so that the phone must be paired again. */
  public boolean isKeyLost() {
    try {
      return deviceToken() == null;
    } catch (IllegalStateException notNow) {
      return false;
    }
  }

  /** Returns the pairing code, or a dash while the token cannot be read. */
  public String pairingCode() {
    try {
      String token = deviceToken();
      return token == null ? "–" : PairingCode.of(deviceId, token);
    } catch (IllegalStateException notNow) {
      return "–";
    }
  }

  /** Returns the registration, or null before the first one. */
  public static Registration of(Outbox outbox) {
    String text = outbox.noted(Note.REGISTRATION);
    if (text == null) return null;
    try {
      JSONObject json = new JSONObject(text);
      boolean isSealed = json.has(SEALED_TOKEN);
      return new Registration(
          json.getString("server_url"), json.getString("device_id"),
          isSealed ? null : json.getString(PLAIN_TOKEN), isSealed ? json.getString(SEALED_TOKEN) : null,
          json.getString("device_name"));
    } catch (JSONException damaged) {
      return null;
    }
  }

  /**
   * Stores the registration. The token stays unencrypted only if the phone's Keystore fails; each
   * start tries again.
   */
  public void keepIn(Outbox outbox) {
    String sealed = sealedToken != null ? sealedToken : TokenSafe.seal(plainToken);
    try {
      JSONObject json =
          new JSONObject()
              .put("server_url", server)
              .put("device_id", deviceId)
              .put(sealed == null ? PLAIN_TOKEN : SEALED_TOKEN, sealed == null ? plainToken : sealed)
              .put("device_name", deviceName);
      outbox.note(Note.REGISTRATION, json.toString());
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  boolean isPlain() {
    return plainToken != null;
  }

  /** Deletes the keys of other tokens. Call this once this registration is on the disk. */
  void deleteOtherKeys() {
    TokenSafe.deleteOtherKeys(sealedToken);
  }

  /** Forgets the decrypted token. Only tests call this, to imitate a new process. */
  static void forgetToken() {
    opened = null;
  }
}
