package id.tepat.worker;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.AlarmManager;
import android.app.Notification;
import android.app.job.JobInfo;
import android.app.job.JobScheduler;
import android.content.Intent;
import android.provider.Settings;
import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.sending.Heart;
import java.time.Duration;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.android.controller.ServiceController;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowSystemClock;

@RunWith(RobolectricTestRunner.class)
@Config(qualifiers = "in")
public class WakingTest {
  @Rule public final Phone phone = new Phone();

  private Intent startedService() {
    return shadowOf(org.robolectric.RuntimeEnvironment.getApplication()).getNextStartedService();
  }

  private void wake(String action) {
    new WakeReceiver().onReceive(phone.context(), new Intent(action));
  }

  @Test
  public void afterARestartOfThePhoneTheServiceStartsAndTheListenerIsAskedFor() {
    phone.pair();
    phone.allowReading();
    wake(Intent.ACTION_BOOT_COMPLETED);
    assertEquals(KeepAliveService.class.getName(), startedService().getComponent().getClassName());
    assertNull(phone.outbox().noted(Note.LISTENER_ERROR));
    ShadowSystemClock.advanceBy(Duration.ofMillis(Limits.LISTENER_GRACE_MILLISECONDS));
    wake(Watchdog.ALARM);
    assertTrue(phone.outbox().noted(Note.LISTENER_ERROR).contains("stopped sending"));
    phone.connect();
    assertNull(phone.outbox().noted(Note.LISTENER_ERROR));
  }

  /** Returns the heartbeats of a new process after the phone's start with this number. */
  private org.json.JSONObject beatAfter(int boots) throws Exception {
    Engine.stop();
    Settings.Global.putInt(phone.context().getContentResolver(), Settings.Global.BOOT_COUNT, boots);
    phone.gateway.requests.clear();
    phone.gateway.heartbeats = body -> FakeGateway.error(503, "unavailable");
    Engine.start(phone.context());
    Engine.stop();
    phone.gateway.requests.clear();
    phone.gateway.heartbeats = body -> FakeGateway.ok("null");
    FakeSurroundings surroundings = new FakeSurroundings(phone.outbox());
    new Heart(phone.outbox(), surroundings).run();
    new Heart(phone.outbox(), surroundings).run();
    assertFalse(phone.gateway.to("/worker/heartbeat").get(1).body.has("restarted_at"));
    return phone.gateway.to("/worker/heartbeat").get(0).body;
  }

  @Test
  public void theFirstProcessAfterARestartTellsHowLongNothingWasHeard() throws Exception {
    phone.pair();
    assertFalse(beatAfter(7).has("restarted_at"));
    assertFalse(beatAfter(7).has("restarted_at"));
    ShadowSystemClock.advanceBy(Duration.ofMinutes(42));
    long elapsed = android.os.SystemClock.elapsedRealtime();
    org.json.JSONObject beat = beatAfter(8);
    long restarted = Times.millisecondsOf(beat.getString("restarted_at"));
    assertEquals(elapsed, Times.millisecondsOf(beat.getString("heard_again_at")) - restarted, 2_000);
    assertFalse(beatAfter(8).has("restarted_at"));
  }

  @Test
  public void ofTheRestartsThatWereNotToldTheLongerOneIsTold() throws Exception {
    phone.pair();
    beatAfter(7);
    // The phone was locked from 2 to 8 o'clock without network, so no heartbeat reported this before
    // the next restart.
    phone.outbox().note(Note.RESTART_UNTOLD, "2026-11-21T02:00:00.000Z 2026-11-21T08:00:00.000Z");
    org.json.JSONObject beat = beatAfter(8);
    assertEquals("2026-11-21T02:00:00.000Z", beat.getString("restarted_at"));
    assertEquals("2026-11-21T08:00:00.000Z", beat.getString("heard_again_at"));
    // A longer time replaces a shorter one.
    ShadowSystemClock.advanceBy(Duration.ofMinutes(42));
    phone.outbox().note(Note.RESTART_UNTOLD, "2026-11-21T08:05:00.000Z 2026-11-21T08:06:00.000Z");
    beat = beatAfter(9);
    long restarted = Times.millisecondsOf(beat.getString("restarted_at"));
    assertTrue(Times.millisecondsOf(beat.getString("heard_again_at")) - restarted >= Duration.ofMinutes(42).toMillis());
  }

  @Test
  public void anUpdateOfTheAppStartsItToo() {
    phone.pair();
    wake(Intent.ACTION_MY_PACKAGE_REPLACED);
    assertNotNull(startedService());
    assertTrue(phone.outbox().noted(Note.LISTENER_ERROR).contains("no notification access"));
  }

  @Test
  public void whateverElseIsSentToTheReceiverDoesNothing() {
    phone.pair();
    wake("com.other.ACTION");
    new WakeReceiver().onReceive(phone.context(), new Intent());
    assertNull(startedService());
  }

  @Test
  public void aPhoneThatIsNotPairedRunsNoService() {
    wake(Intent.ACTION_BOOT_COMPLETED);
    assertNull(startedService());
  }

  @Test
  public void anAlarmThatAlsoComesInDozeAndAPersistedJobAreWoundByTheProcessItself() {
    AlarmManager alarms = phone.context().getSystemService(AlarmManager.class);
    assertEquals(1, shadowOf(alarms).getScheduledAlarms().size());
    assertTrue(shadowOf(alarms).getScheduledAlarms().get(0).isAllowWhileIdle());
    JobInfo job = phone.context().getSystemService(JobScheduler.class).getAllPendingJobs().get(0);
    assertTrue(job.isPersisted());
    assertTrue(job.isPeriodic());
    wake(Watchdog.ALARM);
    assertEquals(1, shadowOf(alarms).getScheduledAlarms().size());
  }

  @Test
  public void theServiceShowsTheTruthAndHoldsTheProcessor() {
    phone.pair();
    ServiceController<KeepAliveService> service =
        Robolectric.buildService(KeepAliveService.class).create().startCommand(0, 1);
    Notification notification = shadowOf(service.get()).getLastForegroundNotification();
    assertTrue(org.robolectric.shadows.ShadowPowerManager.getLatestWakeLock().isHeld());
    service.destroy();
    assertEquals(
        "HP ini belum boleh membaca notifikasi",
        notification.extras.getCharSequence(Notification.EXTRA_TITLE).toString());
    assertFalse(org.robolectric.shadows.ShadowPowerManager.getLatestWakeLock().isHeld());
  }

  @Test
  public void theProcessSendsWhateverHasStartedIt() throws Exception {
    phone.pair();
    phone.watch("com.bca");
    phone.connect(Phone.transfer(150_123, 1_795_230_930_000L));
    for (int i = 0; i < 600 && phone.outbox().queueLength() > 0; i++) Thread.sleep(50);
    assertEquals(0, phone.outbox().queueLength());
    assertEquals(1, phone.gateway.to("/worker/mutations").size());
  }
}
