package id.tepat.worker;

import android.app.job.JobParameters;
import android.app.job.JobService;

/** Runs every 15 minutes, also after a restart of the phone. */
public final class WatchdogJob extends JobService {
  @Override
  public boolean onStartJob(JobParameters parameters) {
    Watchdog.look(this);
    return false;
  }

  @Override
  public boolean onStopJob(JobParameters parameters) {
    return false;
  }
}
