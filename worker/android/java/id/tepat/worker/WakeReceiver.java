package id.tepat.worker;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Receives three events: the phone has started, the app was updated, the alarm has fired. */
public final class WakeReceiver extends BroadcastReceiver {
  @Override
  public void onReceive(Context context, Intent intent) {
    String action = intent.getAction();
    boolean isKnown =
        Intent.ACTION_BOOT_COMPLETED.equals(action)
            || Intent.ACTION_MY_PACKAGE_REPLACED.equals(action)
            || Watchdog.ALARM.equals(action);
    if (isKnown) Watchdog.look(context);
  }
}
