package id.tepat.worker;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;

import org.json.JSONObject;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(sdk = 34)
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
    assertEquals("pgd_new", Registration.of(phone.outbox()).deviceToken);
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

  @Test
  public void aRefusedCodeChangesNothing() throws Exception {
    phone.gateway.devices = body -> FakeGateway.error(401, "unauthorized");
    Answer answer = register("pgp_old");
    assertEquals(Answer.Kind.UNAUTHORIZED, answer.kind);
    assertNull(Registration.of(phone.outbox()));
  }
}
