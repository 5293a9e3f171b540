package id.tepat.worker;

import android.content.ComponentName;
import android.content.Context;
import android.content.res.Resources;
import android.database.sqlite.SQLiteException;
import android.os.Handler;
import android.os.Looper;
import android.os.SystemClock;
import android.provider.Settings;
import android.service.notification.NotificationListenerService;
import android.service.notification.StatusBarNotification;
import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import id.tepat.worker.notifications.Report;
import id.tepat.worker.notifications.Shown;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Trouble;
import id.tepat.worker.ui.SelfTest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Android calls this class when an app shows a notification. Notifications of watched packages are written to the disk, with
 * their number, before anything else happens; all others are forgotten at once. On connecting, the class reads all shown
 * notifications, so it finds those that came while the process was dead.
 */
public final class Listener extends NotificationListenerService {
  /** The one that Android has bound, or null. */
  private static volatile Listener connected;

  /** By the clock since the phone's start: when Android took it away, or the process began. */
  private static volatile long absentSince = SystemClock.elapsedRealtime();

  private final Handler handler = new Handler(Looper.getMainLooper());
  private final Map<String, Report> unwritten = new LinkedHashMap<>();
  private Outbox outbox;
  private Watcher watcher;

  /** For tests, in which many phones live in one process. */
  static void begin() {
    connected = null;
    absentSince = SystemClock.elapsedRealtime();
  }

  public static boolean isConnected() {
    return connected != null;
  }

  public static boolean hasAccess(Context context) {
    String granted =
        Settings.Secure.getString(context.getContentResolver(), "enabled_notification_listeners");
    if (granted == null) return false;
    ComponentName own = new ComponentName(context, Listener.class);
    for (String name : granted.split(":")) {
      if (own.equals(ComponentName.unflattenFromString(name))) return true;
    }
    return false;
  }

  /** Android drops listeners, after an update of the app above all, and gives them back only when it is asked. */
  static void askAgain(Context context) {
    if (!hasAccess(context)) {
      Outbox.of(context)
          .note(Note.LISTENER_ERROR, "The app has no notification access: allow it in the phone's settings.");
    } else if (!isConnected()) {
      requestRebind(new ComponentName(context, Listener.class));
      long absent = SystemClock.elapsedRealtime() - absentSince;
      if (absent < Limits.LISTENER_GRACE_MILLISECONDS) return;
      Outbox.of(context).note(Note.LISTENER_ERROR, "Android does not give the app notifications at present.");
    }
  }

  /** What the gateway names has changed: what is shown may count now. */
  static void lookAgain() {
    Listener listener = connected;
    if (listener != null) listener.handler.post(listener::lookAtAll);
  }

  @Override
  public void onCreate() {
    super.onCreate();
    outbox = Outbox.of(this);
    watcher = new Watcher(outbox);
    Engine.start(this);
  }

  @Override
  public void onListenerConnected() {
    connected = this;
    try {
      outbox.note(Note.LISTENING_SINCE, Times.iso(System.currentTimeMillis()));
      outbox.note(Note.LISTENER_ERROR, null);
    } catch (SQLiteException fullDisk) {
      diskFull(fullDisk);
    }
    KeepAliveService.start(this);
    lookAtAll();
  }

  @Override
  public void onListenerDisconnected() {
    connected = null;
    absentSince = SystemClock.elapsedRealtime();
    askAgain(this);
  }

  @Override
  public void onDestroy() {
    if (connected == this) connected = null;
    super.onDestroy();
  }

  @Override
  public void onNotificationPosted(StatusBarNotification posted, RankingMap rankings) {
    if (getPackageName().equals(posted.getPackageName())) {
      SelfTest.seen(this, posted);
      return;
    }
    if (!watcher.isWatched(posted.getPackageName())) return;
    Shown shown = shown(posted, rankings);
    if (shown.isGroupSummary) {
      // What it sums up may be posted after it: the look decides.
      handler.postDelayed(this::lookAtAll, Limits.SUMMARY_MILLISECONDS);
      return;
    }
    List<Shown> shade = shown.group.isEmpty() ? null : shade();
    if (shade == null) shade = Collections.singletonList(shown);
    queue(watcher.reports(Collections.singletonList(shown), shade, System.currentTimeMillis()));
  }

  @Override
  public void onNotificationRemoved(StatusBarNotification removed) {
    try {
      if (outbox.hasTimeless()) lookAtAll();
    } catch (SQLiteException fullDisk) {
      diskFull(fullDisk);
    }
  }

  private void lookAtAll() {
    List<Shown> shade = shade();
    // An empty shade would mean that all is gone.
    if (shade == null) return;
    try {
      queue(watcher.look(shade, System.currentTimeMillis()));
    } catch (SQLiteException fullDisk) {
      diskFull(fullDisk);
    }
  }

  /** What Android shows at present of watched apps; nobody looks at the others. Null where it does not tell. */
  private List<Shown> shade() {
    List<Shown> shade = new ArrayList<>();
    try {
      StatusBarNotification[] active = getActiveNotifications();
      if (active == null) return null;
      for (StatusBarNotification one : active) {
        if (one != null && watcher.isWatched(one.getPackageName())) shade.add(shown(one, getCurrentRanking()));
      }
    } catch (RuntimeException notBound) {
      // Android has dropped the listener in this moment; all is looked at again when it gives it back.
      return null;
    }
    return shade;
  }

  private Shown shown(StatusBarNotification posted, RankingMap rankings) {
    Ranking ranking = new Ranking();
    boolean isRanked = rankings != null && rankings.getRanking(posted.getKey(), ranking);
    return Shown.of(this, posted, isRanked ? ranking : null);
  }

  private void queue(List<Report> reports) {
    boolean isAny = false;
    for (Report report : reports) isAny |= write(report);
    if (isAny) Engine.start(this).queued();
  }

  /** Answers whether it is new. */
  private boolean write(Report report) {
    try {
      boolean isNew = outbox.queueUnseen(report);
      if (isNew) outbox.note(Note.LAST_NOTIFICATION_AT, Times.iso(System.currentTimeMillis()));
      if (isHidden(report)) outbox.note(Note.HIDDEN_TEXT, report.json.optString("body"));
      return isNew;
    } catch (SQLiteException fullDisk) {
      keep(report, fullDisk);
      return false;
    }
  }

  /** In memory, until the disk takes it: the person may wipe it away before. */
  private void keep(Report report, SQLiteException reason) {
    if (unwritten.size() < Limits.UNWRITTEN_NOTIFICATIONS) unwritten.put(report.identity, report);
    diskFull(reason);
    handler.removeCallbacks(writeAgain);
    handler.postDelayed(writeAgain, Limits.UNWRITTEN_RETRY_MILLISECONDS);
  }

  private final Runnable writeAgain =
      new Runnable() {
        @Override
        public void run() {
          List<Report> reports = new ArrayList<>(unwritten.values());
          unwritten.clear();
          boolean isAny = false;
          for (Report report : reports) isAny |= write(report);
          if (!unwritten.isEmpty()) return;
          Trouble.diskIsFull = false;
          if (isAny) Engine.start(Listener.this).queued();
        }
      };

  private void diskFull(SQLiteException reason) {
    Trouble.diskIsFull = true;
    KeepAliveService.refresh(this);
    Engine.start(this).log("The phone's storage takes nothing: " + reason.getClass().getSimpleName());
  }

  /** Android 15 shows these words in place of a text that it takes for sensitive. */
  private static boolean isHidden(Report report) {
    Resources system = Resources.getSystem();
    int words = system.getIdentifier("redacted_notification_message", "string", "android");
    return words != 0 && report.json.optString("body").equals(system.getString(words));
  }
}
