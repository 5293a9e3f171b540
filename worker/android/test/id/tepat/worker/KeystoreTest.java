package id.tepat.worker;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.database.sqlite.SQLiteException;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.outbox.Trouble;
import id.tepat.worker.pairing.Pairing;
import id.tepat.worker.pairing.PairingLink;
import id.tepat.worker.sending.Heart;
import id.tepat.worker.sending.Refresher;
import id.tepat.worker.sending.Sender;
import id.tepat.worker.sending.Step;
import id.tepat.worker.ui.Condition;
import java.io.File;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import javax.crypto.spec.SecretKeySpec;
import org.json.JSONObject;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;

@RunWith(RobolectricTestRunner.class)
@Config(qualifiers = "in")
public class KeystoreTest {
  private static final String TOKEN = "pgd_token";

  @Rule public final Phone phone = new Phone();
  private FakeSurroundings surroundings;

  @Before
  public void aPairedPhone() throws InterruptedException {
    Engine.stop(); // the tests call the steps themselves
    phone.pair();
    surroundings = new FakeSurroundings(phone.outbox());
  }

  private Registration registration() {
    return Registration.of(phone.outbox());
  }

  private void restart() throws InterruptedException {
    Engine.stop();
    Outbox.forget();
    surroundings = new FakeSurroundings(phone.outbox());
  }

  /** Returns whether the database or a companion file contains the text. */
  private boolean isOnTheDisk(String text) throws Exception {
    for (File file : phone.context().getDatabasePath("outbox.db").getParentFile().listFiles()) {
      if (new String(Files.readAllBytes(file.toPath()), StandardCharsets.ISO_8859_1).contains(text)) return true;
    }
    return false;
  }

  /** Stores the token as version 0.1.0 did. */
  private void keepPlainly() throws Exception {
    JSONObject json = new JSONObject(phone.outbox().noted(Note.REGISTRATION));
    json.remove("sealed_token");
    phone.outbox().note(Note.REGISTRATION, json.put("device_token", TOKEN).toString());
  }

  @Test
  public void theDiskHasNoTokenAndTheGatewayGetsIt() throws Exception {
    assertFalse(isOnTheDisk(TOKEN));
    restart();
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(1, 1_795_230_930_000L)));
    new Sender(phone.outbox(), surroundings).run();
    assertEquals(TOKEN, phone.gateway.to("/worker/mutations").get(0).token);
  }

  @Test
  public void theKeystoreIsAskedOnceAProcess() throws Exception {
    restart();
    phone.keystore.opened = 0;
    for (int i = 0; i < 10; i++) {
      phone.outbox().queueUnseen(Phone.report(Phone.transfer(i, 1_795_230_930_000L + i)));
      new Heart(phone.outbox(), surroundings).run();
    }
    assertEquals(1, phone.keystore.opened);
  }

  @Test
  public void aPlainTokenOfAnEarlierVersionIsMovedAtTheFirstStart() throws Exception {
    keepPlainly();
    assertTrue(isOnTheDisk(TOKEN));
    restart();
    assertEquals(TOKEN, registration().deviceToken());
    assertFalse(isOnTheDisk(TOKEN));
    restart();
    assertEquals(TOKEN, registration().deviceToken());
  }

  @Test
  public void aPhoneWhoseKeystoreFailsWorksAndEachStartTriesAgain() throws Exception {
    keepPlainly();
    phone.keystore.isBroken = true;
    restart();
    assertEquals(TOKEN, registration().deviceToken());
    phone.keystore.isBroken = false;
    restart();
    assertEquals(TOKEN, registration().deviceToken());
    assertFalse(isOnTheDisk(TOKEN));
  }

  @Test
  public void aLostKeyAsksForPairingAndKeepsTheQueue() throws Exception {
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(1, 1_795_230_930_000L)));
    phone.keystore.keys.clear();
    restart();
    lost();
  }

  @Test
  public void theKeyOfAnotherPhoneIsALostKey() throws Exception {
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(1, 1_795_230_930_000L)));
    phone.keystore.keys.replaceAll((alias, key) -> new SecretKeySpec(new byte[32], "AES"));
    restart();
    lost();
  }

  private void lost() throws Exception {
    assertNull(registration().deviceToken());
    assertEquals(Condition.KEY_LOST, Condition.of(phone.context()));
    // No step is repeated, because each would fail in the same way.
    assertEquals(Step.UNTIL_THE_BELL, new Sender(phone.outbox(), surroundings).run());
    assertEquals(Step.UNTIL_THE_BELL, new Refresher(phone.outbox(), surroundings).run());
    assertEquals(Step.UNTIL_THE_BELL, new Heart(phone.outbox(), surroundings).run());
    assertTrue(phone.gateway.requests.isEmpty());
    MainActivity screen = Robolectric.buildActivity(MainActivity.class).setup().get();
    assertTrue(new Screen(screen).shows("HP ini harus dihubungkan ulang"));
    Engine.stop();

    pairAgain();
    assertEquals("pgd_new", registration().deviceToken());
    phone.outbox().queueUnseen(Phone.report(Phone.transfer(2, 1_795_230_931_000L)));
    new Sender(phone.outbox(), surroundings).run();
    assertEquals(0, phone.outbox().queueLength());
    restart();
    assertEquals("pgd_new", registration().deviceToken());
  }

  private void pairAgain() throws Exception {
    Pairing.register(phone.outbox(), PairingLink.of(phone.gateway.url(), "pgp_abc"), "HP kasir", "Pixel 8a");
  }

  @Test
  public void aPairingThatCannotBeKeptLeavesTheOldToken() throws Exception {
    // The last write of the pairing fails, as on a full disk.
    phone
        .outbox()
        .database()
        .execSQL("create trigger full before insert on notes when new.name = 'DEVICE_STATUS' begin select raise(abort, 'full'); end");
    try {
      pairAgain();
      throw new AssertionError("it was kept");
    } catch (SQLiteException full) {
      assertTrue(full.getMessage().contains("full"));
    }
    restart();
    assertEquals(TOKEN, registration().deviceToken());
    assertEquals("the new token's key is deleted", 1, phone.keystore.keys.size());
    phone.outbox().database().execSQL("drop trigger full");
    pairAgain();
    assertEquals("the old token's key is deleted", 1, phone.keystore.keys.size());
    restart();
    assertEquals("pgd_new", registration().deviceToken());
  }

  @Test
  public void aPairingInMemoryLeavesTheKeyOfTheOneOnTheDisk() throws Exception {
    File disk = phone.context().getDatabasePath("outbox.db");
    Engine.stop();
    Outbox.forget();
    // A damaged file beside which no new file can be created.
    try (RandomAccessFile open = new RandomAccessFile(disk, "rw")) {
      open.setLength(open.length() - 1_000);
    }
    File inTheWay = new File(disk.getPath() + ".new/x");
    inTheWay.mkdirs();
    assertEquals(TOKEN, registration().deviceToken());
    assertTrue(Trouble.diskIsFull);
    pairAgain();
    assertEquals("pgd_new", registration().deviceToken());
    restart();
    assertEquals(TOKEN, registration().deviceToken());
  }

  @Test
  public void aKeystoreThatDoesNotAnswerNowIsAskedAgain() throws Exception {
    phone.keystore.isBusy = true;
    restart();
    assertFalse(registration().isKeyLost());
    assertEquals("–", registration().pairingCode());
    for (Step step :
        new Step[] {
          new Sender(phone.outbox(), surroundings), new Refresher(phone.outbox(), surroundings)
        }) {
      try {
        step.run();
        throw new AssertionError("the loop would wait for the bell");
      } catch (IllegalStateException repeated) {
        assertTrue(repeated.getMessage().contains("Keystore"));
      }
    }
    phone.outbox().note(Note.DEVICE_STATUS, "PENDING");
    Robolectric.buildActivity(MainActivity.class).setup();
    Engine.stop();
    phone.keystore.isBusy = false;
    assertEquals(TOKEN, registration().deviceToken());
  }

  @Test
  public void whatIsNoSealedTokenIsALostKey() throws Exception {
    for (String strange : new String[] {"", ".", "abc", "!", "AAAA", "A".repeat(36), "A".repeat(40), "A".repeat(400)}) {
      JSONObject json = new JSONObject(phone.outbox().noted(Note.REGISTRATION)).put("sealed_token", strange);
      phone.outbox().note(Note.REGISTRATION, json.toString());
      assertTrue(strange, registration().isKeyLost());
    }
  }
}
