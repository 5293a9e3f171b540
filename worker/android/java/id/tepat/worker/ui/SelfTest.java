package id.tepat.worker.ui;

import android.app.NotificationManager;
import android.content.Context;
import android.service.notification.StatusBarNotification;
import id.tepat.worker.Engine;
import id.tepat.worker.base.Times;
import id.tepat.worker.notifications.Shown;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;

/** Posts a notification like a bank's and reads it back, to check that Android shows its text to the app. */
public final class SelfTest {
  public enum Result {
    NONE,
    RUNNING,
    READ,
    HIDDEN,
    NOT_SEEN,
    CANNOT_POST
  }

  public static final String TAG = "tepat-self-test";
  /**
   * A text that Android 15 classifies as sensitive, because it has a number beside such words. If Android hides this
   * text, it hides a bank's too.
   */
  public static final String TITLE = "Transfer masuk";

  public static final String TEXT =
      "Dana Rp150.123 dari UJI COBA telah masuk ke rekening Anda. Kode OTP 482913, jangan berikan kepada siapa pun.";

  private static volatile Result result = Result.NONE;

  public static Result result() {
    return result;
  }

  public static void start(Context context) {
    if (!context.getSystemService(NotificationManager.class).areNotificationsEnabled()) {
      result = Result.CANNOT_POST;
      return;
    }
    result = Result.RUNNING;
    Notices.postTest(context, TAG, TITLE, TEXT);
  }

  /**
   * Called when the listener sees a notification of this app. Android redacts the title too, so the tag identifies it.
   */
  public static void seen(Context context, StatusBarNotification shown) {
    if (!TAG.equals(shown.getTag())) return;
    result = judge(Outbox.of(context), Shown.of(context, shown, null));
    Notices.removeTest(context, TAG);
    Engine.start(context).wakeAll();
  }

  public static Result judge(Outbox outbox, Shown shown) {
    boolean isRead = shown.text.contains(TEXT) || shown.bigText.contains(TEXT);
    outbox.note(Note.HIDDEN_TEXT, isRead ? null : shown.body());
    outbox.note(Note.TEXTS_HIDDEN, String.valueOf(!isRead));
    outbox.note(Note.SELF_TEST_AT, Times.iso(System.currentTimeMillis()));
    return isRead ? Result.READ : Result.HIDDEN;
  }

  /** Ends the test when no notification came in time. */
  public static void giveUp(Context context) {
    if (result != Result.RUNNING) return;
    result = Result.NOT_SEEN;
    Notices.removeTest(context, TAG);
  }

  public static void forget() {
    result = Result.NONE;
  }

  private SelfTest() {}
}
