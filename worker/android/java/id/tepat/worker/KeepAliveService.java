package id.tepat.worker;

import android.app.NotificationManager;
import android.app.Service;
import android.content.Context;
import android.content.Intent;
import android.os.IBinder;
import android.os.PowerManager;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.ui.Notices;

/** Keeps the process alive and the processor awake while this phone is paired. */
public final class KeepAliveService extends Service {
  private static volatile boolean isRunning;

  private PowerManager.WakeLock wakeLock;

  /**
   * Starts the service. If Android refuses now, the alarm and the job try again, and the engine runs meanwhile.
   */
  static void start(Context context) {
    if (isRunning || Registration.of(Outbox.of(context)) == null) return;
    try {
      context.startForegroundService(new Intent(context, KeepAliveService.class));
    } catch (IllegalStateException | SecurityException notNow) {
      Engine.start(context).log("The foreground service may not start now: " + notNow.getMessage());
    }
  }

  /** Updates the notification to the current state. */
  static void refresh(Context context) {
    if (!isRunning) return;
    context
        .getSystemService(NotificationManager.class)
        .notify(Notices.KEEP_ALIVE, Notices.state(context));
  }

  @Override
  public void onCreate() {
    super.onCreate();
    wakeLock =
        getSystemService(PowerManager.class)
            .newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "tepat:guarding");
    wakeLock.setReferenceCounted(false);
  }

  @Override
  public int onStartCommand(Intent intent, int flags, int startId) {
    try {
      startForeground(Notices.KEEP_ALIVE, Notices.state(this));
    } catch (IllegalStateException notNow) {
      stopSelf();
      return START_NOT_STICKY;
    }
    isRunning = true;
    wakeLock.acquire();
    Engine.start(this);
    Watchdog.look(this);
    return START_STICKY;
  }

  @Override
  public void onDestroy() {
    isRunning = false;
    wakeLock.release();
    super.onDestroy();
  }

  @Override
  public IBinder onBind(Intent intent) {
    return null;
  }
}
