package id.tepat.worker.outbox;

import android.content.ContentValues;
import android.database.Cursor;
import android.database.DatabaseErrorHandler;
import android.database.DatabaseUtils;
import android.database.sqlite.SQLiteConstraintException;
import android.database.sqlite.SQLiteDatabase;
import android.database.sqlite.SQLiteDatabaseCorruptException;
import android.database.sqlite.SQLiteDiskIOException;
import android.database.sqlite.SQLiteException;
import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import java.io.DataInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Opens the outbox. If the file is damaged, the class moves it aside and keeps the readable rows.
 */
final class OutboxFile {
  private static final String[] SCHEMA = {
    // autoincrement: the server must never see a number twice.
    // device_id: the registration under which the phone saw the report; empty before the first one.
    "create table if not exists queue (sequence integer primary key autoincrement, report text not null,"
        + " device_id text not null default '')",
    // Reports that are sent after the others, in the order of `turn`. They keep their numbers, because a number that
    // never arrives would be a gap.
    "create table if not exists postponed (turn integer primary key autoincrement, sequence integer not null unique)",
    // has_own_time 0: the app set no time, so the identity is valid only while the notification is
    // shown.
    "create table if not exists seen (number integer primary key autoincrement, identity text not null unique,"
        + " has_own_time integer not null)",
    "create table if not exists refused (sequence integer primary key, report text not null, reason text not null,"
        + " refused_at text not null)",
    "create table if not exists sent (number integer primary key autoincrement, report text not null,"
        + " outcome text not null, payment_code text, sent_at text not null)",
    "create table if not exists notes (name text primary key, value text not null)",
  };
  private static final String HEADER = "SQLite format 3\0";
  private static final String[] TABLES = {"notes", "queue", "postponed", "refused", "sent", "seen"};
  private static final String[] COMPANIONS = {"-journal", "-wal", "-shm"};

  private final File file;
  private SQLiteDatabase database;
  /** Set when a query found damage. The file is then checked before the next query. */
  private volatile boolean isSuspect;

  OutboxFile(File file) {
    this.file = file;
    File folder = file.getParentFile();
    if (folder != null) folder.mkdirs();
    database = open();
  }

  void close() {
    database.close();
  }

  /** Returns the database. If a query has found damage, the file is repaired first. */
  SQLiteDatabase whole() {
    if (!isSuspect) return database;
    database.close();
    database = open();
    return database;
  }

  boolean isInMemory() {
    return database.getPath().equals(":memory:");
  }

  /** Writes the entries that stayed in memory while the disk was full. */
  void settle() {
    if (!isInMemory()) return;
    SQLiteDatabase written = replace(database, false);
    if (written == null) return;
    database.close();
    database = written;
    Trouble.diskIsFull = false;
  }

  private SQLiteDatabase open() {
    // The previous start was killed between two renames.
    if (!file.exists() && isSound(fresh())) fresh().renameTo(file);
    if (isSound(file)) {
      SQLiteDatabase opened = writable(file);
      for (String statement : SCHEMA) opened.execSQL(statement);
      isSuspect = false;
      return opened;
    }
    boolean isDamaged = file.exists();
    SQLiteDatabase source = isDamaged ? damaged() : null;
    SQLiteDatabase opened = replace(source, isDamaged);
    if (opened == null) {
      opened = SQLiteDatabase.create(null);
      fill(opened, source, isDamaged);
    }
    if (source != null) source.close();
    isSuspect = false;
    return opened;
  }

  private boolean isSound(File place) {
    // SQLite replaces an empty file, or one shorter than a page, with a new database.
    if (!hasHeader(place)) return false;
    SQLiteDatabase opened = null;
    try {
      opened = writable(place);
      // Only the slower check compares the indexes with their tables. A query might have found the damage there.
      String check = isSuspect ? "pragma integrity_check(1)" : "pragma quick_check(1)";
      String tables = "select count(*) from sqlite_master where name in ('queue', 'notes')";
      return DatabaseUtils.stringForQuery(opened, check, null).equals("ok")
          && DatabaseUtils.longForQuery(opened, tables, null) == 2;
    } catch (SQLiteDatabaseCorruptException | SQLiteDiskIOException damaged) {
      return false;
    } finally {
      if (opened != null) opened.close();
    }
  }

  private static boolean hasHeader(File place) {
    byte[] header = new byte[HEADER.length()];
    try (DataInputStream bytes = new DataInputStream(new FileInputStream(place))) {
      bytes.readFully(header);
    } catch (IOException tooShort) {
      return false;
    }
    return HEADER.equals(new String(header, StandardCharsets.ISO_8859_1));
  }

  private SQLiteDatabase writable(File place) {
    // By default, Android deletes a damaged file.
    DatabaseErrorHandler keep = damaged -> isSuspect = true;
    // Android 8 hides damage behind another exception while it prepares collations, which no query here uses.
    int flags = SQLiteDatabase.CREATE_IF_NECESSARY | SQLiteDatabase.NO_LOCALIZED_COLLATORS;
    SQLiteDatabase opened = SQLiteDatabase.openDatabase(place.getPath(), null, flags, keep);
    // A single connection that syncs every commit: a notification is on the disk before the app
    // sends it.
    opened.disableWriteAheadLogging();
    DatabaseUtils.stringForQuery(opened, "pragma journal_mode = truncate", null);
    opened.execSQL("pragma synchronous = full");
    // SQLite overwrites deleted data, so that no token or text can be read from free pages.
    DatabaseUtils.stringForQuery(opened, "pragma secure_delete = on", null);
    return opened;
  }

  /** Opens the damaged file for reading the remaining rows. Returns null if SQLite cannot open the file. */
  private SQLiteDatabase damaged() {
    int flags = SQLiteDatabase.OPEN_READONLY | SQLiteDatabase.NO_LOCALIZED_COLLATORS;
    try {
      SQLiteDatabase opened = SQLiteDatabase.openDatabase(file.getPath(), null, flags, damaged -> {});
      // Without this, SQLite refuses a file that is shorter than its header says.
      opened.execSQL("pragma writable_schema = on");
      return opened;
    } catch (SQLiteException unreadable) {
      return null;
    }
  }

  /**
   * Replaces the file. The new file is completed beside the old one, which is then moved aside. After a kill in
   * between, the next start finds one of the two. Returns null if the file cannot be
   * written, for example because the disk is full.
   */
  private SQLiteDatabase replace(SQLiteDatabase source, boolean isDamaged) {
    SQLiteDatabase made = null;
    try {
      for (String end : new String[] {"", "-journal"}) Files.deleteIfExists(new File(fresh().getPath() + end).toPath());
      made = writable(fresh());
      fill(made, source, isDamaged);
      made.close();
      if (file.exists()) moveAside();
      Files.deleteIfExists(new File(fresh().getPath() + "-journal").toPath());
      Files.move(fresh().toPath(), file.toPath());
      return writable(file);
    } catch (IOException | SQLiteException fullDisk) {
      if (made != null) made.close();
      Trouble.diskIsFull = true;
      return null;
    }
  }

  private File fresh() {
    return new File(file.getPath() + ".new");
  }

  /**
   * Moves the file aside. Its companion files go first, because SQLite would apply an old journal
   * to a new file.
   */
  private void moveAside() throws IOException {
    File aside = freedName();
    for (String end : COMPANIONS) {
      File companion = new File(file.getPath() + end);
      if (companion.length() > 0) Files.move(companion.toPath(), new File(aside.getPath() + end).toPath());
    }
    Files.move(file.toPath(), aside.toPath());
  }

  /**
   * Returns a free name, and keeps the newest damaged files. Before a name is reused, its old journal is deleted, so
   * that SQLite does not apply it to the new file.
   */
  private File freedName() throws IOException {
    File oldest = null;
    for (int number = 1; number <= Limits.DAMAGED_FILES; number++) {
      File name = new File(file.getParentFile(), "outbox-damaged-" + number + ".db");
      if (!name.exists()) return name;
      if (oldest == null || name.lastModified() < oldest.lastModified()) oldest = name;
    }
    for (String end : COMPANIONS) Files.deleteIfExists(new File(oldest.getPath() + end).toPath());
    Files.delete(oldest.toPath());
    return oldest;
  }

  private static void fill(SQLiteDatabase made, SQLiteDatabase source, boolean isDamaged) {
    made.beginTransaction();
    try {
      for (String statement : SCHEMA) made.execSQL(statement);
      if (source != null) {
        for (String table : TABLES) copy(source, made, table);
        copyNumbers(source, made);
      }
      if (isDamaged) {
        tell(made, Note.QUEUE_DAMAGED);
        tell(made, Note.QUEUE_DAMAGE_UNTOLD);
      }
      made.setTransactionSuccessful();
    } finally {
      made.endTransaction();
    }
  }

  private static void tell(SQLiteDatabase made, Note note) {
    Object[] values = {note.name(), Times.iso(System.currentTimeMillis())};
    made.execSQL("insert or replace into notes (name, value) values (?, ?)", values);
  }

  /**
   * Copies the rows from both ends, so that damage in the middle loses only the middle. Each query reads one row,
   * because a cursor reads ahead.
   */
  private static void copy(SQLiteDatabase source, SQLiteDatabase made, String table) {
    long first = 0;
    long last = Limits.SEQUENCE_MOST + 1;
    for (String order : new String[] {"asc", "desc"}) {
      String query = "select rowid as row_number, * from " + table + " where rowid > ? and rowid < ? order by rowid " + order;
      for (boolean isReadable = true; isReadable; ) {
        ContentValues row = null;
        try {
          row = read(source, query + " limit 1", first, last);
          if (row == null) return;
        } catch (SQLiteException damagedHere) {
          isReadable = false;
        }
        if (row == null) continue;
        long number = Long.parseLong(row.getAsString("row_number"));
        // A damaged index leads back to rows that were read before.
        if (number <= first || number >= last) break;
        row.remove("row_number");
        if (order.equals("asc")) first = number;
        else last = number;
        keep(made, table, row);
      }
    }
  }

  private static ContentValues read(SQLiteDatabase source, String query, long first, long last) {
    try (Cursor row = source.rawQuery(query, new String[] {String.valueOf(first), String.valueOf(last)})) {
      if (!row.moveToNext()) return null;
      ContentValues values = new ContentValues();
      for (int i = 0; i < row.getColumnCount(); i++) values.put(row.getColumnName(i), row.getString(i));
      return values;
    }
  }

  private static void keep(SQLiteDatabase made, String table, ContentValues row) {
    if (!isReport(row.getAsString("report"))) return;
    try {
      made.insertWithOnConflict(table, null, row, SQLiteDatabase.CONFLICT_IGNORE);
    } catch (SQLiteConstraintException halfARow) {
      // The row is lost.
    }
  }

  /** Returns whether the text can be kept: a complete report, or null in a table without reports. */
  private static boolean isReport(String text) {
    if (text == null) return true;
    try {
      return new JSONObject(text).length() > 0;
    } catch (JSONException damaged) {
      return false;
    }
  }

  /** Copies the last numbers, so that numbering continues. */
  private static void copyNumbers(SQLiteDatabase source, SQLiteDatabase made) {
    Map<String, Long> numbers = new HashMap<>();
    try (Cursor rows = source.rawQuery("select name, seq from sqlite_sequence", null)) {
      while (rows.moveToNext()) numbers.put(rows.getString(0), rows.getLong(1));
    } catch (SQLiteException damagedHere) {
      // The highest number of the kept rows counts.
    }
    numbers.forEach(
        (table, number) -> {
          if (table == null || number > Limits.SEQUENCE_MOST) return;
          Object[] name = {table};
          made.execSQL(
              "insert into sqlite_sequence (name, seq) select ?1, 0 where ?1 not in (select name from sqlite_sequence)",
              name);
          made.execSQL("update sqlite_sequence set seq = max(seq, " + number + ") where name = ?", name);
        });
  }
}
