package id.tepat.worker.outbox;

import android.content.ContentValues;
import android.content.Context;
import android.database.Cursor;
import android.database.DatabaseUtils;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteException;
import id.tepat.worker.base.Limits;
import id.tepat.worker.notifications.Report;
import java.io.File;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The database on disk: the queue, the identities of queued notifications, refused reports and sent notifications. The
 * tables are those of worker/src/outbox.sql.ts, in SQL that Android 8's SQLite supports.
 */
public final class Outbox {
  /** A report with its sequence number. */
  public static final class NumberedReport {
    public final long sequence;
    public final JSONObject report;

    public NumberedReport(long sequence, JSONObject report) {
      this.sequence = sequence;
      this.report = report;
    }
  }

  /** A sent notification, and the gateway's outcome for it. */
  public static final class Sent {
    public final JSONObject report;
    public final String outcome;
    /** The code of the invoice that the transfer paid; null if there is none. */
    public final String paymentCode;
    final String sentAt;

    Sent(JSONObject report, String outcome, String paymentCode, String sentAt) {
      this.report = report;
      this.outcome = outcome;
      this.paymentCode = paymentCode;
      this.sentAt = sentAt;
    }
  }

  private static Outbox shared;

  private final OutboxFile file;

  /** Returns the outbox of this process. */
  public static synchronized Outbox of(Context context) {
    return shared != null ? shared : openShared(context.getDatabasePath("outbox.db"));
  }

  public static synchronized Outbox openShared(File file) {
    shared = new Outbox(new OutboxFile(file));
    return shared;
  }

  private Outbox(OutboxFile file) {
    this.file = file;
    // Version 0.1.0 stored the token unencrypted, and so does a phone whose Keystore fails.
    Registration registration = Registration.of(this);
    try {
      if (registration != null && registration.isPlain()) registration.keepIn(this);
    } catch (SQLiteException fullDisk) {
      // The next start tries again.
    }
    deleteOtherKeys();
  }

  /** Deletes the keys of earlier registrations, and of a registration that could not be stored. */
  private void deleteOtherKeys() {
    Registration registration = Registration.of(this);
    // While the outbox is in memory, the disk still has an earlier registration.
    if (registration != null && !file.isInMemory()) registration.deleteOtherKeys();
  }

  private String registeredId() {
    Registration registration = Registration.of(this);
    return registration == null ? "" : registration.deviceId;
  }

  /**
   * Stores a registration. A report belongs to the registration under which the phone saw it. A device id belongs to
   * one phone of one merchant, so a new id means another merchant or gateway. The waiting reports are then held back,
   * and the app requests the watched packages again.
   */
  public synchronized void register(Registration registration) {
    SQLiteDatabase database = database();
    database.beginTransaction();
    try {
      Registration earlier = Registration.of(this);
      if (earlier == null) {
        database.execSQL(
            "update queue set device_id = ? where device_id = ''", new Object[] {registration.deviceId});
      } else if (!earlier.deviceId.equals(registration.deviceId)) {
        note(Note.PACKAGES, null);
        note(Note.ACCOUNTS, null);
      }
      registration.keepIn(this);
      note(Note.DEVICE_STATUS, "PENDING");
      database.setTransactionSuccessful();
    } finally {
      database.endTransaction();
    }
    deleteOtherKeys();
  }

  /** Returns the reports of other registrations. They are never sent under the current one. */
  public synchronized List<NumberedReport> held() {
    return reports("select sequence, report from queue where device_id <> ? order by sequence", registeredId());
  }

  public synchronized long heldCount() {
    SQLiteDatabase database = database();
    return DatabaseUtils.longForQuery(
        database, "select count(*) from queue where device_id <> ?", args(registeredId()));
  }

  public synchronized void discardHeld() {
    SQLiteDatabase database = database();
    database.beginTransaction();
    try {
      for (NumberedReport one : held()) removeFromQueue(one.sequence);
      database.setTransactionSuccessful();
    } finally {
      database.endTransaction();
    }
  }

  /** Closes the outbox. Only tests call this, because they run many phones in one process. */
  public static synchronized void forget() {
    if (shared != null) shared.file.close();
    shared = null;
    Registration.forgetToken();
  }

  /** Writes the entries that stayed in memory while the disk was full. */
  public synchronized void settle() {
    file.settle();
  }

  public synchronized SQLiteDatabase database() {
    return file.whole();
  }

  /**
   * Marks the report as seen and queues it with a number, in one transaction. Returns whether the report is
   * new.
   */
  public synchronized boolean queueUnseen(Report report) {
    SQLiteDatabase database = database();
    database.beginTransaction();
    try {
      ContentValues seen = new ContentValues();
      seen.put("identity", report.identity);
      seen.put("has_own_time", report.hasOwnTime ? 1 : 0);
      long number = insert("seen", seen, SQLiteDatabase.CONFLICT_IGNORE);
      if (number == -1) return false;
      ContentValues queued = new ContentValues();
      queued.put("report", report.json.toString());
      queued.put("device_id", registeredId());
      insert("queue", queued, SQLiteDatabase.CONFLICT_ABORT);
      database.delete("seen", "number <= ?", args(number - Limits.IDENTITIES_SEEN));
      database.setTransactionSuccessful();
      return true;
    } finally {
      database.endTransaction();
    }
  }

  /** Inserts a row. Throws if the disk is full; Android's `insert` hides that error. */
  private long insert(String table, ContentValues values, int onConflict) {
    SQLiteDatabase database = database();
    return database.insertWithOnConflict(table, null, values, onConflict);
  }

  public synchronized boolean hasTimeless() {
    return count("select count(*) from seen where has_own_time = 0") > 0;
  }

  /**
   * Forgets the identities of notifications without a time that are no longer shown. A later notification with the
   * same text is then new.
   */
  public synchronized void forgetTimelessExcept(Set<String> shown) {
    SQLiteDatabase database = database();
    Set<String> forgotten = new HashSet<>();
    try (Cursor rows = database.rawQuery("select identity from seen where has_own_time = 0", null)) {
      while (rows.moveToNext()) forgotten.add(rows.getString(0));
    }
    forgotten.removeAll(shown);
    for (String identity : forgotten) database.delete("seen", "identity = ?", args(identity));
  }

  public synchronized List<NumberedReport> firstReports(int count) {
    return firstReports(count, registeredId());
  }

  /** Returns the oldest reports of this registration, which might have been replaced since. */
  public synchronized List<NumberedReport> firstReports(int count, String deviceId) {
    return reports(
        "select queue.sequence, report from queue left join postponed using (sequence) where device_id = ?"
            + " order by turn is not null, turn, queue.sequence limit "
            + count,
        deviceId);
  }

  private List<NumberedReport> reports(String query, String deviceId) {
    SQLiteDatabase database = database();
    List<NumberedReport> reports = new ArrayList<>();
    try (Cursor rows = database.rawQuery(query, args(deviceId))) {
      while (rows.moveToNext()) {
        reports.add(new NumberedReport(rows.getLong(0), parsed(rows.getString(1))));
      }
    }
    return reports;
  }

  /** Moves a batch from the queue to the sent notifications, in one transaction. */
  public synchronized void acknowledge(List<NumberedReport> batch, JSONArray outcomes, String sentAt) {
    SQLiteDatabase database = database();
    database.beginTransaction();
    try {
      for (int i = 0; i < batch.size(); i++) {
        JSONObject outcome = outcomes.optJSONObject(i);
        ContentValues sent = new ContentValues();
        sent.put("report", batch.get(i).report.toString());
        sent.put("outcome", outcome.optString("outcome"));
        if (!outcome.isNull("matched_payment_code")) {
          sent.put("payment_code", outcome.optString("matched_payment_code"));
        }
        sent.put("sent_at", sentAt);
        long number = insert("sent", sent, SQLiteDatabase.CONFLICT_ABORT);
        removeFromQueue(batch.get(i).sequence);
        database.delete("sent", "number <= ?", args(number - Limits.SENT_NOTIFICATIONS));
      }
      database.setTransactionSuccessful();
    } finally {
      database.endTransaction();
    }
  }

  private void removeFromQueue(long sequence) {
    SQLiteDatabase database = database();
    database.delete("queue", "sequence = ?", args(sequence));
    database.delete("postponed", "sequence = ?", args(sequence));
  }

  /** Moves a report to the end of the queue, behind the reports postponed before. */
  public synchronized void postpone(long sequence) {
    SQLiteDatabase database = database();
    database.execSQL(
        "insert or replace into postponed (sequence) select sequence from queue where sequence = ?",
        new Object[] {sequence});
  }

  /**
   * Moves a refused report out of the queue. The newest refused reports stay on the phone, so that a person
   * can look at them.
   */
  public synchronized void setAside(long sequence, String reason, String refusedAt) {
    SQLiteDatabase database = database();
    database.beginTransaction();
    try {
      database.execSQL(
          "insert into refused (sequence, report, reason, refused_at)"
              + " select sequence, report, ?, ? from queue where sequence = ?",
          new Object[] {reason, refusedAt, sequence});
      removeFromQueue(sequence);
      database.execSQL(
          "delete from refused where sequence not in"
              + " (select sequence from refused order by sequence desc limit ?)",
          new Object[] {Limits.REFUSED_NOTIFICATIONS});
      database.setTransactionSuccessful();
    } finally {
      database.endTransaction();
    }
  }

  public synchronized long refusals() {
    return count("select count(*) from refused");
  }

  public synchronized List<Long> refusedSequences() {
    SQLiteDatabase database = database();
    List<Long> sequences = new ArrayList<>();
    try (Cursor rows = database.rawQuery("select sequence from refused order by sequence", null)) {
      while (rows.moveToNext()) sequences.add(rows.getLong(0));
    }
    return sequences;
  }

  public synchronized String newestRefusal() {
    SQLiteDatabase database = database();
    try (Cursor row =
        database.rawQuery("select reason from refused order by sequence desc limit 1", null)) {
      return row.moveToNext() ? row.getString(0) : null;
    }
  }

  public synchronized long queueLength() {
    SQLiteDatabase database = database();
    return DatabaseUtils.longForQuery(
        database, "select count(*) from queue where device_id = ?", args(registeredId()));
  }

  /** Returns the sent notifications, newest first. */
  public synchronized List<Sent> sent(int count) {
    SQLiteDatabase database = database();
    String query = "select report, outcome, payment_code, sent_at from sent order by number desc limit ?";
    List<Sent> sent = new ArrayList<>();
    try (Cursor rows = database.rawQuery(query, args(count))) {
      while (rows.moveToNext()) {
        sent.add(
            new Sent(parsed(rows.getString(0)), rows.getString(1), rows.getString(2), rows.getString(3)));
      }
    }
    return sent;
  }

  /** Sets a note; null removes it. */
  public synchronized void note(Note name, String value) {
    SQLiteDatabase database = database();
    if (value == null) {
      database.delete("notes", "name = ?", args(name.name()));
      return;
    }
    ContentValues note = new ContentValues();
    note.put("name", name.name());
    note.put("value", value);
    insert("notes", note, SQLiteDatabase.CONFLICT_REPLACE);
  }

  /** Removes the note, unless its value has changed meanwhile. */
  public synchronized void forget(Note name, String value) {
    SQLiteDatabase database = database();
    database.delete("notes", "name = ? and value = ?", new String[] {name.name(), value});
  }

  public synchronized String noted(Note name) {
    SQLiteDatabase database = database();
    try (Cursor row =
        database.rawQuery("select value from notes where name = ?", args(name.name()))) {
      return row.moveToNext() ? row.getString(0) : null;
    }
  }

  /**
   * Returns the packages that the server sent last. Before its first response there are none, so the app queues
   * nothing and marks nothing as seen.
   */
  public List<String> watchedPackages() {
    List<String> names = new ArrayList<>();
    String noted = noted(Note.PACKAGES);
    try {
      JSONArray packages = new JSONArray(noted == null ? "[]" : noted);
      for (int i = 0; i < packages.length(); i++) names.add(packages.getString(i));
    } catch (JSONException damaged) {
      names.clear();
    }
    return names;
  }

  private long count(String query) {
    SQLiteDatabase database = database();
    return DatabaseUtils.longForQuery(database, query, null);
  }

  private static JSONObject parsed(String report) {
    try {
      return new JSONObject(report);
    } catch (JSONException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String[] args(Object value) {
    return new String[] {String.valueOf(value)};
  }
}
