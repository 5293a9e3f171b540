package id.tepat.worker.ui;

import android.Manifest;
import android.app.Activity;
import android.content.ActivityNotFoundException;
import android.content.Context;
import android.content.Intent;
import android.content.pm.PackageManager;
import android.net.Uri;
import android.os.Build;
import android.os.PowerManager;
import android.provider.Settings;
import id.tepat.worker.Listener;
import id.tepat.worker.R;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import java.util.ArrayList;
import java.util.List;

/** The settings that the person must change once, one step each. */
enum SetupStep {
  ACCESS(R.string.step_access, R.string.step_access_explained, R.string.step_access_do) {
    @Override
    boolean isDone(Context context) {
      return Listener.hasAccess(context);
    }

    @Override
    void act(Activity activity) {
      open(activity, new Intent(Settings.ACTION_NOTIFICATION_LISTENER_SETTINGS));
    }
  },

  NOTIFICATIONS(
      R.string.step_notifications, R.string.step_notifications_explained, R.string.step_notifications_do) {
    @Override
    boolean isNeeded() {
      return Build.VERSION.SDK_INT >= 33;
    }

    @Override
    boolean isDone(Context context) {
      return Build.VERSION.SDK_INT < 33
          || context.checkSelfPermission(Manifest.permission.POST_NOTIFICATIONS)
              == PackageManager.PERMISSION_GRANTED;
    }

    @Override
    void act(Activity activity) {
      if (Build.VERSION.SDK_INT < 33) return;
      // After two refusals, Android no longer asks. Only Android's settings help then.
      if (asked && !activity.shouldShowRequestPermissionRationale(Manifest.permission.POST_NOTIFICATIONS)) {
        open(
            activity,
            new Intent(Settings.ACTION_APP_NOTIFICATION_SETTINGS)
                .putExtra(Settings.EXTRA_APP_PACKAGE, activity.getPackageName()));
        return;
      }
      asked = true;
      activity.requestPermissions(new String[] {Manifest.permission.POST_NOTIFICATIONS}, 1);
    }
  },

  BATTERY(R.string.step_battery, R.string.step_battery_explained, R.string.step_battery_do) {
    @Override
    boolean isDone(Context context) {
      return context
          .getSystemService(PowerManager.class)
          .isIgnoringBatteryOptimizations(context.getPackageName());
    }

    @Override
    void act(Activity activity) {
      Uri app = Uri.fromParts("package", activity.getPackageName(), null);
      open(activity, new Intent(Settings.ACTION_REQUEST_IGNORE_BATTERY_OPTIMIZATIONS, app));
    }
  },

  VENDOR(R.string.step_vendor, 0, R.string.step_vendor_do) {
    @Override
    boolean isNeeded() {
      return Vendor.ofThisPhone() != null;
    }

    @Override
    boolean isDone(Context context) {
      return Outbox.of(context).noted(Note.VENDOR_DONE) != null;
    }

    @Override
    void act(Activity activity) {
      Vendor.ofThisPhone().openSettings(activity);
    }
  },

  TEST(R.string.step_test, R.string.step_test_explained, R.string.send_test) {
    @Override
    boolean isDone(Context context) {
      Outbox outbox = Outbox.of(context);
      return outbox.noted(Note.SELF_TEST_AT) != null && outbox.noted(Note.HIDDEN_TEXT) == null;
    }

    @Override
    void act(Activity activity) {
      SelfTest.start(activity);
    }
  };

  private static boolean asked;

  final int title;
  private final int explanation;
  final int action;

  SetupStep(int title, int explanation, int action) {
    this.title = title;
    this.explanation = explanation;
    this.action = action;
  }

  abstract boolean isDone(Context context);

  abstract void act(Activity activity);

  boolean isNeeded() {
    return true;
  }

  String explanation(Context context) {
    return context.getString(explanation != 0 ? explanation : Vendor.ofThisPhone().instructions);
  }

  /** Returns the steps that this phone needs. */
  static List<SetupStep> needed() {
    List<SetupStep> needed = new ArrayList<>();
    for (SetupStep step : values()) if (step.isNeeded()) needed.add(step);
    return needed;
  }

  private static void open(Activity activity, Intent settings) {
    try {
      activity.startActivity(settings);
    } catch (ActivityNotFoundException absent) {
      activity.startActivity(Vendor.appInfo(activity));
    }
  }
}
