package id.tepat.worker;

import android.app.Notification;
import android.content.Context;
import android.os.Process;
import android.os.UserHandle;
import android.provider.Settings;
import android.service.notification.StatusBarNotification;
import id.tepat.worker.base.Times;
import id.tepat.worker.notifications.Report;
import id.tepat.worker.notifications.Shown;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.outbox.Trouble;
import id.tepat.worker.ui.SelfTest;
import java.util.Arrays;
import org.json.JSONArray;
import org.junit.rules.ExternalResource;
import org.robolectric.Robolectric;
import org.robolectric.android.controller.ServiceController;

/** A new phone for each test, with the actions of people. */
final class Phone extends ExternalResource {
  final FakeGateway gateway = new FakeGateway();
  FakeKeystore keystore;
  private ServiceController<Listener> listener;

  @Override
  protected void before() throws Throwable {
    keystore = FakeKeystore.install();
    gateway.start();
  }

  @Override
  protected void after() {
    try {
      if (listener != null) listener.destroy();
      Engine.stop();
      Outbox.forget();
      Listener.begin();
      Trouble.diskIsFull = false;
      SelfTest.forget();
      gateway.stop();
      FakeKeystore.remove();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  Context context() {
    return org.robolectric.RuntimeEnvironment.getApplication();
  }

  Outbox outbox() {
    return Outbox.of(context());
  }

  void pair() {
    new Registration(gateway.url(), "0190f3a2-5b1c-7c3e-9d2f-1a2b3c4d5e6f", "pgd_token", "HP kasir").keepIn(outbox());
    outbox().note(Note.DEVICE_STATUS, "ACTIVE");
    outbox().note(Note.HEARD_AT, Times.iso(System.currentTimeMillis()));
  }

  void watch(String... packages) {
    outbox().note(Note.PACKAGES, new JSONArray(Arrays.asList(packages)).toString());
  }

  void allowReading() {
    Settings.Secure.putString(
        context().getContentResolver(),
        "enabled_notification_listeners",
        "com.other/.Listener:id.tepat.worker/id.tepat.worker.Listener");
  }

  /** Makes Android bind the listener with all current notifications. */
  Listener connect(StatusBarNotification... shade) {
    allowReading();
    listener = Robolectric.buildService(Listener.class).create();
    for (StatusBarNotification one : shade) show(one);
    listener.get().onListenerConnected();
    return listener.get();
  }

  /** Makes Android unbind the listener and list no notifications. */
  void hideShade() {
    org.robolectric.util.ReflectionHelpers.setField(
        org.robolectric.Shadows.shadowOf(listener.get()), "activeNotifications", null);
  }

  private void show(StatusBarNotification one) {
    org.robolectric.Shadows.shadowOf(listener.get())
        .addActiveNotification(one);
  }

  static StatusBarNotification shown(String packageName, String title, String text, long when) {
    return shown(packageName, null, 1, builder(title, text, when).build());
  }

  static Notification.Builder builder(String title, String text, long when) {
    return new Notification.Builder(org.robolectric.RuntimeEnvironment.getApplication(), "transfers")
        .setSmallIcon(android.R.drawable.ic_dialog_info)
        .setContentTitle(title)
        .setContentText(text)
        .setWhen(when);
  }

  static StatusBarNotification shown(String packageName, String tag, int id, Notification notification) {
    UserHandle user = Process.myUserHandle();
    long postTime = System.currentTimeMillis();
    return new StatusBarNotification(
        packageName, packageName, id, tag, 10_234, 0, 0, notification, user, postTime);
  }

  static Report report(StatusBarNotification shown) {
    return Report.of(Shown.of(org.robolectric.RuntimeEnvironment.getApplication(), shown, null), shown.getPostTime());
  }

  /** A notification with the words of BCA mobile for an incoming transfer. */
  static StatusBarNotification transfer(int amount, long when) {
    String text =
        String.format(
            java.util.Locale.US,
            "Pemasukan sebesar IDR %,d.00 dari SITI RAHAYU di kategori Transfer Rekening.",
            amount);
    return shown("com.bca", "Catatan Finansial", text, when);
  }
}
