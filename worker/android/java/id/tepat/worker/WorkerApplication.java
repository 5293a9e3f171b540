package id.tepat.worker;

import android.app.Application;
import id.tepat.worker.ui.Notices;

/** Starts the engine, so that the app sends the queue however the process was started. */
public final class WorkerApplication extends Application {
  @Override
  public void onCreate() {
    super.onCreate();
    Notices.createChannels(this);
    Engine.start(this);
    Watchdog.wind(this);
  }
}
