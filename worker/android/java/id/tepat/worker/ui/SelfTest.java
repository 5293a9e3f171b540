package id.tepat.worker.ui;

import android.app.NotificationManager;
import android.content.Context;
import android.service.notification.StatusBarNotification;
import id.tepat.worker.Engine;
import id.tepat.worker.base.Times;
import id.tepat.worker.notifications.Shown;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;

/** Posts a notification like a bank's and reads it back, to check that Android shows the app its text. */
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
  static final String CODE_TAG = "tepat-self-test-code";

  /** A bank's plain text of a transfer. If Android hides it, the phone cannot watch an account. */
  public static final String TITLE = "Transfer masuk";

  public static final String TEXT = "Dana Rp150.123 dari UJI COBA telah masuk ke rekening Anda.";

  /**
   * The same text with a one-time code, which Android 15 classifies as sensitive. Hiding this text is only
   * information.
   */
  public static final String CODE_TEXT = TEXT + " Kode OTP 482913, jangan berikan kepada siapa pun.";

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
    Notices.postTest(context, CODE_TAG, TITLE, CODE_TEXT);
  }

  /**
   * Called when the listener sees a notification of this app. Android hides the title too, so the tag identifies the
   * notification.
   */
  public static void seen(Context context, StatusBarNotification shown) {
    if (CODE_TAG.equals(shown.getTag())) {
      boolean isRead = isRead(Shown.of(context, shown, null), CODE_TEXT);
      Outbox.of(context).note(Note.CODES_HIDDEN, isRead ? null : "1");
      Notices.removeTest(context, CODE_TAG);
      return;
    }
    if (!TAG.equals(shown.getTag())) return;
    result = judge(Outbox.of(context), Shown.of(context, shown, null));
    Notices.removeTest(context, TAG);
    Engine.start(context).wakeAll();
  }

  public static Result judge(Outbox outbox, Shown shown) {
    boolean isRead = isRead(shown, TEXT);
    outbox.note(Note.HIDDEN_TEXT, isRead ? null : shown.body());
    outbox.note(Note.TEXTS_HIDDEN, String.valueOf(!isRead));
    outbox.note(Note.SELF_TEST_AT, Times.iso(System.currentTimeMillis()));
    return isRead ? Result.READ : Result.HIDDEN;
  }

  private static boolean isRead(Shown shown, String text) {
    return shown.text.contains(text) || shown.bigText.contains(text);
  }

  /** Ends the test if no notification came in time. */
  public static void giveUp(Context context) {
    if (result != Result.RUNNING) return;
    result = Result.NOT_SEEN;
    Notices.removeTest(context, TAG);
    Notices.removeTest(context, CODE_TAG);
  }

  public static void forget() {
    result = Result.NONE;
  }

  private SelfTest() {}
}
