package id.tepat.worker;

import android.content.Context;
import android.content.Intent;
import android.service.notification.StatusBarNotification;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.pairing.Pairing;
import id.tepat.worker.pairing.PairingLink;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.Shadows;

/**
 * The app's process for worker/android/outage.test.ts, which kills it. Its folder stands for the phone's disk and
 * stays. The test writes Android's events to standard input, one JSON object per line, and gets a response after the
 * app has handled each.
 */
@RunWith(RobolectricTestRunner.class)
public class OutagePhone {
  public static void main(String[] args) {
    Result result = JUnitCore.runClasses(OutagePhone.class);
    for (Failure failure : result.getFailures()) System.err.println(failure.getTrace());
    System.exit(result.wasSuccessful() ? 0 : 1);
  }

  private Listener listener;

  @Test
  public void lives() throws Exception {
    Context app = RuntimeEnvironment.getApplication();
    Engine.stop();
    Outbox.forget();
    BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    say("ready");
    for (String line; (line = commands.readLine()) != null; ) {
      JSONObject command = new JSONObject(line);
      switch (command.getString("do")) {
        case "begin":
          // The previous process has been killed by now.
          Outbox.openShared(new File(command.getString("disk"), "outbox.db"));
          say("begun");
          break;
        case "pair":
          PairingLink link = PairingLink.parse(command.getString("link"));
          say("paired " + Pairing.register(Outbox.of(app), link, "Counter phone", "Pixel 8a").kind);
          say("device " + Registration.of(Outbox.of(app)).deviceId + " " + Registration.of(Outbox.of(app)).pairingCode());
          break;
        case "boot":
          new WakeReceiver().onReceive(app, new Intent(Intent.ACTION_BOOT_COMPLETED));
          say("booted");
          break;
        case "connect":
          listener = Robolectric.buildService(Listener.class).create().get();
          JSONArray shade = command.getJSONArray("shade");
          for (int i = 0; i < shade.length(); i++) {
            Shadows.shadowOf(listener).addActiveNotification(notification(shade.getJSONObject(i)));
          }
          listener.onListenerConnected();
          say("connected");
          break;
        case "show":
          StatusBarNotification shown = notification(command.getJSONObject("notification"));
          Shadows.shadowOf(listener).addActiveNotification(shown);
          listener.onNotificationPosted(shown, null);
          say("shown");
          break;
        default:
          say("queue " + Outbox.of(app).queueLength() + " watching " + Outbox.of(app).watchedPackages());
      }
      org.robolectric.Shadows.shadowOf(android.os.Looper.getMainLooper()).idle();
    }
  }

  private static StatusBarNotification notification(JSONObject json) throws Exception {
    return Phone.shown(
        json.getString("package_name"), json.getString("title"), json.getString("text"), json.getLong("when"));
  }

  private static void say(String line) {
    System.out.println("> " + line);
    System.out.flush();
  }
}
