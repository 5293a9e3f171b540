package id.tepat.worker;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.text.format.DateUtils;
import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.ui.Condition;
import id.tepat.worker.ui.HeldActivity;
import id.tepat.worker.ui.SelfTest;
import id.tepat.worker.ui.SentActivity;
import id.tepat.worker.ui.SetupActivity;
import id.tepat.worker.ui.Ui;
import java.util.List;
import org.json.JSONObject;

/** The main screen: whether this phone is watching, and the notifications that it sent last. */
public final class MainActivity extends Activity {
  private static final long REFRESH_MILLISECONDS = 2_000;

  private final Handler handler = new Handler(Looper.getMainLooper());
  private final Runnable refresh =
      () -> {
        show();
        again();
      };
  private Ui ui;
  private Outbox outbox;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    outbox = Outbox.of(this);
    ui = Ui.page(this);
  }

  @Override
  protected void onResume() {
    super.onResume();
    Watchdog.look(this);
    show();
    again();
  }

  @Override
  protected void onPause() {
    handler.removeCallbacks(refresh);
    super.onPause();
  }

  private void again() {
    handler.removeCallbacks(refresh);
    handler.postDelayed(refresh, REFRESH_MILLISECONDS);
  }

  void show() {
    ui.clear();
    Condition condition = Condition.of(this);
    showTruth(condition);
    showDamage();
    if (condition == Condition.NOT_PAIRED) return;
    showFacts();
    showTest();
    showTransfers();
    ui.section("");
    ui.quiet(getString(R.string.all_sent), () -> startActivity(new Intent(this, SentActivity.class)));
    ui.quiet(getString(R.string.setup_title), () -> startActivity(new Intent(this, SetupActivity.class)));
    ui.quiet(getString(R.string.pair_again), () -> startActivity(new Intent(this, PairActivity.class)));
    ui.small(getString(R.string.version, Version.NAME));
  }

  private void showTruth(Condition condition) {
    boolean isGood = condition.isGood();
    Ui card = ui.card(isGood ? R.color.good_tint : R.color.bad_tint);
    int color = isGood ? R.color.good : R.color.bad;
    card.headline((isGood ? "✓  " : "") + condition.title(this), color);
    String advice = condition.advice(this);
    if (advice != null) card.body(advice);
    if (condition.action != 0) card.primary(getString(condition.action), () -> act(condition));
  }

  private void showDamage() {
    long at = Times.millisecondsOf(outbox.noted(Note.QUEUE_DAMAGED));
    if (at < 0) return;
    int format = DateUtils.FORMAT_SHOW_DATE | DateUtils.FORMAT_SHOW_TIME | DateUtils.FORMAT_ABBREV_ALL;
    Ui card = ui.card(R.color.bad_tint);
    card.body(getString(R.string.queue_damaged, DateUtils.formatDateTime(this, at, format)), R.color.bad);
    card.quiet(
        getString(R.string.queue_compared),
        () -> {
          outbox.note(Note.QUEUE_DAMAGED, null);
          show();
        });
  }

  private void act(Condition condition) {
    switch (condition) {
      case NOT_PAIRED:
      case UNKNOWN_TO_GATEWAY:
      case KEY_LOST:
        startActivity(new Intent(this, PairActivity.class));
        break;
      case NO_ACCESS:
      case TEXT_HIDDEN:
        startActivity(new Intent(this, SetupActivity.class));
        break;
      default:
        Watchdog.look(this);
        show();
    }
  }

  private void showFacts() {
    Ui card = ui.card(R.color.card);
    card.fact(getString(R.string.listening), listening());
    card.fact(getString(R.string.waiting), String.valueOf(outbox.queueLength()));
    long heardAt = Times.millisecondsOf(outbox.noted(Note.HEARD_AT));
    card.fact(getString(R.string.heard), heardAt < 0 ? getString(R.string.never) : ago(heardAt));
    long held = outbox.heldCount();
    if (held > 0) {
      card.small(getString(R.string.held, held));
      card.quiet(
          getString(R.string.held_title), () -> startActivity(new Intent(this, HeldActivity.class)));
    }
    long refusals = outbox.refusals();
    if (refusals > 0) {
      card.fact(getString(R.string.refused), String.valueOf(refusals));
      card.small(outbox.newestRefusal());
    }
  }

  private String listening() {
    long since = Times.millisecondsOf(outbox.noted(Note.LISTENING_SINCE));
    if (!Listener.isConnected() || since < 0) return getString(R.string.no);
    int day = DateUtils.isToday(since) ? 0 : DateUtils.FORMAT_SHOW_DATE | DateUtils.FORMAT_ABBREV_ALL;
    return getString(R.string.since, DateUtils.formatDateTime(this, since, DateUtils.FORMAT_SHOW_TIME | day));
  }

  private String ago(long time) {
    long seconds = Math.max(System.currentTimeMillis() - time, 0) / 1_000;
    if (seconds < 60) return getString(R.string.seconds_ago, seconds);
    if (seconds < 3_600) return getString(R.string.minutes_ago, seconds / 60);
    return DateUtils.formatDateTime(
        this, time, DateUtils.FORMAT_SHOW_DATE | DateUtils.FORMAT_SHOW_TIME | DateUtils.FORMAT_ABBREV_ALL);
  }

  private void showTest() {
    switch (SelfTest.result()) {
      case RUNNING:
        ui.card(R.color.card).body(getString(R.string.test_running));
        return;
      case READ:
        boolean isHeard = Condition.of(this) != Condition.GATEWAY_SILENT;
        ui.card(isHeard ? R.color.good_tint : R.color.bad_tint)
            .body(
                getString(isHeard ? R.string.test_good : R.string.test_read_only),
                isHeard ? R.color.good : R.color.bad);
        if (outbox.noted(Note.CODES_HIDDEN) != null) ui.small(getString(R.string.test_codes_hidden));
        break;
      case HIDDEN:
        ui.card(R.color.bad_tint).body(getString(R.string.test_hidden), R.color.bad);
        break;
      case NOT_SEEN:
        ui.card(R.color.bad_tint).body(getString(R.string.test_not_seen), R.color.bad);
        break;
      case CANNOT_POST:
        ui.card(R.color.bad_tint).body(getString(R.string.test_cannot_post), R.color.bad);
        break;
      default:
        break;
    }
    ui.primary(getString(R.string.send_test), this::test);
  }

  private void test() {
    SelfTest.start(this);
    show();
    handler.postDelayed(
        () -> {
          SelfTest.giveUp(this);
          show();
        },
        Limits.SELF_TEST_MILLISECONDS);
  }

  private void showTransfers() {
    ui.section(getString(R.string.last_transfers));
    List<Outbox.Sent> transfers = outbox.sent(Limits.TRANSFERS_SHOWN);
    if (transfers.isEmpty()) {
      ui.body(getString(R.string.no_transfers), R.color.quiet);
      return;
    }
    Ui card = ui.card(R.color.card);
    boolean isFirst = true;
    for (Outbox.Sent one : transfers) {
      if (!isFirst) card.line();
      isFirst = false;
      SentActivity.show(this, card, one, false);
    }
  }

  public static String appName(JSONObject report) {
    String name = report.optString("app_name");
    return name.isEmpty() ? report.optString("package_name") : name;
  }
}
