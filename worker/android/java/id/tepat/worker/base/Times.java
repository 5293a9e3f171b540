package id.tepat.worker.base;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Formats and parses times of the protocol: `2026-11-21T03:15:30.000Z`. */
public final class Times {
  private static final DateTimeFormatter FORMAT =
      new java.time.format.DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  public static String iso(long milliseconds) {
    return FORMAT.format(Instant.ofEpochMilli(milliseconds).truncatedTo(ChronoUnit.MILLIS));
  }

  /** Returns the milliseconds since 1970, or -1 if the text is not a time. */
  public static long millisecondsOf(String iso) {
    try {
      return iso == null ? -1 : Instant.parse(iso).toEpochMilli();
    } catch (java.time.format.DateTimeParseException e) {
      return -1;
    }
  }

  private Times() {}
}
