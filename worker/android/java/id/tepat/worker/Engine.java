package id.tepat.worker;

import android.content.Context;
import android.database.sqlite.SQLiteException;
import android.net.ConnectivityManager;
import android.net.Network;
import android.os.BatteryManager;
import android.os.SystemClock;
import android.provider.Settings;
import android.util.Log;
import id.tepat.worker.base.Times;
import id.tepat.worker.http.Gateway;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.sending.Heart;
import id.tepat.worker.sending.Loop;
import id.tepat.worker.sending.Refresher;
import id.tepat.worker.sending.Sender;
import id.tepat.worker.sending.Surroundings;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the three loops (sending reports, refreshing the registration, heartbeats) for the life of the process. The
 * listener, the foreground service, a job, an alarm or a screen can start the process. Killing the process is safe,
 * because the queue is always on disk.
 */
public final class Engine implements Surroundings {
  private static final String TAG = "tepat";
  private static Engine running;

  private final Context context;
  private final Outbox outbox;
  private final Loop sending;
  private final List<Loop> loops = new ArrayList<>();

  public static synchronized Engine start(Context context) {
    if (running == null) {
      running = new Engine(context.getApplicationContext());
      for (Loop loop : running.loops) loop.start();
    }
    return running;
  }

  /** Stops the engine. Only tests call this, because they run many phones in one process. */
  static synchronized void stop() throws InterruptedException {
    if (running == null) return;
    for (Loop loop : running.loops) loop.stop();
    running = null;
  }

  private Engine(Context context) {
    this.context = context;
    outbox = Outbox.of(context);
    noteRestart();
    sending = new Loop("sender", new Sender(outbox, this), this);
    loops.add(sending);
    loops.add(new Loop("refresher", new Refresher(outbox, this), this));
    loops.add(new Loop("heart", new Heart(outbox, this), this));
    ConnectivityManager network = context.getSystemService(ConnectivityManager.class);
    network.registerDefaultNetworkCallback(
        new ConnectivityManager.NetworkCallback() {
          @Override
          public void onAvailable(Network any) {
            wakeAll();
          }
        });
  }

  /**
   * Notes a restart of the phone. Until the first unlock after a restart, Android starts no process of the app, so
   * the app sees no notification.
   */
  private void noteRestart() {
    int boots = Settings.Global.getInt(context.getContentResolver(), Settings.Global.BOOT_COUNT, -1);
    String boot = String.valueOf(boots);
    String before = outbox.noted(Note.BOOT);
    if (boots < 0 || boot.equals(before)) return;
    try {
      // The first start is not a restart. Of several unreported restarts, the longest is kept.
      if (before != null && elapsed() > untoldMilliseconds()) {
        outbox.note(Note.RESTART_UNTOLD, Times.iso(now() - elapsed()) + " " + Times.iso(now()));
      }
      outbox.note(Note.BOOT, boot);
    } catch (SQLiteException fullDisk) {
      log("The phone's storage takes nothing: " + fullDisk.getClass().getSimpleName());
    }
  }

  private long untoldMilliseconds() {
    String untold = outbox.noted(Note.RESTART_UNTOLD);
    if (untold == null) return 0;
    String[] ends = untold.split(" ", 2);
    return Times.millisecondsOf(ends[ends.length - 1]) - Times.millisecondsOf(ends[0]);
  }

  /** Wakes the sender. Call this when the queue has a new report. */
  void queued() {
    sending.bell.ring();
  }

  /**
   * Ends all waits. Call this when the network is back, the phone has woken up, or the registration
   * is new.
   */
  public void wakeAll() {
    for (Loop loop : loops) loop.bell.rouse();
  }

  @Override
  public long now() {
    return System.currentTimeMillis();
  }

  @Override
  public long elapsed() {
    return SystemClock.elapsedRealtime();
  }

  @Override
  public double chance() {
    return Math.random();
  }

  @Override
  public void log(String message) {
    Log.i(TAG, message);
  }

  @Override
  public Integer battery() {
    int percentage =
        context
            .getSystemService(BatteryManager.class)
            .getIntProperty(BatteryManager.BATTERY_PROPERTY_CAPACITY);
    return percentage >= 0 && percentage <= 100 ? percentage : null;
  }

  @Override
  public Gateway gateway() {
    Registration registration = Registration.of(outbox);
    return registration == null || registration.isKeyLost() ? null : Gateway.asDevice(registration);
  }

  @Override
  public void told() {
    Listener.lookAgain();
    Listener.askAgain(context);
    KeepAliveService.refresh(context);
  }
}
