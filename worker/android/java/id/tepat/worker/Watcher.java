package id.tepat.worker;

import id.tepat.worker.notifications.Report;
import id.tepat.worker.notifications.Shown;
import id.tepat.worker.outbox.Outbox;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Chooses the notifications to report, by the rules of worker/PROTOCOL.md. */
final class Watcher {
  private final Outbox outbox;

  Watcher(Outbox outbox) {
    this.outbox = outbox;
  }

  /**
   * Returns the reports for all shown notifications, in the order of their times. Android lists notifications by
   * importance.
   */
  List<Report> look(List<Shown> shade, long now) {
    List<Report> reports = reports(shade, shade, now);
    Set<String> identities = new HashSet<>();
    for (Report report : reports) identities.add(report.identity);
    if (outbox.hasTimeless()) outbox.forgetTimelessExcept(identities);
    reports.sort((one, other) -> Long.compare(one.postedAt, other.postedAt));
    return reports;
  }

  /** Returns the reports for these notifications. `shade` contains all shown notifications. */
  List<Report> reports(List<Shown> posted, List<Shown> shade, long now) {
    Set<String> watched = new HashSet<>();
    for (String name : outbox.watchedPackages()) watched.add(name.toLowerCase(Locale.ROOT));
    List<Report> reports = new ArrayList<>();
    for (Shown shown : posted) {
      if (!watched.contains(shown.packageName.toLowerCase(Locale.ROOT))) continue;
      if (shown.isSummaryAmong(shade)) continue;
      Report report = Report.of(shown, now);
      if (report != null) reports.add(report);
    }
    return reports;
  }

  boolean isWatched(String packageName) {
    for (String name : outbox.watchedPackages()) if (name.equalsIgnoreCase(packageName)) return true;
    return false;
  }
}
