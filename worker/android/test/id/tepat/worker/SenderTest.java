package id.tepat.worker;

import static id.tepat.worker.FakeGateway.error;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Trouble;
import id.tepat.worker.sending.Bell;
import id.tepat.worker.sending.Heart;
import id.tepat.worker.sending.Loop;
import id.tepat.worker.sending.Refresher;
import id.tepat.worker.sending.Sender;
import id.tepat.worker.sending.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;

@RunWith(RobolectricTestRunner.class)
public class SenderTest {
  private static final long WHEN = 1_795_230_930_000L;

  @Rule public final Phone phone = new Phone();
  private FakeSurroundings surroundings;
  private Sender sender;

  @Before
  public void aPairedPhone() throws InterruptedException {
    Engine.stop(); // the tests call the steps themselves
    phone.pair();
    surroundings = new FakeSurroundings(phone.outbox());
    sender = new Sender(phone.outbox(), surroundings);
  }

  private void queue(int count) {
    for (int i = 0; i < count; i++) {
      phone.outbox().queueUnseen(Phone.report(Phone.transfer(100_001 + i, WHEN + i)));
    }
  }

  private List<Long> sentIn(int request) throws Exception {
    JSONArray notifications =
        phone.gateway.to("/worker/mutations").get(request).body.getJSONArray("notifications");
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < notifications.length(); i++) {
      numbers.add(notifications.getJSONObject(i).getLong("sequence"));
    }
    return numbers;
  }

  @Test
  public void theQueueIsSentInOrderAHundredAtATimeAndNumbersGoOn() throws Exception {
    queue(130);
    assertEquals(0, sender.run());
    assertEquals(0, sender.run());
    assertEquals(Step.UNTIL_THE_BELL, sender.run());
    assertEquals(100, sentIn(0).size());
    assertEquals(1L, (long) sentIn(0).get(0));
    assertEquals(101L, (long) sentIn(1).get(0));
    assertEquals("pgd_token", phone.gateway.requests.get(0).token);
    assertEquals(0, phone.outbox().queueLength());
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(5, WHEN)));
    sender.run();
    assertEquals(Collections.singletonList(131L), sentIn(2));
  }

  @Test
  public void whatLeftThePhoneIsRecordedWithWhatTheGatewaySaidOfIt() {
    queue(2);
    phone.gateway.reports =
        body ->
            FakeGateway.ok(
                "[{\"key\":\"a\",\"outcome\":\"recorded\",\"mutation_id\":\"m\",\"matched_payment_code\":\"INV-1\"},"
                    + "{\"key\":\"b\",\"outcome\":\"ignored\",\"mutation_id\":null,\"matched_payment_code\":null}]");
    sender.run();
    List<Outbox.Sent> sent = phone.outbox().sent(10);
    assertEquals("ignored", sent.get(0).outcome);
    assertNull(sent.get(0).paymentCode);
    assertEquals("INV-1", sent.get(1).paymentCode);
    assertTrue(sent.get(1).report.optString("body").contains("100,001"));
  }

  @Test
  public void anAnswerThatIsNotTheGatewaysRemovesNothing() {
    queue(2);
    List<FakeGateway.Reply> strange =
        Arrays.asList(
            new FakeGateway.Reply(200, "<html>Selamat datang di WiFi hotel</html>"),
            new FakeGateway.Reply(200, "{\"success\":true,\"data\":[]}"),
            new FakeGateway.Reply(200, "{\"success\":true,\"data\":[{\"outcome\":\"recorded\"}]}"),
            new FakeGateway.Reply(200, "{\"success\":true,\"data\":null}"),
            new FakeGateway.Reply(200, "{\"success\":\"true\",\"data\":[{},{}]}"),
            new FakeGateway.Reply(302, "").with("Location", phone.gateway.url() + "/elsewhere"),
            new FakeGateway.Reply(401, "<html>Login</html>"),
            new FakeGateway.Reply(403, "{\"code\":\"device_not_approved\"}"),
            new FakeGateway.Reply(204, ""));
    for (FakeGateway.Reply one : strange) {
      phone.gateway.reports = body -> one;
      assertTrue(one.body, sender.run() > 0);
      assertEquals(2, phone.outbox().queueLength());
    }
    assertEquals(0, phone.gateway.to("/elsewhere").size());
  }

  @Test
  public void waitsDoubleToAMinuteAndBeginAnewAfterAnAnswer() {
    queue(1);
    phone.gateway.reports = body -> error(503, "unavailable");
    List<Long> waits = new ArrayList<>();
    for (int i = 0; i < 8; i++) waits.add(sender.run());
    assertEquals(Arrays.asList(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L), waits);
    phone.gateway.reports = FakeGateway::recorded;
    sender.run();
    queue(2);
    phone.gateway.reports = body -> error(503, "unavailable");
    assertEquals(1_000L, sender.run());
  }

  @Test
  public void theGatewaysWaitIsKeptButNotBeyondAMinute() {
    queue(1);
    phone.gateway.reports = body -> error(429, "rate_limited").with("Retry-After", "7");
    assertEquals(7_000, sender.run());
    phone.gateway.reports = body -> error(429, "rate_limited").with("Retry-After", "9999");
    assertEquals(60_000, sender.run());
    phone.gateway.reports =
        body -> error(429, "rate_limited").with("X-RateLimit-Remaining", "0").with("X-RateLimit-Reset", "30");
    assertEquals(30_000, sender.run());
  }

  @Test
  public void withoutAConnectionItWaits() {
    queue(1);
    phone.gateway.stop();
    assertEquals(1_000, sender.run());
    assertEquals(1, phone.outbox().queueLength());
  }

  @Test
  public void anUnapprovedOrRevokedPhoneKeepsItsQueueAndAsksEveryTenSeconds() {
    queue(1);
    phone.gateway.reports = body -> error(403, "device_not_approved");
    assertEquals(10_000, sender.run());
    phone.gateway.reports = body -> error(401, "unauthorized");
    assertEquals(10_000, sender.run());
    assertEquals(1, phone.outbox().queueLength());
  }

  @Test
  public void whatTheGatewayRefusesIsFoundByHalvingAndSetAsideAloneWithTheReason() {
    queue(10);
    phone.gateway.reports =
        body ->
            body.toString().contains("100,005") ? error(400, "validation_error") : FakeGateway.recorded(body);
    for (int i = 0; i < 30 && phone.outbox().queueLength() > 0; i++) sender.run();
    assertEquals(1, phone.outbox().refusals());
    assertTrue(phone.outbox().newestRefusal().contains("validation_error"));
    assertEquals(9, phone.outbox().sent(20).size());
  }

  @Test
  public void whatTheGatewayFailsAtIsSentAfterTheOthersUnderItsOwnNumber() throws Exception {
    queue(3);
    phone.gateway.reports =
        body ->
            body.toString().contains("100,001") ? error(500, "internal_error") : FakeGateway.recorded(body);
    for (int i = 0; i < 20 && phone.outbox().queueLength() > 1; i++) sender.run();
    assertEquals(1, phone.outbox().queueLength());
    phone.gateway.reports = FakeGateway::recorded;
    sender.run();
    assertEquals(0, phone.outbox().queueLength());
    assertEquals(
        Collections.singletonList(1L), sentIn(phone.gateway.to("/worker/mutations").size() - 1));
  }

  @Test
  public void theRefresherKnowsWhatToWatchAndWhetherThePhoneIsKnown() {
    Refresher refresher = new Refresher(phone.outbox(), surroundings);
    assertEquals(60_000, refresher.run());
    assertEquals(Collections.singletonList("com.bca"), phone.outbox().watchedPackages());
    phone.gateway.device = body -> FakeGateway.ok("{\"device_status\":\"PENDING\",\"packages\":[]}");
    assertEquals(10_000, refresher.run());
    phone.gateway.device = body -> error(401, "unauthorized");
    assertEquals(10_000, refresher.run());
    assertEquals(Refresher.UNKNOWN, phone.outbox().noted(Note.DEVICE_STATUS));
    phone.gateway.device = body -> error(502, "bad_gateway");
    assertEquals(2_000, refresher.run());
  }

  @Test
  public void theHeartbeatTellsBatteryQueueAndWhyNothingCanBeRead() throws Exception {
    Heart heart = new Heart(phone.outbox(), surroundings);
    queue(2);
    assertTrue(heart.run() <= 30_000);
    JSONObject beat = phone.gateway.to("/worker/heartbeat").get(0).body;
    assertEquals(87, beat.getInt("battery"));
    assertEquals(2, beat.getInt("queue_length"));
    assertTrue(beat.isNull("listener_error"));
    assertTrue(beat.getString("app_version").startsWith("android "));
    heart.run();
    Trouble.diskIsFull = true;
    heart.run();
    assertTrue(phone.gateway.to("/worker/heartbeat").get(2).body.getString("listener_error").contains("storage"));
  }

  @Test
  public void whatIsNewDoesNotShortenABackoffAndBetterTimesDo() throws Exception {
    Bell bell = new Bell();
    Thread sleeper = new Thread(() -> awaitQuietly(bell, 3_600_000));
    sleeper.start();
    bell.ring();
    for (int i = 0; i < 600 && sleeper.getState() != Thread.State.TIMED_WAITING; i++) Thread.sleep(50);
    bell.ring();
    sleeper.join(200);
    assertTrue(sleeper.isAlive());
    bell.rouse();
    sleeper.join();
    // The ring is not lost: it wakes a thread that waits for work.
    bell.await(Step.UNTIL_THE_BELL);
  }

  private static void awaitQuietly(Bell bell, long milliseconds) {
    try {
      bell.await(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  public void whatAStepDidNotExpectIsTriedAgain() throws Exception {
    int[] runs = {0};
    Bell done = new Bell();
    Loop loop =
        new Loop(
            "test",
            () -> {
              runs[0] += 1;
              if (runs[0] == 1) throw new IllegalStateException("full disk");
              done.rouse();
              return Step.UNTIL_THE_BELL;
            },
            surroundings);
    loop.start();
    done.await(60_000);
    loop.stop();
    assertEquals(2, runs[0]);
  }
}
