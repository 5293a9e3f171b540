package id.tepat.worker.ui;

import android.content.ActivityNotFoundException;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import android.provider.Settings;
import id.tepat.worker.R;
import java.util.Locale;

/** Phone makers whose systems stop background apps: the setting to change, and its place. */
public enum Vendor {
  XIAOMI(
      R.string.vendor_xiaomi,
      "xiaomi redmi poco",
      "com.miui.securitycenter/com.miui.permcenter.autostart.AutoStartManagementActivity"),
  OPPO(
      R.string.vendor_oppo,
      "oppo oneplus",
      "com.coloros.safecenter/com.coloros.safecenter.permission.startup.StartupAppListActivity",
      "com.coloros.safecenter/com.coloros.safecenter.startupapp.StartupAppListActivity",
      "com.oppo.safe/com.oppo.safe.permission.startup.StartupAppListActivity"),
  REALME(
      R.string.vendor_realme,
      "realme",
      "com.coloros.safecenter/com.coloros.safecenter.permission.startup.StartupAppListActivity",
      "com.coloros.safecenter/com.coloros.safecenter.startupapp.StartupAppListActivity"),
  VIVO(
      R.string.vendor_vivo,
      "vivo iqoo",
      "com.vivo.permissionmanager/com.vivo.permissionmanager.activity.BgStartUpManagerActivity",
      "com.iqoo.secure/com.iqoo.secure.ui.phoneoptimize.AddWhiteListActivity"),
  SAMSUNG(
      R.string.vendor_samsung,
      "samsung",
      "com.samsung.android.lool/com.samsung.android.sm.battery.ui.BatteryActivity",
      "com.samsung.android.lool/com.samsung.android.sm.ui.battery.BatteryActivity"),
  TRANSSION(
      R.string.vendor_transsion,
      "infinix tecno itel transsion",
      "com.transsion.phonemaster/com.cyin.himgr.autostart.AutoStartActivity");

  final int instructions;
  private final String makers;
  private final String[] screens;

  Vendor(int instructions, String makers, String... screens) {
    this.instructions = instructions;
    this.makers = makers;
    this.screens = screens;
  }

  /** Returns the maker of this phone, or null for a maker that does not stop apps. */
  static Vendor ofThisPhone() {
    return of(Build.MANUFACTURER);
  }

  public static Vendor of(String manufacturer) {
    String name = manufacturer == null ? "" : manufacturer.trim().toLowerCase(Locale.ROOT);
    if (name.isEmpty()) return null;
    for (Vendor vendor : values()) {
      for (String maker : vendor.makers.split(" ")) {
        if (name.startsWith(maker)) return vendor;
      }
    }
    return null;
  }

  /** Opens the maker's own screen if this phone has it, otherwise Android's settings for the app. */
  void openSettings(Context context) {
    for (String screen : screens) {
      try {
        context.startActivity(new Intent().setComponent(ComponentName.unflattenFromString(screen)));
        return;
      } catch (ActivityNotFoundException | SecurityException absent) {
        // This version of the maker's system lacks the screen, so try the next one.
      }
    }
    context.startActivity(appInfo(context));
  }

  static Intent appInfo(Context context) {
    Uri app = Uri.fromParts("package", context.getPackageName(), null);
    return new Intent(Settings.ACTION_APPLICATION_DETAILS_SETTINGS, app);
  }
}
