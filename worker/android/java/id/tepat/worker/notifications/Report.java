package id.tepat.worker.notifications;

import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Texts;
import id.tepat.worker.base.Times;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** One notification in the protocol's form (worker/PROTOCOL.md). */
public final class Report {
  /** 2015-01-01. Apps can put any number into `when`; 0 would be 1970. */
  private static final long OLDEST_PLAUSIBLE = 1_420_070_400_000L;
  /** The last millisecond of the year 9999. The protocol cannot express later times. */
  private static final long NEWEST_PLAUSIBLE = 253_402_300_799_999L;

  public final JSONObject json;
  /**
   * Identifies the notification, even if Android shows it several times. Android's key is not enough, because some
   * apps use one key for all notifications.
   */
  public final String identity;
  /** Whether the app set the time of posting. */
  public final boolean hasOwnTime;
  public final long postedAt;

  private Report(JSONObject json, String identity, boolean hasOwnTime, long postedAt) {
    this.json = json;
    this.identity = identity;
    this.hasOwnTime = hasOwnTime;
    this.postedAt = postedAt;
  }

  /** Creates the report. Returns null if the notification must not leave the phone. */
  public static Report of(Shown shown, long seenAt) {
    boolean hasOwnTime = shown.when >= OLDEST_PLAUSIBLE && shown.when <= NEWEST_PLAUSIBLE;
    long postedAt = hasOwnTime ? shown.when : seenAt;
    String body = shown.body();
    String bigText = shown.bigText.equals(body) ? "" : shown.bigText;
    JSONArray identity = new JSONArray().put(shown.packageName).put(shown.title).put(body).put(bigText);
    if (hasOwnTime) identity.put(postedAt);
    String[] texts = OneTimeCode.strikeOut(shown.title, body, bigText);
    if (texts == null) return null;
    try {
      JSONObject json =
          new JSONObject()
              .put("key", Texts.bounded(shown.key, Limits.KEY_CHARACTERS))
              .put("package_name", shown.packageName)
              .put("title", texts[0])
              .put("body", texts[1])
              .put("posted_at", Times.iso(postedAt))
              .put("is_conversation", shown.isConversation);
      if (!texts[2].isEmpty()) json.put("big_text", texts[2]);
      putMark(json, "category", shown.category);
      putMark(json, "channel_id", shown.channelId);
      putMark(json, "app_name", shown.appName);
      putMark(json, "app_version", shown.appVersion);
      return new Report(json, Texts.hex(Texts.sha256(identity.toString())), hasOwnTime, postedAt);
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Returns whether the text contains an amount, like a transfer's text. If the app can read such a
   * text, Android does not hide transfers.
   */
  public boolean namesMoney() {
    return OneTimeCode.namesMoney(json.optString("body"));
  }

  private static void putMark(JSONObject json, String name, String text) throws JSONException {
    if (!text.isEmpty()) json.put(name, Texts.bounded(text, Limits.MARK_CHARACTERS));
  }
}
