package id.tepat.worker;

import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import android.database.DatabaseUtils;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteDatabaseCorruptException;
import android.database.sqlite.SQLiteDiskIOException;
import id.tepat.worker.base.Limits;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.outbox.Trouble;
import id.tepat.worker.sending.Heart;
import id.tepat.worker.sending.Sender;
import id.tepat.worker.ui.Condition;
import java.io.File;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.util.Random;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Robolectric;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.annotation.Config;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** Tests an outbox with a damaged file. */
@RunWith(RobolectricTestRunner.class)
@Config(qualifiers = "in")
public class DamageTest {
  private static final long WHEN = 1_795_230_930_000L;

  @Rule public final Phone phone = new Phone();
  private File file;

  @Before
  public void aPhoneWithAQueue() throws InterruptedException {
    Engine.stop(); // the tests call the steps themselves
    phone.pair();
    phone.watch("com.bca");
    file = phone.context().getDatabasePath("outbox.db");
  }

  private void queue(int from, int count) {
    // One transaction, because each of several would wait for the disk.
    SQLiteDatabase disk = phone.outbox().database();
    disk.beginTransaction();
    try {
      for (int i = from; i < from + count; i++) {
        phone.outbox().queueUnseen(Phone.report(Phone.transfer(100_000 + i, WHEN + i)));
      }
      disk.setTransactionSuccessful();
    } finally {
      disk.endTransaction();
    }
  }

  private void end() throws InterruptedException {
    Engine.stop();
    Outbox.forget();
    Trouble.diskIsFull = false;
  }

  private File aside(int number) {
    return new File(file.getParentFile(), "outbox-damaged-" + number + ".db");
  }

  private void write(byte[] bytes) throws Exception {
    Files.write(file.toPath(), bytes);
  }

  private void truncate(double part) throws Exception {
    try (RandomAccessFile open = new RandomAccessFile(file, "rw")) {
      open.setLength((long) (open.length() * part));
    }
  }

  /**
   * Checks that the app continues, and reports the damage once to the gateway and to the person.
   */
  private void works() throws Exception {
    assertNotNull(phone.outbox().noted(Note.QUEUE_DAMAGED));
    if (Registration.of(phone.outbox()) == null) phone.pair();
    phone.gateway.requests.clear();
    phone.gateway.reports = FakeGateway::recorded;
    FakeSurroundings surroundings = new FakeSurroundings(phone.outbox());
    Heart heart = new Heart(phone.outbox(), surroundings);
    phone.gateway.heartbeats = body -> FakeGateway.error(503, "unavailable");
    heart.run();
    phone.gateway.heartbeats = body -> FakeGateway.ok("null");
    heart.run();
    heart.run();
    assertTrue(phone.gateway.to("/worker/heartbeat").get(0).body.has("queue_damaged_at"));
    assertTrue(phone.gateway.to("/worker/heartbeat").get(1).body.has("queue_damaged_at"));
    assertFalse(phone.gateway.to("/worker/heartbeat").get(2).body.has("queue_damaged_at"));
    MainActivity screen = Robolectric.buildActivity(MainActivity.class).setup().get();
    Engine.stop();
    assertTrue(new Screen(screen).shows("Daftar notifikasi yang menunggu ternyata rusak"));
    new Screen(screen).press("Sudah saya bandingkan");
    Engine.stop();
    assertNull(phone.outbox().noted(Note.QUEUE_DAMAGED));
    assertFalse(new Screen(screen).shows("ternyata rusak"));
    queue(5_000, 1);
    for (int i = 0; i < 20 && phone.outbox().queueLength() > 0; i++) new Sender(phone.outbox(), surroundings).run();
    assertEquals(0, phone.outbox().queueLength());
  }

  @Test
  public void anEmptyFileIsMovedAsideAndTold() throws Exception {
    queue(0, 3);
    end();
    write(new byte[0]);
    assertEquals(0, phone.outbox().queueLength());
    assertEquals(Condition.NOT_PAIRED, Condition.of(phone.context()));
    assertEquals(0, aside(1).length());
    assertTrue(aside(1).exists());
    works();
  }

  @Test
  public void garbageIsMovedAsideByteForByte() throws Exception {
    for (int length : new int[] {1, 100, 4_096, 100_000}) {
      queue(length, 3);
      end();
      byte[] garbage = new byte[length];
      new Random(length).nextBytes(garbage);
      write(garbage);
      assertNull(Registration.of(phone.outbox()));
      int number = 1;
      while (aside(number + 1).exists()) number++;
      assertArrayEquals(garbage, Files.readAllBytes(aside(number).toPath()));
      works();
    }
  }

  @Test
  public void whatATruncatedFileStillHasIsKept() throws Exception {
    queue(0, 400);
    end();
    byte[] whole = Files.readAllBytes(file.toPath());
    for (double part : new double[] {0.97, 0.7, 0.4, 0.2, 0.05}) {
      for (int number = 1; aside(number).exists(); number++) Files.delete(aside(number).toPath());
      write(whole);
      truncate(part);
      long kept = phone.outbox().queueLength();
      System.err.println("Truncated to " + part + ": " + kept + " of 400 are kept");
      assertTrue(aside(1).exists());
      if (part >= 0.4) assertTrue(part + ": " + kept, kept > 0 && kept < 400);
      if (kept > 0) {
        // A new number is higher than all known earlier ones.
        long highest = phone.outbox().firstReports(400).get((int) kept - 1).sequence;
        queue(6_000, 1);
        assertTrue(phone.outbox().firstReports(401).get((int) kept).sequence > highest);
      }
      works();
      end();
    }
  }

  @Test
  public void damageInTheMiddleCostsTheMiddle() throws Exception {
    queue(0, 400);
    String token = Registration.of(phone.outbox()).deviceToken();
    end();
    byte[] bytes = Files.readAllBytes(file.toPath());
    int at = new String(bytes, "ISO-8859-1").indexOf("100,200");
    java.util.Arrays.fill(bytes, at / 4_096 * 4_096, at / 4_096 * 4_096 + 4_096, (byte) 0xA5);
    write(bytes);
    long kept = phone.outbox().queueLength();
    System.err.println("One page damaged: " + kept + " of 400 are kept");
    assertTrue("" + kept, kept > 300 && kept < 400);
    assertEquals(token, Registration.of(phone.outbox()).deviceToken());
    assertEquals(1L, phone.outbox().firstReports(1).get(0).sequence);
    queue(400, 1);
    assertEquals(401L, phone.outbox().firstReports(500).get((int) kept).sequence);
    // Notifications that are still known as seen are not reported twice.
    queue(399, 1);
    assertEquals(kept + 1, phone.outbox().queueLength());
    works();
  }

  @Test
  public void damageThatAppearsWhileTheAppRunsIsMovedAside() throws Exception {
    queue(0, 400);
    phone.outbox().database().execSQL("pragma cache_size = 0");
    byte[] bytes = Files.readAllBytes(file.toPath());
    for (int page = 1; page < bytes.length / 4_096 - 1; page++) {
      java.util.Arrays.fill(bytes, page * 4_096, page * 4_096 + 4_096, (byte) 0xA5);
    }
    write(bytes);
    for (int i = 0; i < 3; i++) {
      try {
        phone.outbox().firstReports(100);
        queue(1_000 + i, 1);
      } catch (android.database.sqlite.SQLiteException once) {
        // The loops and the listener try again.
      }
    }
    assertTrue(aside(1).exists());
    assertTrue(phone.outbox().queueLength() > 0);
    works();
  }

  /** Imitates one unreadable page of flash memory, which the check of this file finds. */
  @Implements(DatabaseUtils.class)
  public static class UnreadablePage {
    static String path;

    @Implementation
    protected static String stringForQuery(SQLiteDatabase database, String query, String[] values) {
      if (query.contains("check") && database.getPath().equals(path)) {
        path = null;
        throw new SQLiteDiskIOException("disk I/O error (code 266 SQLITE_IOERR_READ)");
      }
      return Shadow.directlyOn(
          DatabaseUtils.class,
          "stringForQuery",
          ClassParameter.from(SQLiteDatabase.class, database),
          ClassParameter.from(String.class, query),
          ClassParameter.from(String[].class, values));
    }
  }

  @Test
  @Config(shadows = UnreadablePage.class)
  public void aPageThatCannotBeReadIsDamage() throws Exception {
    queue(0, 3);
    end();
    UnreadablePage.path = file.getPath();
    assertEquals(3, phone.outbox().queueLength());
    assertTrue(aside(1).exists());
    works();
  }

  @Test
  public void anIndexWithoutOneOfItsRowsIsMadeAnew() throws Exception {
    queue(0, 3);
    SQLiteDatabase disk = phone.outbox().database();
    String identity = DatabaseUtils.stringForQuery(disk, "select identity from seen where number = 1", null);
    // The next notification exceeds the limit, so the first identity is dropped.
    disk.execSQL("update sqlite_sequence set seq = " + Limits.IDENTITIES_SEEN + " where name = 'seen'");
    end();
    byte[] bytes = Files.readAllBytes(file.toPath());
    int changed = 0;
    for (int page = 4_096; page < bytes.length; page += 4_096) {
      boolean isOfAnIndex = bytes[page] == 10;
      int at = new String(bytes, page, 4_096, "ISO-8859-1").indexOf(identity);
      if (!isOfAnIndex || at < 0) continue;
      bytes[page + at + identity.length() - 1] ^= 1;
      changed++;
    }
    assertEquals(1, changed);
    write(bytes);
    for (int i = 0; i < 3; i++) {
      try {
        queue(10 + i, 1);
      } catch (SQLiteDatabaseCorruptException once) {
        // The listener tries again.
      }
    }
    assertTrue(aside(1).exists());
    assertEquals(5, phone.outbox().queueLength());
    works();
  }

  @Test
  public void theSecondDamagedFileDoesNotReplaceTheFirst() throws Exception {
    for (int number = 1; number <= 3; number++) {
      phone.outbox();
      end();
      write(("damage " + number).getBytes());
      phone.outbox();
    }
    for (int number = 1; number <= 3; number++) {
      assertArrayEquals(("damage " + number).getBytes(), Files.readAllBytes(aside(number).toPath()));
    }
    works();
  }

  @Test
  public void oneDamagedFileTooManyReplacesTheOldest() throws Exception {
    end();
    for (int number = 1; number <= Limits.DAMAGED_FILES; number++) {
      Files.write(aside(number).toPath(), ("damage " + number).getBytes());
      assertTrue(aside(number).setLastModified(WHEN + (number == 7 ? 0 : number * 1_000)));
    }
    File journal = new File(aside(7).getPath() + "-journal");
    Files.write(journal.toPath(), "journal of damage 7".getBytes());
    write("the newest damage".getBytes());
    phone.outbox();
    assertFalse(Trouble.diskIsFull);
    assertArrayEquals("the newest damage".getBytes(), Files.readAllBytes(aside(7).toPath()));
    assertFalse("it would be played into the newest damage", journal.exists());
    assertArrayEquals("damage 1".getBytes(), Files.readAllBytes(aside(1).toPath()));
    works();
  }

  @Test
  public void anOldJournalIsNotPlayedIntoTheNewFile() throws Exception {
    queue(0, 3);
    end();
    write("garbage".getBytes());
    Files.write(new File(file.getPath() + "-journal").toPath(), "old journal".getBytes());
    works();
  }

  /**
   * Checks a disk that takes no new file: readable rows stay in memory, and are written once there is
   * room.
   */
  private void waitsInMemory(Runnable free) throws Exception {
    assertTrue(Trouble.diskIsFull);
    assertEquals(Condition.NO_ACCESS, Condition.of(phone.context()));
    long kept = phone.outbox().queueLength();
    assertTrue("" + kept, kept > 300 && kept < 400);
    queue(1_000, 2);
    Outbox.of(phone.context()).settle();
    assertTrue(Trouble.diskIsFull);
    free.run();
    phone.gateway.heartbeats = body -> FakeGateway.error(503, "unavailable");
    Watchdog.look(phone.context());
    Engine.stop();
    assertFalse(Trouble.diskIsFull);
    assertTrue(aside(1).exists());
    end();
    assertEquals(kept + 2, phone.outbox().queueLength());
    works();
  }

  private byte[] damagedPage() throws Exception {
    queue(0, 400);
    phone.gateway.reports = body -> FakeGateway.error(503, "unavailable");
    end();
    byte[] bytes = Files.readAllBytes(file.toPath());
    int at = new String(bytes, "ISO-8859-1").indexOf("100,200");
    java.util.Arrays.fill(bytes, at / 4_096 * 4_096, at / 4_096 * 4_096 + 4_096, (byte) 0xA5);
    write(bytes);
    return bytes;
  }

  @Test
  public void aDiskThatTakesNoNewFileLosesNothing() throws Exception {
    byte[] damaged = damagedPage();
    File inTheWay = new File(file.getPath() + ".new/x");
    inTheWay.mkdirs();
    phone.outbox();
    assertArrayEquals(damaged, Files.readAllBytes(file.toPath()));
    waitsInMemory(
        () -> {
          inTheWay.delete();
          inTheWay.getParentFile().delete();
        });
  }

  @Test
  public void aFileThatCannotBeMovedStaysWhereItIs() throws Exception {
    byte[] damaged = damagedPage();
    for (int number = 1; number <= Limits.DAMAGED_FILES; number++) new File(aside(number), "x").mkdirs();
    phone.outbox();
    assertArrayEquals(damaged, Files.readAllBytes(file.toPath()));
    waitsInMemory(
        () -> {
          for (int number = 1; number <= Limits.DAMAGED_FILES; number++) {
            new File(aside(number), "x").delete();
            aside(number).delete();
          }
        });
  }

  @Test
  public void aStartThatWasKilledBetweenTheTwoRenamesFindsTheNewFile() throws Exception {
    queue(0, 3);
    end();
    assertTrue(file.renameTo(new File(file.getPath() + ".new")));
    assertEquals(3, phone.outbox().queueLength());
    assertNull(phone.outbox().noted(Note.QUEUE_DAMAGED));
  }

  @Test
  public void aFirstStartThatWasKilledIsNoDamage() throws Exception {
    end();
    Files.delete(file.toPath());
    Files.write(new File(file.getPath() + ".new").toPath(), new byte[0]);
    assertNull(phone.outbox().noted(Note.QUEUE_DAMAGED));
    assertFalse(aside(1).exists());
  }

  @Test
  public void aRowThatIsNoReportIsLeftOut() throws Exception {
    queue(0, 3);
    phone.outbox().database().execSQL("update queue set report = '{\"cut' where sequence = 2");
    phone.outbox().database().execSQL("insert into queue (sequence, report) values (9223372036854775807, '{\"key\":\"x\"}')");
    phone.outbox().database().execSQL("pragma writable_schema = on");
    phone.outbox().database().execSQL("delete from sqlite_master where name = 'notes'");
    end();
    assertEquals(0, phone.outbox().queueLength());
    assertEquals(2, phone.outbox().heldCount());
    queue(10, 1);
    assertEquals(4L, phone.outbox().firstReports(1).get(0).sequence);
  }
}
