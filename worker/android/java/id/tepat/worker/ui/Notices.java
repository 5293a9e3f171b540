package id.tepat.worker.ui;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import id.tepat.worker.MainActivity;
import id.tepat.worker.R;
import id.tepat.worker.base.Limits;

/** The app's own notifications. */
public final class Notices {
  public static final int KEEP_ALIVE = 1;
  private static final int TEST = 2;
  private static final String STATE_CHANNEL = "state";
  private static final String TEST_CHANNEL = "test";

  public static void createChannels(Context context) {
    NotificationManager manager = context.getSystemService(NotificationManager.class);
    NotificationChannel state =
        new NotificationChannel(
            STATE_CHANNEL, context.getString(R.string.channel_state), NotificationManager.IMPORTANCE_LOW);
    state.setShowBadge(false);
    manager.createNotificationChannel(state);
    manager.createNotificationChannel(
        new NotificationChannel(
            TEST_CHANNEL, context.getString(R.string.channel_test), NotificationManager.IMPORTANCE_DEFAULT));
  }

  /** Returns the permanent notification, with the same state as the main screen. */
  public static Notification state(Context context) {
    Condition condition = Condition.of(context);
    return new Notification.Builder(context, STATE_CHANNEL)
        .setSmallIcon(R.drawable.ic_status)
        .setColor(context.getColor(condition.isGood() ? R.color.good : R.color.bad))
        .setContentTitle(condition.title(context))
        .setContentText(condition.isGood() ? null : condition.advice(context))
        .setContentIntent(opening(context))
        .setOngoing(true)
        .setShowWhen(false)
        .build();
  }

  static void postTest(Context context, String tag, String title, String text) {
    Notification test =
        new Notification.Builder(context, TEST_CHANNEL)
            .setSmallIcon(R.drawable.ic_status)
            .setContentTitle(title)
            .setContentText(text)
            .setStyle(new Notification.BigTextStyle().bigText(text))
            .setContentIntent(opening(context))
            .setTimeoutAfter(Limits.SELF_TEST_MILLISECONDS)
            .build();
    context.getSystemService(NotificationManager.class).notify(tag, TEST, test);
  }

  static void removeTest(Context context, String tag) {
    context.getSystemService(NotificationManager.class).cancel(tag, TEST);
  }

  private static PendingIntent opening(Context context) {
    Intent screen = new Intent(context, MainActivity.class);
    return PendingIntent.getActivity(context, 0, screen, PendingIntent.FLAG_IMMUTABLE);
  }

  private Notices() {}
}
