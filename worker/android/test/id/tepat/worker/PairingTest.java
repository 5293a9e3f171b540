package id.tepat.worker;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;

import id.tepat.worker.http.Answer;
import id.tepat.worker.http.Gateway;
import id.tepat.worker.http.ServerAddress;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.pairing.Pairing;
import id.tepat.worker.pairing.PairingLink;
import id.tepat.worker.sending.Sender;
import id.tepat.worker.ui.Condition;
import org.json.JSONObject;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;

@RunWith(RobolectricTestRunner.class)
public class PairingTest {
  @Rule public final Phone phone = new Phone();

  private Answer register(String code) throws ServerAddress.Unusable {
    return Pairing.register(
        phone.outbox(), PairingLink.of(phone.gateway.url(), code), Pairing.deviceName(), Pairing.model());
  }

  @Test
  public void whatIsTypedNeedsNoScheme() throws Exception {
    assertEquals("https://pay.example.com", PairingLink.typed(" pay.example.com ", " abc ").server);
    assertEquals("http://10.0.0.2:8080", PairingLink.typed("http://10.0.0.2:8080", "abc").server);
    assertEquals("x", PairingLink.typed("https://pay.example.com/pair#x", "").code);
    assertEquals("pgp_012345", PairingLink.typed("pay.example.com", "pgp_ 0123 45").code);
    assertNull(PairingLink.typed("pay.example.com", ""));
    assertNull(PairingLink.typed("", "abc"));
  }

  @Test
  public void thePhoneRegistersWithTheCodeAndKeepsTheTokenAlone() throws Exception {
    Answer answer = register("pgp_abc");
    assertEquals(Answer.Kind.OK, answer.kind);
    FakeGateway.Request request = phone.gateway.to("/worker/devices").get(0);
    assertEquals("pgp_abc", request.token);
    assertFalse(request.body.getString("device_name").isEmpty());
    assertEquals("pgd_new", Registration.of(phone.outbox()).deviceToken());
    assertEquals(Condition.NO_ACCESS, Condition.of(phone.context()));
    phone.allowReading();
    for (Note note : Note.values()) {
      String noted = phone.outbox().noted(note);
      assertFalse(noted != null && noted.contains("pgp_abc"));
    }
  }

  @Test
  public void registeringAgainKeepsTheInstallationAndTheQueue() throws Exception {
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(1, 1_795_230_930_000L)));
    phone.gateway.reports = body -> FakeGateway.error(403, "device_not_approved");
    register("pgp_abc");
    register("pgp_abc");
    JSONObject first = phone.gateway.to("/worker/devices").get(0).body;
    JSONObject second = phone.gateway.to("/worker/devices").get(1).body;
    assertEquals(first.getString("installation_id"), second.getString("installation_id"));
    assertEquals(1, phone.outbox().queueLength());
  }

  private void answer(String deviceId, String token) {
    phone.gateway.devices =
        body ->
            FakeGateway.ok(
                new JSONObject()
                    .put("device_id", deviceId)
                    .put("device_token", token)
                    .put("device_status", "PENDING")
                    .toString());
  }

  @Test
  public void theQueueOfAnotherMerchantIsHeldAndGoesOnWhenThePhoneComesBack() throws Exception {
    answer("0190f3a2-5b1c-7c3e-9d2f-000000000001", "pgd_first");
    register("pgp_first");
    phone.watch("com.bca");
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(1, 1_795_230_930_000L)));
    Gateway former = Gateway.asDevice(Registration.of(phone.outbox()));

    answer("0190f3a2-5b1c-7c3e-9d2f-000000000002", "pgd_other");
    register("pgp_other");
    assertEquals(0, phone.outbox().queueLength());
    assertEquals(1, phone.outbox().heldCount());
    assertEquals(0, phone.outbox().watchedPackages().size());
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(2, 1_795_230_931_000L)));
    new Sender(phone.outbox(), new FakeSurroundings(phone.outbox())).run();
    assertEquals(1, phone.gateway.to("/worker/mutations").size());
    JSONObject sent = phone.gateway.to("/worker/mutations").get(0).body;
    assertEquals(1, sent.getJSONArray("notifications").length());
    assertEquals(2, sent.getJSONArray("notifications").getJSONObject(0).getInt("sequence"));
    // The previous registration receives only its own reports.
    assertEquals(1, phone.outbox().firstReports(10, former.deviceId).get(0).sequence);

    answer("0190f3a2-5b1c-7c3e-9d2f-000000000001", "pgd_again");
    register("pgp_again");
    assertEquals(0, phone.outbox().heldCount());
    assertEquals(1, phone.outbox().firstReports(10).get(0).sequence);
  }

  @Test
  public void heldNotificationsAreDeletedWhenThePersonSaysSo() throws Exception {
    answer("0190f3a2-5b1c-7c3e-9d2f-000000000001", "pgd_first");
    register("pgp_first");
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(1, 1_795_230_930_000L)));
    answer("0190f3a2-5b1c-7c3e-9d2f-000000000002", "pgd_other");
    register("pgp_other");
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(2, 1_795_230_931_000L)));
    assertEquals(1, phone.outbox().held().size());
    phone.outbox().discardHeld();
    assertEquals(0, phone.outbox().heldCount());
    assertEquals(1, phone.outbox().queueLength());
  }

  @Test
  public void aRefusedCodeChangesNothing() throws Exception {
    phone.gateway.devices = body -> FakeGateway.error(401, "unauthorized");
    Answer answer = register("pgp_old");
    assertEquals(Answer.Kind.UNAUTHORIZED, answer.kind);
    assertNull(Registration.of(phone.outbox()));
  }
}
