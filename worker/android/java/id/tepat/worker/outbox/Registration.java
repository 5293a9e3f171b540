package id.tepat.worker.outbox;

import org.json.JSONException;
import org.json.JSONObject;

/** What the phone keeps of its registration. The pairing code is not among it. */
public final class Registration {
  public final String server;
  public final String deviceId;
  public final String deviceToken;
  public final String deviceName;

  public Registration(String server, String deviceId, String deviceToken, String deviceName) {
    this.server = server;
    this.deviceId = deviceId;
    this.deviceToken = deviceToken;
    this.deviceName = deviceName;
  }

  public String pairingCode() {
    return PairingCode.of(deviceId, deviceToken);
  }

  /** Null before the first registration. */
  public static Registration of(Outbox outbox) {
    String text = outbox.noted(Note.REGISTRATION);
    if (text == null) return null;
    try {
      JSONObject json = new JSONObject(text);
      return new Registration(
          json.getString("server_url"), json.getString("device_id"), json.getString("device_token"),
          json.getString("device_name"));
    } catch (JSONException damaged) {
      return null;
    }
  }

  public void keepIn(Outbox outbox) {
    try {
      JSONObject json =
          new JSONObject()
              .put("server_url", server)
              .put("device_id", deviceId)
              .put("device_token", deviceToken)
              .put("device_name", deviceName);
      outbox.note(Note.REGISTRATION, json.toString());
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
