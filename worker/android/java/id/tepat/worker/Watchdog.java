package id.tepat.worker;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.os.SystemClock;
import id.tepat.worker.base.Limits;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;

/**
 * Restarts the app's other parts if they stop. It uses an alarm, which also fires while the phone sleeps, and a job,
 * which remains if alarms are cancelled.
 */
public final class Watchdog {
  static final String ALARM = "id.tepat.worker.ALARM";
  private static final int JOB = 1;

  /** Sets the alarm and the job. Repeated calls are harmless. */
  static void wind(Context context) {
    Intent alarm = new Intent(context, WakeReceiver.class).setAction(ALARM);
    int flags = PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE;
    context
        .getSystemService(AlarmManager.class)
        .setAndAllowWhileIdle(
            AlarmManager.ELAPSED_REALTIME_WAKEUP,
            SystemClock.elapsedRealtime() + Limits.ALARM_MILLISECONDS,
            PendingIntent.getBroadcast(context, 0, alarm, flags));
    JobScheduler jobs = context.getSystemService(JobScheduler.class);
    if (jobs.getPendingJob(JOB) != null) return;
    jobs.schedule(
        new JobInfo.Builder(JOB, new ComponentName(context, WatchdogJob.class))
            .setPeriodic(Limits.JOB_MILLISECONDS)
            .setPersisted(true)
            .build());
  }

  /** Starts every part that has stopped. */
  public static void look(Context context) {
    wind(context);
    Outbox.of(context).settle();
    Engine.start(context).wakeAll();
    if (Registration.of(Outbox.of(context)) == null) return;
    Listener.askAgain(context);
    KeepAliveService.start(context);
    KeepAliveService.refresh(context);
  }

  private Watchdog() {}
}
