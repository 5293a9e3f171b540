package id.tepat.worker;

import android.app.Application;
import id.tepat.worker.ui.Notices;

/** Whatever has started the process, the queue is sent. */
public final class WorkerApplication extends Application {
  @Override
  public void onCreate() {
    super.onCreate();
    Notices.createChannels(this);
    Engine.start(this);
    Watchdog.wind(this);
  }
}
