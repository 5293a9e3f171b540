package id.tepat.worker;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;
import static org.robolectric.Shadows.shadowOf;

import android.app.Notification;
import android.database.sqlite.SQLiteDatabase;
import android.os.Looper;
import android.service.notification.StatusBarNotification;
import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Trouble;
import id.tepat.worker.ui.Condition;
import id.tepat.worker.ui.SelfTest;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import org.json.JSONObject;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;

@RunWith(RobolectricTestRunner.class)
public class ListenerTest {
  private static final long WHEN = 1_795_230_930_123L;

  @Rule public final Phone phone = new Phone();

  private void post(StatusBarNotification shown) {
    listener().onNotificationPosted(shown, null);
  }

  private Listener listener;

  private Listener listener() {
    if (listener == null) listener = phone.connect();
    return listener;
  }

  private JSONObject only() {
    List<Outbox.NumberedReport> queued = phone.outbox().firstReports(10);
    assertEquals(1, queued.size());
    return queued.get(0).report;
  }

  @Test
  public void aWatchedAppsNotificationIsQueuedWithItsNumberAndWords() throws Exception {
    phone.watch("com.bca");
    post(Phone.transfer(150_123, WHEN));
    assertEquals(1, phone.outbox().firstReports(10).get(0).sequence);
    JSONObject report = only();
    assertEquals("com.bca", report.getString("package_name"));
    assertEquals("Catatan Finansial", report.getString("title"));
    assertTrue(report.getString("body").startsWith("Pemasukan sebesar IDR 150,123.00"));
    assertEquals("2026-11-21T03:15:30.123Z", report.getString("posted_at"));
    assertEquals("transfers", report.getString("channel_id"));
    assertFalse(report.getBoolean("is_conversation"));
    assertFalse(report.has("big_text"));
  }

  @Test
  public void theLongTextIsReportedBesideTheShortOne() throws Exception {
    phone.watch("com.bca");
    Notification.Builder builder =
        Phone.builder("BCA", "Dana masuk…", WHEN)
            .setStyle(new Notification.BigTextStyle().bigText("Dana masuk Rp150.123 dari SITI"));
    post(Phone.shown("com.bca", null, 1, builder.build()));
    assertEquals("Dana masuk…", only().getString("body"));
    assertEquals("Dana masuk Rp150.123 dari SITI", only().getString("big_text"));
  }

  @Test
  public void aConversationIsToldAsOne() throws Exception {
    phone.watch("com.bca");
    // Android 8 has no Person.
    Notification.Builder builder =
        Phone.builder("Siti", "Dana masuk Rp1", WHEN)
            .setStyle(new Notification.MessagingStyle("Siti").addMessage("Dana masuk Rp1", WHEN, "Siti"));
    post(Phone.shown("com.bca", null, 1, builder.build()));
    assertTrue(only().getBoolean("is_conversation"));
  }

  @Test
  public void otherAppsTextsAreNeitherQueuedNorOnTheDisk() throws Exception {
    phone.watch("com.bca");
    post(Phone.shown("com.whatsapp", "Ibu", "kata sandi rahasia", WHEN));
    post(Phone.transfer(150_123, WHEN));
    assertEquals("com.bca", only().getString("package_name"));
    for (File file : phone.context().getDatabasePath("outbox.db").getParentFile().listFiles()) {
      String bytes = new String(Files.readAllBytes(file.toPath()), StandardCharsets.ISO_8859_1);
      assertFalse(file.getName(), bytes.contains("kata sandi rahasia"));
    }
  }

  @Test
  public void packageNamesAreComparedWithoutRegardToCase() {
    phone.watch("Com.BCA");
    post(Phone.transfer(150_123, WHEN));
    assertEquals(1, phone.outbox().queueLength());
  }

  @Test
  public void aSummaryIsLeftOutAlsoWhenWhatItSumsUpComesLater() {
    phone.watch("com.bca");
    post(Phone.shown("com.bca", "ranker_group", 2, Phone.builder("BCA", "dua", WHEN).build()));
    post(Phone.shown("com.bca", null, 3, new Notification()));
    Notification summary = Phone.builder("BCA", "2 transaksi", WHEN).setGroup("g").setGroupSummary(true).build();
    StatusBarNotification posted = Phone.shown("com.bca", null, 1, summary);
    StatusBarNotification child =
        Phone.shown("com.bca", null, 4, Phone.builder("BCA", "Rp1", WHEN).setGroup("g").build());
    post(posted);
    shadowOf(listener()).addActiveNotification(posted);
    shadowOf(listener()).addActiveNotification(child);
    post(child);
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(Limits.SUMMARY_MILLISECONDS));
    assertEquals("Rp1", only().optString("body"));
  }

  @Test
  public void aFlaggedOneThatStandsAloneIsReported() {
    phone.watch("com.bca");
    Notification summary = Phone.builder("BCA", "Rp1", WHEN).setGroup("g").setGroupSummary(true).build();
    StatusBarNotification posted = Phone.shown("com.bca", null, 1, summary);
    shadowOf(listener()).addActiveNotification(posted);
    post(posted);
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(Limits.SUMMARY_MILLISECONDS));
    assertEquals("Rp1", only().optString("body"));
  }

  @Test
  public void theSameNotificationShownAgainIsQueuedOnce() {
    phone.watch("com.bca");
    post(Phone.transfer(150_123, WHEN));
    post(Phone.transfer(150_123, WHEN));
    assertEquals(1, phone.outbox().queueLength());
    post(Phone.transfer(150_123, WHEN + 1));
    assertEquals(2, phone.outbox().queueLength());
  }

  @Test
  public void whatWasShownWhileTheProcessWasDeadIsFoundInTheOrderOfItsTimes() {
    phone.watch("com.bca");
    phone.connect(
        Phone.shown("com.bca", "b", 2, Phone.builder("BCA", "kedua", WHEN + 2).build()),
        Phone.shown("com.whatsapp", "w", 9, Phone.builder("Ibu", "halo", WHEN).build()),
        Phone.shown("com.bca", "a", 1, Phone.builder("BCA", "pertama", WHEN + 1).build()));
    List<Outbox.NumberedReport> queued = phone.outbox().firstReports(10);
    assertEquals(2, queued.size());
    assertEquals("pertama", queued.get(0).report.optString("body"));
    assertEquals("kedua", queued.get(1).report.optString("body"));
  }

  @Test
  public void nothingIsQueuedBeforeTheGatewayHasNamedWhatToWatchAndThenWhatIsShownIs() {
    phone.connect(Phone.transfer(150_123, WHEN));
    assertEquals(0, phone.outbox().queueLength());
    phone.watch("com.bca");
    Listener.lookAgain();
    shadowOf(Looper.getMainLooper()).idle();
    assertEquals(1, phone.outbox().queueLength());
  }

  @Test
  public void withoutATimeOfItsOwnItIsAnotherOneAfterItWasGone() throws Exception {
    phone.watch("com.bca");
    StatusBarNotification timeless = Phone.transfer(150_123, 0);
    shadowOf(listener()).addActiveNotification(timeless);
    post(timeless);
    post(timeless);
    assertEquals(1, phone.outbox().queueLength());
    listener().cancelNotification(timeless.getKey());
    listener().onNotificationRemoved(timeless);
    post(timeless);
    assertEquals(2, phone.outbox().queueLength());
    long now = System.currentTimeMillis();
    long posted = Times.millisecondsOf(phone.outbox().firstReports(1).get(0).report.getString("posted_at"));
    assertTrue(Math.abs(now - posted) < 600_000);
  }

  @Test
  public void aShadeThatAndroidDoesNotTellForgetsNothing() {
    phone.watch("com.bca");
    StatusBarNotification timeless = Phone.transfer(150_123, 0);
    post(timeless);
    phone.hideShade();
    Listener.lookAgain();
    shadowOf(Looper.getMainLooper()).idle();
    post(timeless);
    assertEquals(1, phone.outbox().queueLength());
  }

  @Test
  public void halfAnEmojiAndNulAreMended() throws Exception {
    phone.watch("com.bca");
    post(Phone.shown("com.bca", "BCA", "Rp1\0 \ud83d\ude00 \ud83d", WHEN));
    assertEquals("Rp1 \ud83d\ude00 \ufffd", only().getString("body"));
  }

  @Test
  public void whatAFullDiskDoesNotTakeIsKeptAndWrittenLater() {
    phone.watch("com.bca");
    phone.pair();
    phone.gateway.reports = body -> FakeGateway.error(503, "unavailable");
    listener();
    SQLiteDatabase disk = phone.outbox().database();
    long size = disk.getMaximumSize();
    disk.setMaximumSize(1);
    for (int i = 0; i < 200; i++) post(Phone.transfer(100_000 + i, WHEN + i));
    assertTrue(Trouble.diskIsFull);
    assertEquals(Condition.DISK_FULL, Condition.of(phone.context()));
    assertTrue(phone.outbox().queueLength() < 200);
    disk.setMaximumSize(size);
    shadowOf(Looper.getMainLooper()).idleFor(Duration.ofMillis(Limits.UNWRITTEN_RETRY_MILLISECONDS));
    assertEquals(200, phone.outbox().queueLength());
    assertFalse(Trouble.diskIsFull);
    List<Outbox.NumberedReport> queued = phone.outbox().firstReports(200);
    for (int i = 0; i < 200; i++) assertEquals(Times.iso(WHEN + i), queued.get(i).report.optString("posted_at"));
  }

  @Test
  public void theTextThatAndroidHidesIsNoticedByTheSelfTest() {
    listener();
    post(Phone.shown("id.tepat.worker", SelfTest.TAG, 2, Phone.builder(SelfTest.TITLE, "Sensitive notification content hidden", WHEN).build()));
    assertEquals(SelfTest.Result.HIDDEN, SelfTest.result());
    assertEquals("Sensitive notification content hidden", phone.outbox().noted(Note.HIDDEN_TEXT));
    post(Phone.shown("id.tepat.worker", SelfTest.TAG, 2, Phone.builder(SelfTest.TITLE, SelfTest.TEXT, WHEN).build()));
    assertEquals(SelfTest.Result.READ, SelfTest.result());
    assertNull(phone.outbox().noted(Note.HIDDEN_TEXT));
    assertEquals(0, phone.outbox().queueLength());
  }

  @Test
  public void aHiddenOneTimeCodeIsOnlyInformation() {
    phone.connect();
    post(Phone.shown("id.tepat.worker", "tepat-self-test", 2, Phone.builder(SelfTest.TITLE, SelfTest.TEXT, WHEN).build()));
    post(Phone.shown("id.tepat.worker", "tepat-self-test-code", 2, Phone.builder("", "Sensitive notification content hidden", WHEN).build()));
    assertEquals(SelfTest.Result.READ, SelfTest.result());
    assertNull(phone.outbox().noted(Note.HIDDEN_TEXT));
    assertEquals("1", phone.outbox().noted(Note.CODES_HIDDEN));
    post(Phone.shown("id.tepat.worker", "tepat-self-test-code", 2, Phone.builder(SelfTest.TITLE, SelfTest.CODE_TEXT, WHEN).build()));
    assertNull(phone.outbox().noted(Note.CODES_HIDDEN));
  }

  @Test
  public void aTransferThatCanBeReadClearsTheMark() {
    phone.watch("com.bca");
    phone.connect();
    phone.outbox().note(Note.HIDDEN_TEXT, "Sensitive notification content hidden");
    post(Phone.shown("com.bca", "Promo", "Promo akhir pekan", WHEN));
    assertEquals("Sensitive notification content hidden", phone.outbox().noted(Note.HIDDEN_TEXT));
    post(Phone.transfer(150_123, WHEN));
    assertNull(phone.outbox().noted(Note.HIDDEN_TEXT));
  }
}
