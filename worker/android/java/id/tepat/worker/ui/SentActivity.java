package id.tepat.worker.ui;

import android.app.Activity;
import android.content.Context;
import android.os.Bundle;
import android.text.format.DateUtils;
import id.tepat.worker.MainActivity;
import id.tepat.worker.R;
import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import id.tepat.worker.outbox.Outbox;
import java.util.List;
import org.json.JSONObject;

/** Shows the notifications sent from this phone, word for word. */
public final class SentActivity extends Activity {
  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    Outbox outbox = Outbox.of(this);
    Ui ui = Ui.page(this);
    ui.title(getString(R.string.all_sent));
    ui.body(getString(R.string.all_sent_explained, Limits.SENT_NOTIFICATIONS), R.color.quiet);
    List<Outbox.Sent> sent = outbox.sent(Limits.SENT_NOTIFICATIONS);
    if (sent.isEmpty()) ui.body(getString(R.string.nothing_sent));
    for (Outbox.Sent one : sent) show(this, ui.card(R.color.card), one, true);
  }

  /** Shows one sent notification, with its whole text if `isWhole`. */
  public static void show(Context context, Ui card, Outbox.Sent one, boolean isWhole) {
    JSONObject report = one.report;
    String bigText = report.optString("big_text");
    String text = bigText.isEmpty() ? report.optString("body") : bigText;
    boolean isMatched = one.paymentCode != null;
    card.body(outcome(context, one), isMatched ? R.color.good : R.color.ink);
    card.small(isWhole ? report.optString("title") + "\n" + text : firstLine(text));
    card.small(MainActivity.appName(report) + " · " + time(context, report.optString("posted_at")));
  }

  public static String outcome(Context context, Outbox.Sent one) {
    if (one.paymentCode != null) return context.getString(R.string.matched, one.paymentCode);
    return context.getString(one.outcome.equals("ignored") ? R.string.not_read : R.string.unmatched);
  }

  private static String firstLine(String text) {
    String line = text.split("\n", 2)[0];
    return line.length() <= 90 ? line : line.substring(0, 90) + "…";
  }

  private static String time(Context context, String iso) {
    return DateUtils.formatDateTime(
        context,
        Times.millisecondsOf(iso),
        DateUtils.FORMAT_SHOW_DATE | DateUtils.FORMAT_SHOW_TIME | DateUtils.FORMAT_ABBREV_ALL);
  }
}
