package id.tepat.worker.notifications;

import android.app.Notification;
import android.content.Context;
import android.content.pm.ApplicationInfo;
import android.content.pm.PackageManager;
import android.os.Bundle;
import android.service.notification.NotificationListenerService.Ranking;
import android.service.notification.StatusBarNotification;
import id.tepat.worker.base.Texts;
import java.util.ArrayList;
import java.util.List;

/** The fields of an Android notification that the protocol uses. Missing texts are empty. */
public final class Shown {
  public String packageName = "";
  public String key = "";
  public String title = "";
  public String text = "";
  public String bigText = "";
  public final List<String> lines = new ArrayList<>();
  public String tag = "";
  public String group = "";
  public boolean isGroupSummary;
  public String category = "";
  public String channelId = "";
  public boolean isConversation;
  public String appName = "";
  public String appVersion = "";
  public long when;

  /** Reads the fields. The ranking is from Android 11 or newer, or null. */
  public static Shown of(Context context, StatusBarNotification posted, Ranking ranking) {
    Notification notification = posted.getNotification();
    Bundle extras = notification.extras;
    Shown shown = new Shown();
    shown.packageName = posted.getPackageName();
    shown.key = Texts.storable(posted.getKey());
    shown.title = Texts.storable(extras.getCharSequence(Notification.EXTRA_TITLE));
    shown.text = Texts.storable(extras.getCharSequence(Notification.EXTRA_TEXT));
    shown.bigText = Texts.storable(extras.getCharSequence(Notification.EXTRA_BIG_TEXT));
    CharSequence[] lines = extras.getCharSequenceArray(Notification.EXTRA_TEXT_LINES);
    if (lines != null) for (CharSequence line : lines) shown.lines.add(Texts.storable(line));
    shown.tag = Texts.storable(posted.getTag());
    shown.group = Texts.storable(notification.getGroup());
    shown.isGroupSummary = (notification.flags & Notification.FLAG_GROUP_SUMMARY) != 0;
    shown.category = Texts.storable(notification.category);
    shown.channelId = Texts.storable(notification.getChannelId());
    shown.isConversation =
        extras.containsKey(Notification.EXTRA_MESSAGES)
            || (ranking != null && ranking.isConversation());
    shown.when = notification.when;
    shown.nameApp(context.getPackageManager());
    return shown;
  }

  private void nameApp(PackageManager packages) {
    try {
      ApplicationInfo app = packages.getApplicationInfo(packageName, 0);
      appName = Texts.storable(packages.getApplicationLabel(app));
      appVersion = Texts.storable(packages.getPackageInfo(packageName, 0).versionName);
    } catch (PackageManager.NameNotFoundException hidden) {
      // The app was just removed, or Android does not know it. The name is optional.
    }
  }

  /** Returns the text, otherwise the expanded text, otherwise the lines. */
  public String body() {
    if (!text.isEmpty()) return text;
    return bigText.isEmpty() ? String.join("\n", lines) : bigText;
  }

  /**
   * Returns whether this is a summary, which repeats the notifications of its group with another
   * time.
   */
  public boolean isSummaryAmong(List<Shown> shade) {
    if (title.isEmpty() && body().isEmpty()) return true;
    if (tag.startsWith("ranker_group") || tag.startsWith("Aggregate_")) return true;
    if (group.isEmpty()) return false;
    List<Shown> siblings = new ArrayList<>();
    for (Shown other : shade) {
      boolean isSibling = other.packageName.equals(packageName) && other.group.equals(group);
      if (isSibling && other != this && !other.key.equals(key)) siblings.add(other);
    }
    // A summary without other notifications in its group might be the app's only notification, so
    // it counts.
    if (isGroupSummary && !siblings.isEmpty()) return true;
    if (lines.isEmpty()) return false;
    for (String line : lines) if (!isToldBy(siblings, line)) return false;
    return true;
  }

  private static boolean isToldBy(List<Shown> siblings, String line) {
    for (Shown sibling : siblings) {
      String text = sibling.bigText.isEmpty() ? sibling.text : sibling.bigText;
      if (!text.isEmpty() && line.contains(text)) return true;
    }
    return false;
  }
}
