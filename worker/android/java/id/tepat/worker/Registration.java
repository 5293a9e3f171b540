package id.tepat.worker;

import org.json.JSONException;
import org.json.JSONObject;

/** What the phone keeps of its registration. The pairing code is not among it. */
final class Registration {
  final String server;
  final String deviceId;
  final String deviceToken;
  final String deviceName;

  Registration(String server, String deviceId, String deviceToken, String deviceName) {
    this.server = server;
    this.deviceId = deviceId;
    this.deviceToken = deviceToken;
    this.deviceName = deviceName;
  }

  String pairingCode() {
    return PairingCode.of(deviceId, deviceToken);
  }

  /** Null before the first registration. */
  static Registration of(Outbox outbox) {
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

  void keepIn(Outbox outbox) {
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
