package id.tepat.worker.pairing;

import android.content.Context;
import android.os.Build;
import id.tepat.worker.R;
import id.tepat.worker.Version;
import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Texts;
import id.tepat.worker.base.Times;
import id.tepat.worker.http.Answer;
import id.tepat.worker.http.Gateway;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import java.util.Locale;
import java.util.UUID;
import org.json.JSONException;
import org.json.JSONObject;

/** Registers this phone. The code is used for one request and not stored. */
public final class Pairing {
  /**
   * The version that the gateway shows. The gateway also serves the Node.js Worker, so the version
   * names Android.
   */
  public static final String VERSION = "android " + Version.NAME;

  /**
   * Registers the phone, and waits for the gateway, so never call this on the main thread. Unless the response is OK,
   * the phone stays unchanged.
   */
  public static Answer register(Outbox outbox, PairingLink link, String name, String model) {
    Answer answer = Gateway.asPairedPhone(link.server, link.code).registerDevice(request(outbox, name, model));
    if (answer.kind != Answer.Kind.OK) return answer;
    JSONObject device = (JSONObject) answer.data;
    outbox.register(
        new Registration(link.server, device.optString("device_id"), device.optString("device_token"), name));
    outbox.note(Note.HEARD_AT, Times.iso(System.currentTimeMillis()));
    return answer;
  }

  /** Explains to the person at the phone why pairing failed. */
  public static String explain(Context context, Answer answer) {
    boolean isUsed = answer.kind == Answer.Kind.UNAUTHORIZED;
    return context.getString(isUsed ? R.string.code_used : R.string.pairing_failed, answer.reason);
  }

  private static JSONObject request(Outbox outbox, String name, String model) {
    String installation = outbox.noted(Note.INSTALLATION_ID);
    if (installation == null) {
      installation = UUID.randomUUID().toString();
      outbox.note(Note.INSTALLATION_ID, installation);
    }
    try {
      return new JSONObject()
          .put("device_name", name)
          .put("installation_id", installation)
          .put("model", model)
          .put("app_version", VERSION);
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  public static String model() {
    return Texts.bounded(Build.MODEL, Limits.MARK_CHARACTERS);
  }

  /**
   * Returns the maker and the model. If the model begins with the maker, the maker is not repeated.
   */
  public static String deviceName() {
    String maker = Build.MANUFACTURER == null ? "" : Build.MANUFACTURER;
    boolean isNamed = model().toLowerCase(Locale.ROOT).startsWith(maker.toLowerCase(Locale.ROOT));
    String name = Texts.bounded(isNamed ? model() : maker + " " + model(), Limits.MARK_CHARACTERS).trim();
    return name.isEmpty() ? "Android" : name;
  }

  private Pairing() {}
}
