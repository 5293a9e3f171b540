package id.tepat.worker.ui;

import android.app.Activity;
import android.content.Intent;
import android.os.Build;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import id.tepat.worker.MainActivity;
import id.tepat.worker.R;
import id.tepat.worker.Watchdog;
import id.tepat.worker.base.Limits;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import java.util.List;

/**
 * Shows the set-up, one step at a time. After a return from Android's settings, the next step opens
 * automatically.
 */
public final class SetupActivity extends Activity {
  private static final long REFRESH_MILLISECONDS = 500;

  private final Handler handler = new Handler(Looper.getMainLooper());
  private Ui ui;
  private SetupStep step;
  private SelfTest.Result shownResult;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    ui = Ui.page(this);
    SelfTest.forget();
  }

  @Override
  protected void onResume() {
    super.onResume();
    Watchdog.look(this);
    step = null;
    follow();
  }

  @Override
  protected void onPause() {
    handler.removeCallbacksAndMessages(null);
    super.onPause();
  }

  /** Opens the next open step once the previous one is done. */
  private void follow() {
    SetupStep next = null;
    for (SetupStep one : SetupStep.needed()) {
      if (next == null && !one.isDone(this)) next = one;
    }
    boolean isNew = step == null || next != step || shownResult != SelfTest.result();
    step = next;
    if (next == null) showDone();
    else if (isNew) show(next);
    if (next != null) handler.postDelayed(this::follow, REFRESH_MILLISECONDS);
  }

  private void show(SetupStep step) {
    List<SetupStep> needed = SetupStep.needed();
    shownResult = SelfTest.result();
    ui.clear();
    ui.section(getString(R.string.step_of, needed.indexOf(step) + 1, needed.size()));
    ui.title(getString(step.title));
    ui.body(step.explanation(this));
    if (step == SetupStep.TEST) showResult();
    ui.primary(getString(step.action), () -> act(step));
    if (step == SetupStep.ACCESS && Build.VERSION.SDK_INT >= 33) {
      ui.section(getString(R.string.restricted_title));
      ui.body(getString(R.string.restricted_explained), R.color.quiet);
      ui.quiet(getString(R.string.app_info), () -> startActivity(Vendor.appInfo(this)));
    }
    if (step == SetupStep.VENDOR) {
      ui.quiet(getString(R.string.done_it), () -> vendorDone());
    }
    ui.quiet(getString(R.string.later), this::leave);
  }

  private void act(SetupStep step) {
    step.act(this);
    if (step != SetupStep.TEST) return;
    handler.postDelayed(
        () -> SelfTest.giveUp(getApplicationContext()), Limits.SELF_TEST_MILLISECONDS);
  }

  private void vendorDone() {
    Outbox.of(this).note(Note.VENDOR_DONE, "1");
    handler.removeCallbacksAndMessages(null);
    follow();
  }

  private void showResult() {
    switch (SelfTest.result()) {
      case RUNNING:
        ui.card(R.color.card).body(getString(R.string.test_running));
        break;
      case HIDDEN:
        String command =
            "adb shell appops set " + getPackageName() + " RECEIVE_SENSITIVE_NOTIFICATIONS allow";
        Ui card = ui.card(R.color.bad_tint);
        card.headline(getString(R.string.text_hidden), R.color.bad);
        card.body(getString(R.string.text_hidden_advice, command));
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
  }

  private void showDone() {
    ui.clear();
    Condition condition = Condition.of(this);
    ui.section(getString(R.string.setup_title));
    Ui card = ui.card(condition.isGood() ? R.color.good_tint : R.color.card);
    card.headline("✓  " + getString(R.string.setup_done), R.color.good);
    card.body(condition.isGood() ? condition.title(this) : getString(R.string.setup_done_explained));
    if (!condition.isGood()) {
      Ui next = ui.card(R.color.bad_tint);
      next.headline(condition.title(this), R.color.bad);
      next.body(condition.advice(this));
    }
    ui.primary(getString(R.string.finish), this::leave);
    ui.quiet(
        getString(R.string.test_again),
        () -> {
          Outbox.of(this).note(Note.SELF_TEST_AT, null);
          SelfTest.forget();
          follow();
        });
  }

  private void leave() {
    startActivity(new Intent(this, MainActivity.class));
    finish();
  }
}
