package id.tepat.worker;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Texts;
import id.tepat.worker.http.Answer;
import id.tepat.worker.http.Gateway;
import id.tepat.worker.http.ServerAddress;
import id.tepat.worker.notifications.Report;
import id.tepat.worker.notifications.Shown;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.PairingCode;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.pairing.Pairing;
import id.tepat.worker.pairing.PairingLink;
import id.tepat.worker.sending.Backoff;
import id.tepat.worker.sending.Heart;
import id.tepat.worker.sending.Refresher;
import id.tepat.worker.sending.Sender;
import id.tepat.worker.ui.SelfTest;
import id.tepat.worker.ui.SentActivity;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;

/** Tests this app with the vectors of worker/PROTOCOL.md, which every Worker must pass. */
@RunWith(RobolectricTestRunner.class)
public class ProtocolTest {
  private static JSONObject vectors;

  @Rule public final Phone phone = new Phone();
  /** All vectors run, and each failure is reported. */
  @Rule public final ErrorCollector errors = new ErrorCollector();

  private FakeSurroundings surroundings;
  private FakeGateway.Answers given;

  @Before
  public void stepsAreMadeByHand() throws Exception {
    Engine.stop();
    surroundings = new FakeSurroundings(phone.outbox());
    if (vectors == null) {
      String file = System.getProperty("tepat.repository") + "/worker/testing/protocol-vectors.json";
      vectors = new JSONObject(new String(Files.readAllBytes(Paths.get(file)), "UTF-8"));
    }
    FakeGateway.Answers answers = body -> given.to(body);
    phone.gateway.reports = answers;
    phone.gateway.device = answers;
    phone.gateway.devices = answers;
    phone.gateway.heartbeats = answers;
  }

  private interface Trial {
    void on(JSONObject vector) throws Exception;
  }

  private void each(JSONArray list, Trial trial) throws Exception {
    assertTrue(list.length() > 0);
    for (int i = 0; i < list.length(); i++) {
      JSONObject vector = list.getJSONObject(i);
      if (i > 0) begin();
      try {
        trial.on(vector);
      } catch (Throwable e) {
        String name = vector.optString("name", vector.toString());
        errors.addError(new AssertionError(name.substring(0, Math.min(name.length(), 200)) + ": " + e, e));
      }
    }
  }

  /** Starts a new phone for each vector. */
  private void begin() throws Exception {
    Outbox.forget();
    for (File file : phone.context().getDatabasePath("outbox.db").getParentFile().listFiles()) file.delete();
    surroundings = new FakeSurroundings(phone.outbox());
    phone.gateway.requests.clear();
  }

  private void restart() {
    Outbox.forget();
    surroundings = new FakeSurroundings(phone.outbox(), surroundings);
  }

  private static Object plain(Object value) throws Exception {
    if (value instanceof JSONObject) {
      Map<String, Object> map = new TreeMap<>();
      for (Iterator<String> names = ((JSONObject) value).keys(); names.hasNext(); ) {
        String name = names.next();
        map.put(name, plain(((JSONObject) value).get(name)));
      }
      return map;
    }
    if (value instanceof JSONArray) {
      List<Object> list = new ArrayList<>();
      for (int i = 0; i < ((JSONArray) value).length(); i++) list.add(plain(((JSONArray) value).get(i)));
      return list;
    }
    if (value instanceof Number) return ((Number) value).doubleValue();
    return value == JSONObject.NULL ? null : value;
  }

  /** Sets the gateway's response from now on. */
  private void give(JSONObject answer) {
    given =
        body -> {
          if (answer.optBoolean("is_broken")) return null;
          String text = answer.has("json") ? String.valueOf(answer.get("json")) : answer.optString("text");
          if (answer.has("outcome")) text = outcomes(body, answer.getString("outcome"));
          FakeGateway.Reply reply = new FakeGateway.Reply(answer.getInt("status"), text);
          JSONObject headers = answer.optJSONObject("headers");
          for (Iterator<String> names = headers == null ? null : headers.keys(); names != null && names.hasNext(); ) {
            String name = names.next();
            reply.with(name, headers.getString(name));
          }
          return reply;
        };
  }

  private static String outcomes(JSONObject body, String outcome) throws Exception {
    JSONArray data = new JSONArray();
    for (int i = 0; i < body.getJSONArray("notifications").length(); i++) {
      data.put(new JSONObject().put("key", "k").put("outcome", outcome).put("mutation_id", JSONObject.NULL).put("matched_payment_code", JSONObject.NULL));
    }
    return new JSONObject().put("success", true).put("message", "OK").put("data", data).toString();
  }

  private Gateway device() {
    return Gateway.asDevice(new Registration(phone.gateway.url(), "d", "pgd_token", "HP"));
  }

  private Answer call(String name, Gateway to, JSONObject body) throws Exception {
    switch (name) {
      case "registration":
        return to.registerDevice(body);
      case "device":
        return to.readDevice();
      case "heartbeat":
        return to.sendHeartbeat(body);
      default:
        List<Outbox.NumberedReport> batch = new ArrayList<>();
        JSONArray notifications = body.getJSONArray("notifications");
        for (int i = 0; i < notifications.length(); i++) {
          JSONObject report = new JSONObject(notifications.getJSONObject(i).toString());
          long sequence = report.getLong("sequence");
          report.remove("sequence");
          batch.add(new Outbox.NumberedReport(sequence, report));
        }
        return to.sendReports(batch);
    }
  }

  @Test
  public void theNumbersAreThoseOfTheProtocol() throws Exception {
    JSONObject own =
        new JSONObject()
            .put("notifications_per_report", Limits.NOTIFICATIONS_PER_REPORT)
            .put("key_characters", Limits.KEY_CHARACTERS)
            .put("mark_characters", Limits.MARK_CHARACTERS)
            .put("error_characters", Limits.ERROR_CHARACTERS)
            .put("server_address_characters", Limits.SERVER_ADDRESS_CHARACTERS)
            .put("pairing_code_characters", Limits.PAIRING_CODE_CHARACTERS)
            .put("request_milliseconds", Limits.REQUEST_MILLISECONDS)
            .put("answer_bytes", Limits.ANSWER_BYTES)
            .put("refused_notifications", Limits.REFUSED_NOTIFICATIONS)
            .put("failures_before_detour", Limits.FAILURES_BEFORE_DETOUR)
            .put("heartbeat_milliseconds", Limits.HEARTBEAT_MILLISECONDS)
            .put("device_refresh_milliseconds", Limits.DEVICE_REFRESH_MILLISECONDS)
            .put("approval_poll_milliseconds", Limits.APPROVAL_POLL_MILLISECONDS)
            .put("backoff_first_milliseconds", Limits.BACKOFF_FIRST_MILLISECONDS)
            .put("backoff_most_milliseconds", Limits.BACKOFF_MOST_MILLISECONDS)
            .put("identities_seen", Limits.IDENTITIES_SEEN)
            .put("queue_length_warning", Limits.QUEUE_LENGTH_WARNING);
    assertEquals(plain(vectors.getJSONObject("limits")), plain(own));
  }

  @Test
  public void serverAddresses() throws Exception {
    JSONObject addresses = vectors.getJSONObject("server_addresses");
    each(
        addresses.getJSONArray("valid"),
        vector -> {
          String server = ServerAddress.parse(vector.getString("address"));
          assertEquals(vector.getString("url"), server);
          assertEquals(vector.getBoolean("is_plain"), ServerAddress.isInTheClear(server));
        });
    each(
        addresses.getJSONArray("invalid"),
        vector -> assertEquals(vector.getString("problem"), problem(() -> ServerAddress.parse(vector.getString("address")))));
  }

  @Test
  public void pairingLinks() throws Exception {
    JSONObject links = vectors.getJSONObject("pairing_links");
    each(
        links.getJSONArray("valid"),
        vector -> {
          PairingLink link = PairingLink.parse(vector.getString("text"));
          assertEquals(vector.getString("server"), link.server);
          assertEquals(vector.getString("code"), link.code);
        });
    each(
        links.getJSONArray("invalid"),
        vector -> assertEquals(vector.getString("problem"), problem(() -> PairingLink.parse(vector.getString("text")))));
  }

  private interface Reading {
    Object read() throws Exception;
  }

  private static String problem(Reading reading) throws Exception {
    try {
      Object read = reading.read();
      return read == null ? "not_a_link" : "none: " + read;
    } catch (ServerAddress.Unusable e) {
      return e.getMessage();
    }
  }

  @Test
  public void pairingCodes() throws Exception {
    each(
        vectors.getJSONArray("pairing_codes"),
        vector ->
            assertEquals(
                vector.getString("code"),
                PairingCode.of(vector.getString("device_id"), vector.getString("device_token"))));
  }

  @Test
  public void requests() throws Exception {
    each(
        vectors.getJSONArray("requests"),
        vector -> {
          give(new JSONObject("{\"status\":200,\"text\":\"\"}"));
          JSONObject with = vector.getJSONObject("with");
          Gateway to =
              with.has("pairing_code")
                  ? Gateway.asPairedPhone(phone.gateway.url(), with.getString("pairing_code"))
                  : Gateway.asDevice(new Registration(phone.gateway.url(), "d", with.getString("device_token"), "HP"));
          call(vector.getString("call"), to, vector.optJSONObject("body"));
          FakeGateway.Request sent = phone.gateway.requests.get(0);
          JSONObject expected = vector.getJSONObject("request");
          assertEquals(expected.getString("method"), sent.method);
          assertEquals(expected.getString("path"), sent.path);
          JSONObject headers = expected.getJSONObject("headers");
          for (Iterator<String> names = headers.keys(); names.hasNext(); ) {
            String name = names.next();
            assertEquals(headers.getString(name), sent.headers.getFirst(name));
          }
          JSONArray absent = expected.getJSONArray("absent_headers");
          for (int i = 0; i < absent.length(); i++) assertNull(sent.headers.getFirst(absent.getString(i)));
          Object body = vector.isNull("body") ? new JSONObject() : vector.get("body");
          assertEquals(plain(body), plain(sent.body));
        });
  }

  @Test
  public void answers() throws Exception {
    each(
        vectors.getJSONArray("answers"),
        vector -> {
          give(vector);
          JSONObject report = anyReport().put("sequence", 1);
          JSONObject body = new JSONObject().put("notifications", new JSONArray().put(report));
          Answer answer = call(vector.getString("call"), device(), body);
          assertEquals(vector.getString("kind"), answer.kind.name().toLowerCase(java.util.Locale.ROOT));
          if (vector.has("wait_seconds")) assertEquals(vector.getInt("wait_seconds"), answer.waitSeconds);
          assertEquals(1, phone.gateway.requests.size());
        });
  }

  private static JSONObject anyReport() throws Exception {
    return new JSONObject("{\"key\":\"k\",\"package_name\":\"com.bca\",\"title\":\"\",\"body\":\"\",\"posted_at\":\"\"}");
  }

  @Test
  public void registrations() throws Exception {
    each(
        vectors.getJSONArray("registrations"),
        vector -> {
          Set<String> installations = new HashSet<>();
          JSONArray steps = vector.getJSONArray("steps");
          for (int i = 0; i < steps.length(); i++) {
            JSONObject step = steps.getJSONObject(i);
            give(step.getJSONObject("answer"));
            PairingLink link = PairingLink.of(phone.gateway.url(), step.getString("code"));
            String name = step.getString("device_name");
            Answer answer = Pairing.register(phone.outbox(), link, name, "Pixel 8a");
            if (step.has("says")) {
              assertTrue(Pairing.explain(phone.context(), answer).contains(step.getString("says")));
            }
            FakeGateway.Request sent = phone.gateway.requests.get(i);
            assertEquals(step.getString("code"), sent.headers.getFirst("x-pairing-token"));
            assertEquals(name, sent.body.getString("device_name"));
            assertEquals("Pixel 8a", sent.body.getString("model"));
            assertEquals(Pairing.VERSION, sent.body.getString("app_version"));
            installations.add(sent.body.getString("installation_id"));
            Registration kept = Registration.of(phone.outbox());
            if (step.isNull("kept")) {
              assertNull(kept);
              continue;
            }
            JSONObject expected = step.getJSONObject("kept");
            assertEquals(expected.getString("device_id"), kept.deviceId);
            assertEquals(expected.getString("device_token"), kept.deviceToken());
            assertEquals(expected.getString("device_name"), kept.deviceName);
          }
          assertEquals(1, installations.size());
        });
  }

  @Test
  public void backoff() throws Exception {
    each(
        vectors.getJSONArray("backoff"),
        vector -> {
          double chance = vector.getDouble("random");
          assertEquals(vector.getLong("milliseconds"), Backoff.milliseconds(vector.getInt("failures"), () -> chance));
        });
  }

  private static Shown shown(JSONObject notification) throws Exception {
    Shown shown = new Shown();
    shown.packageName = notification.getString("package_name");
    shown.key = Texts.storable(notification.getString("key"));
    shown.title = Texts.storable(notification.optString("title"));
    shown.text = Texts.storable(notification.optString("text"));
    shown.bigText = Texts.storable(notification.optString("big_text"));
    JSONArray lines = notification.optJSONArray("lines");
    for (int i = 0; lines != null && i < lines.length(); i++) shown.lines.add(Texts.storable(lines.getString(i)));
    shown.tag = notification.optString("tag");
    shown.group = notification.optString("group");
    shown.isGroupSummary = notification.optBoolean("is_group_summary");
    shown.category = Texts.storable(notification.optString("category"));
    shown.channelId = Texts.storable(notification.optString("channel_id"));
    shown.isConversation = notification.optBoolean("is_conversation");
    shown.appName = Texts.storable(notification.optString("app_name"));
    shown.appVersion = Texts.storable(notification.optString("app_version"));
    shown.when = notification.getLong("when_milliseconds");
    return shown;
  }

  private void look(List<Shown> shade, String at) {
    long now = Instant.parse(at).toEpochMilli();
    for (Report report : new Watcher(phone.outbox()).look(shade, now)) phone.outbox().queueUnseen(report);
  }

  private void watch(JSONArray packages) {
    phone.outbox().note(Note.PACKAGES, packages.toString());
  }

  @Test
  public void reports() throws Exception {
    each(
        vectors.getJSONArray("reports"),
        vector -> {
          watch(vector.getJSONArray("watched"));
          List<Shown> shade = new ArrayList<>();
          shade.add(shown(vector.getJSONObject("notification")));
          JSONArray others = vector.optJSONArray("also_shown");
          Set<String> otherKeys = new HashSet<>();
          for (int i = 0; others != null && i < others.length(); i++) {
            shade.add(shown(others.getJSONObject(i)));
            otherKeys.add(others.getJSONObject(i).getString("key"));
          }
          look(shade, "2026-11-21T03:15:32.000Z");
          List<Object> own = new ArrayList<>();
          for (Outbox.NumberedReport one : phone.outbox().firstReports(100)) {
            if (!otherKeys.contains(one.report.getString("key"))) own.add(plain(one.report));
          }
          List<Object> expected = new ArrayList<>();
          if (!vector.isNull("report")) expected.add(plain(vector.get("report")));
          assertEquals(expected, own);
        });
  }

  @Test
  public void sightings() throws Exception {
    JSONObject sightings = vectors.getJSONObject("sightings");
    JSONObject notifications = sightings.getJSONObject("notifications");
    each(
        sightings.getJSONArray("scripts"),
        vector -> {
          watch(vector.getJSONArray("watched"));
          JSONArray steps = vector.getJSONArray("steps");
          for (int i = 0; i < steps.length(); i++) {
            JSONObject step = steps.getJSONObject(i);
            if (step.optBoolean("restart")) restart();
            if (step.has("watched")) watch(step.getJSONArray("watched"));
            if (step.has("acknowledge")) acknowledge(step.getInt("acknowledge"));
            if (!step.has("at")) continue;
            List<Shown> shade = new ArrayList<>();
            JSONArray names = step.getJSONArray("shown");
            for (int n = 0; n < names.length(); n++) shade.add(shown(notifications.getJSONObject(names.getString(n))));
            look(shade, step.getString("at"));
          }
          List<Object> queued = new ArrayList<>();
          for (Outbox.NumberedReport one : phone.outbox().firstReports(100)) {
            JSONObject report = new JSONObject(one.report.toString()).put("sequence", one.sequence);
            report.remove("key");
            report.remove("is_conversation");
            queued.add(plain(report));
          }
          assertEquals(plain(vector.getJSONArray("queue")), queued);
        });
  }

  private void acknowledge(int count) throws Exception {
    List<Outbox.NumberedReport> batch = phone.outbox().firstReports(count);
    JSONArray outcomes = new JSONArray();
    for (int i = 0; i < batch.size(); i++) outcomes.put(new JSONObject().put("outcome", "recorded"));
    phone.outbox().acknowledge(batch, outcomes, "2026-11-21T03:15:32.000Z");
  }

  private int queued;

  private void queue(int count) {
    for (int i = 0; i < count; i++) {
      Shown shown = new Shown();
      shown.packageName = "com.bca";
      shown.when = 1_795_230_930_000L + queued++;
      phone.outbox().queueUnseen(Report.of(shown, 0));
    }
  }

  @Test
  public void sending() throws Exception {
    JSONObject sending = vectors.getJSONObject("sending");
    each(
        sending.getJSONArray("scripts"),
        vector -> {
          phone.pair();
          surroundings.chance = vector.getDouble("random");
          Sender sender = new Sender(phone.outbox(), surroundings);
          queue(vector.getInt("queued"));
          JSONArray steps = vector.getJSONArray("steps");
          for (int i = 0; i < steps.length(); i++) {
            JSONObject step = steps.getJSONObject(i);
            if (step.optBoolean("restart")) {
              restart();
              sender = new Sender(phone.outbox(), surroundings);
            }
            queue(step.optInt("queue"));
            if (!step.has("send")) continue;
            give(sending.getJSONObject("answers").getJSONObject(step.getString("answer")));
            FakeGateway.Answers answer = given;
            int meanwhile = step.optInt("queue_meanwhile");
            given =
                body -> {
                  queue(meanwhile);
                  return answer.to(body);
                };
            String where = "step " + i;
            assertEquals(where, step.getLong("wait_milliseconds"), sender.run());
            FakeGateway.Request sent = phone.gateway.requests.get(phone.gateway.requests.size() - 1);
            assertEquals(where, numbers(step.getJSONArray("send")), sequences(sent.body));
            assertEquals(where, step.getLong("waiting"), phone.outbox().queueLength());
          }
          List<Object> aside = new ArrayList<>();
          for (long sequence : phone.outbox().refusedSequences()) aside.add((double) sequence);
          assertEquals(plain(vector.getJSONArray("set_aside")), aside);
        });
  }

  private static List<Long> numbers(JSONArray ranges) throws Exception {
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < ranges.length(); i++) {
      JSONArray range = ranges.getJSONArray(i);
      for (long number = range.getLong(0); number <= range.getLong(1); number++) numbers.add(number);
    }
    return numbers;
  }

  private static List<Long> sequences(JSONObject body) throws Exception {
    List<Long> sequences = new ArrayList<>();
    JSONArray notifications = body.getJSONArray("notifications");
    for (int i = 0; i < notifications.length(); i++) sequences.add(notifications.getJSONObject(i).getLong("sequence"));
    return sequences;
  }

  @Test
  public void watching() throws Exception {
    each(
        vectors.getJSONArray("watching"),
        vector -> {
          phone.pair();
          surroundings.chance = vector.getDouble("random");
          Refresher refresher = new Refresher(phone.outbox(), surroundings);
          JSONArray steps = vector.getJSONArray("steps");
          for (int i = 0; i < steps.length(); i++) {
            JSONObject step = steps.getJSONObject(i);
            give(step.getJSONObject("answer"));
            assertEquals(step.getLong("wait_milliseconds"), refresher.run());
            assertEquals(plain(step.getJSONArray("watched")), new ArrayList<Object>(phone.outbox().watchedPackages()));
          }
        });
  }

  @Test
  public void heartbeats() throws Exception {
    each(
        vectors.getJSONArray("heartbeats"),
        vector -> {
          phone.pair();
          surroundings.battery = null;
          Heart heart = new Heart(phone.outbox(), surroundings);
          JSONArray steps = vector.getJSONArray("steps");
          for (int i = 0; i < steps.length(); i++) {
            JSONObject step = steps.getJSONObject(i);
            JSONObject state = step.getJSONObject("state");
            if (state.has("battery")) surroundings.battery = state.isNull("battery") ? null : state.getInt("battery");
            if (state.has("queue_length")) {
              acknowledge(100);
              queue(state.getInt("queue_length"));
            }
            if (state.has("last_notification_at")) {
              phone.outbox().note(Note.LAST_NOTIFICATION_AT, state.getString("last_notification_at"));
            }
            if (state.has("listener_error")) {
              String error = state.isNull("listener_error") ? null : state.getString("listener_error");
              phone.outbox().note(Note.LISTENER_ERROR, error);
            }
            if (state.has("self_test")) judge(state.getString("self_test"));
            give(step.getJSONObject("answer"));
            FakeGateway.Answers answer = given;
            long elapsed = step.getLong("elapsed_milliseconds");
            given =
                body -> {
                  surroundings.now += elapsed;
                  return answer.to(body);
                };
            String where = "step " + i;
            assertEquals(where, step.getLong("wait_milliseconds"), heart.run());
            FakeGateway.Request sent = phone.gateway.requests.get(phone.gateway.requests.size() - 1);
            JSONObject expected = new JSONObject(step.getJSONObject("body").toString());
            expected.put("app_version", Pairing.VERSION);
            assertEquals(where, plain(expected), plain(sent.body));
          }
        });
  }

  private void judge(String verdict) throws Exception {
    JSONArray readBack = vectors.getJSONObject("self_test").getJSONArray("read_back");
    for (int i = 0; i < readBack.length(); i++) {
      JSONObject read = readBack.getJSONObject(i);
      if (!read.getString("verdict").equals(verdict)) continue;
      SelfTest.judge(phone.outbox(), readBack(read));
      return;
    }
    throw new AssertionError("There is no verdict " + verdict);
  }

  private static Shown readBack(JSONObject read) throws Exception {
    Shown shown = new Shown();
    shown.title = read.getString("title");
    shown.text = read.getString("text");
    return shown;
  }

  @Test
  public void selfTest() throws Exception {
    JSONObject selfTest = vectors.getJSONObject("self_test");
    assertEquals(selfTest.getJSONObject("notification").getString("title"), SelfTest.TITLE);
    assertEquals(selfTest.getJSONObject("notification").getString("text"), SelfTest.TEXT);
    assertEquals(selfTest.getJSONObject("code_notification").getString("text"), SelfTest.CODE_TEXT);
    each(
        selfTest.getJSONArray("read_back"),
        vector -> {
          SelfTest.Result expected =
              vector.getString("verdict").equals("shown") ? SelfTest.Result.READ : SelfTest.Result.HIDDEN;
          assertEquals(expected, SelfTest.judge(phone.outbox(), readBack(vector)));
          boolean isHidden = expected == SelfTest.Result.HIDDEN;
          assertEquals(String.valueOf(isHidden), phone.outbox().noted(Note.TEXTS_HIDDEN));
        });
  }

  @Test
  public void results() throws Exception {
    each(
        vectors.getJSONArray("results"),
        vector -> {
          JSONObject answer = vector.getJSONObject("answer");
          queue(1);
          phone.outbox().acknowledge(phone.outbox().firstReports(1), new JSONArray().put(answer), "");
          Outbox.Sent sent = phone.outbox().sent(1).get(0);
          String expected;
          switch (vector.getString("result")) {
            case "matched":
              expected = phone.context().getString(R.string.matched, vector.getString("payment_code"));
              break;
            case "unmatched":
              expected = phone.context().getString(R.string.unmatched);
              break;
            default:
              expected = phone.context().getString(R.string.not_read);
          }
          assertEquals(expected, SentActivity.outcome(phone.context(), sent));
        });
  }
}
