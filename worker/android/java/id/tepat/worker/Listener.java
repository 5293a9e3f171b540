package id.tepat.worker;

import android.content.ComponentName;
import android.content.Context;
import android.content.res.Resources;
import android.database.sqlite.SQLiteException;
import android.os.Build;
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
 * Receives notifications from Android. The class writes a notification of a watched package to the disk with its
 * number, and drops all others at once. When Android connects the class, it reads all shown notifications, so it finds
 * those that arrived while the process was dead.
 */
public final class Listener extends NotificationListenerService {
  /** The listener that Android has bound, or null. */
  private static volatile Listener connected;

  /**
   * The time when Android unbound the listener, or when the process started, in milliseconds since the
   * phone's start.
   */
  private static volatile long absentSince = SystemClock.elapsedRealtime();

  private final Handler handler = new Handler(Looper.getMainLooper());
  private final Map<String, Report> unwritten = new LinkedHashMap<>();
  private Outbox outbox;
  private Watcher watcher;

  /** Resets the class. Only tests call this, because they run many phones in one process. */
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

  /**
   * Requests the listener again. Android unbinds listeners, mostly after an update of the app, and binds
   * them again only on request.
   */
  static void askAgain(Context context) {
    if (!hasAccess(context)) {
      Outbox.of(context)
          .note(Note.LISTENER_ERROR, "The app has no notification access. Allow it in the phone's settings.");
    } else if (!isConnected()) {
      requestRebind(new ComponentName(context, Listener.class));
      long absent = SystemClock.elapsedRealtime() - absentSince;
      if (absent < Limits.LISTENER_GRACE_MILLISECONDS) return;
      Outbox.of(context).note(Note.LISTENER_ERROR, "Android stopped sending notifications. Switch notification access for Tepat off and on.");
    }
  }

  /**
   * Reads all shown notifications again. Call this when the watched packages change, because a
   * shown notification might matter now.
   */
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
      // The notifications in a summary might be posted after it, so a later look at all notifications decides.
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
    // null means that Android gave no list. An empty list means that no notification is shown.
    if (shade == null) return;
    try {
      queue(watcher.look(shade, System.currentTimeMillis()));
    } catch (SQLiteException fullDisk) {
      diskFull(fullDisk);
    }
  }

  /**
   * Returns the shown notifications of watched apps, without reading the others. Returns null if Android refuses.
   */
  private List<Shown> shade() {
    List<Shown> shade = new ArrayList<>();
    try {
      StatusBarNotification[] active = getActiveNotifications();
      if (active == null) return null;
      for (StatusBarNotification one : active) {
        if (one != null && watcher.isWatched(one.getPackageName())) shade.add(shown(one, getCurrentRanking()));
      }
    } catch (RuntimeException notBound) {
      // Android has just unbound the listener. When Android binds it again, the listener reads all
      // notifications again.
      return null;
    }
    return shade;
  }

  private Shown shown(StatusBarNotification posted, RankingMap rankings) {
    // Before Android 11, a ranking does not identify conversations.
    if (Build.VERSION.SDK_INT < 30 || rankings == null) return Shown.of(this, posted, null);
    Ranking ranking = new Ranking();
    return Shown.of(this, posted, rankings.getRanking(posted.getKey(), ranking) ? ranking : null);
  }

  private void queue(List<Report> reports) {
    boolean isAny = false;
    for (Report report : reports) isAny |= write(report);
    if (isAny) Engine.start(this).queued();
  }

  /** Writes the report to the queue. Returns whether the report is new. */
  private boolean write(Report report) {
    try {
      boolean isNew = outbox.queueUnseen(report);
      if (isNew) outbox.note(Note.LAST_NOTIFICATION_AT, Times.iso(System.currentTimeMillis()));
      if (isHidden(report)) outbox.note(Note.HIDDEN_TEXT, report.json.optString("body"));
      else if (isNew && report.namesMoney()) outbox.note(Note.HIDDEN_TEXT, null);
      return isNew;
    } catch (SQLiteException fullDisk) {
      keep(report, fullDisk);
      return false;
    }
  }

  /** Keeps the report in memory until the disk has room, because the person might dismiss the notification first. */
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

  /**
   * Returns whether Android hides the text. Android 15 shows these words instead of a text that it
   * classifies as sensitive.
   */
  private static boolean isHidden(Report report) {
    Resources system = Resources.getSystem();
    int words = system.getIdentifier("redacted_notification_message", "string", "android");
    return words != 0 && report.json.optString("body").equals(system.getString(words));
  }
}
