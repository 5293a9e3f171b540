package id.tepat.worker.ui;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import id.tepat.worker.R;
import id.tepat.worker.outbox.Outbox;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Shows notifications seen for another shop or gateway. The person saves them to a file or deletes
 * them.
 */
public final class HeldActivity extends Activity {
  private static final int SAVE = 1;

  private Ui ui;
  private Outbox outbox;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    outbox = Outbox.of(this);
    ui = Ui.page(this);
    show(null);
  }

  private void show(String told) {
    ui.clear();
    ui.title(getString(R.string.held_title));
    if (told != null) ui.card(R.color.good_tint).body(told, R.color.good);
    ui.body(getString(R.string.held, outbox.heldCount()));
    if (outbox.heldCount() == 0) return;
    ui.primary(getString(R.string.held_save), this::chooseFile);
    ui.quiet(getString(R.string.held_discard), this::askToDiscard);
  }

  private void askToDiscard() {
    ui.clear();
    ui.title(getString(R.string.held_discard));
    ui.body(getString(R.string.held_discard_explained, outbox.heldCount()));
    ui.primary(
        getString(R.string.held_discard),
        () -> {
          outbox.discardHeld();
          show(null);
        });
    ui.quiet(getString(R.string.cancel), () -> show(null));
  }

  private void chooseFile() {
    Intent file =
        new Intent(Intent.ACTION_CREATE_DOCUMENT)
            .addCategory(Intent.CATEGORY_OPENABLE)
            .setType("text/plain")
            .putExtra(Intent.EXTRA_TITLE, "tepat.txt");
    startActivityForResult(file, SAVE);
  }

  @Override
  protected void onActivityResult(int request, int result, Intent chosen) {
    if (request != SAVE || result != RESULT_OK || chosen == null || chosen.getData() == null) return;
    List<Outbox.NumberedReport> held = outbox.held();
    try (OutputStream file = getContentResolver().openOutputStream(chosen.getData())) {
      for (Outbox.NumberedReport one : held) {
        file.write((one.report + "\n").getBytes(StandardCharsets.UTF_8));
      }
      show(getString(R.string.held_saved, held.size()));
    } catch (IOException notWritten) {
      show(null);
      ui.card(R.color.bad_tint).body(getString(R.string.held_not_saved), R.color.bad);
    }
  }
}
