package id.tepat.worker;

import android.app.Activity;
import android.content.Intent;
import android.database.sqlite.SQLiteException;
import android.net.Uri;
import android.os.Bundle;
import android.widget.EditText;
import id.tepat.worker.http.Answer;
import id.tepat.worker.http.ServerAddress;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.pairing.Pairing;
import id.tepat.worker.pairing.PairingLink;
import id.tepat.worker.ui.SetupActivity;
import id.tepat.worker.ui.Ui;

/** Pairs this phone with a gateway by a link or by typed values. The app sends nothing until the person agrees. */
public final class PairActivity extends Activity {
  private Ui ui;

  @Override
  protected void onCreate(Bundle saved) {
    super.onCreate(saved);
    ui = Ui.page(this);
    read(getIntent());
  }

  @Override
  protected void onNewIntent(Intent intent) {
    super.onNewIntent(intent);
    setIntent(intent);
    read(intent);
  }

  private void read(Intent intent) {
    Uri link = Intent.ACTION_VIEW.equals(intent.getAction()) ? intent.getData() : null;
    if (link == null) {
      ask("", "", null);
      return;
    }
    try {
      PairingLink read = PairingLink.parse(link.toString());
      if (read == null) ask("", "", getString(R.string.no_pairing_link));
      else confirm(read);
    } catch (ServerAddress.Unusable e) {
      ask("", "", problem(e));
    }
  }

  /** Asks for an address and a code, or for the whole link in the first field. */
  private void ask(String server, String code, String problem) {
    ui.clear();
    ui.title(getString(R.string.pair));
    ui.body(getString(R.string.pair_explained));
    if (problem != null) ui.card(R.color.bad_tint).body(problem, R.color.bad);
    EditText serverField = ui.field(getString(R.string.server_hint));
    serverField.setText(server);
    EditText codeField = ui.field(getString(R.string.code_hint));
    codeField.setText(code);
    ui.primary(
        getString(R.string.next),
        () -> readTyped(serverField.getText().toString(), codeField.getText().toString()));
  }

  private void readTyped(String server, String code) {
    try {
      PairingLink link = PairingLink.typed(server, code);
      if (link == null) ask(server, code, getString(R.string.code_missing));
      else confirm(link);
    } catch (ServerAddress.Unusable e) {
      ask(server, code, problem(e));
    }
  }

  private String problem(ServerAddress.Unusable e) {
    return getString(e.isInTheClear ? R.string.in_the_clear : R.string.no_address);
  }

  private void confirm(PairingLink link) {
    ui.clear();
    ui.title(getString(R.string.confirm_title));
    Ui card = ui.card(R.color.card);
    card.small(getString(R.string.confirm_server));
    card.headline(ServerAddress.host(link.server), R.color.ink);
    ui.body(getString(R.string.confirm_explained));
    Registration earlier = Registration.of(Outbox.of(this));
    if (earlier != null) {
      String from = ServerAddress.host(earlier.server);
      long waiting = Outbox.of(this).queueLength();
      ui.card(R.color.bad_tint).body(getString(R.string.confirm_replaces, from, waiting), R.color.bad);
    }
    boolean isInTheClear = ServerAddress.isInTheClear(link.server);
    if (isInTheClear) ui.card(R.color.bad_tint).body(getString(R.string.confirm_in_the_clear), R.color.bad);
    ui.primary(
        getString(isInTheClear ? R.string.pair_anyway : R.string.pair), () -> register(link));
    ui.quiet(getString(R.string.cancel), this::finish);
  }

  private void register(PairingLink link) {
    ui.clear();
    ui.title(getString(R.string.pairing));
    ui.body(ServerAddress.host(link.server), R.color.quiet);
    new Thread(
            () -> {
              try {
                Answer answer =
                    Pairing.register(Outbox.of(this), link, Pairing.deviceName(), Pairing.model());
                runOnUiThread(() -> done(link, answer));
              } catch (SQLiteException fullDisk) {
                runOnUiThread(() -> ask(link.server, link.code, getString(R.string.disk_full)));
              }
            })
        .start();
  }

  private void done(PairingLink link, Answer answer) {
    if (answer.kind != Answer.Kind.OK) {
      boolean isUsed = answer.kind == Answer.Kind.UNAUTHORIZED;
      ask(link.server, isUsed ? "" : link.code, Pairing.explain(this, answer));
      return;
    }
    Watchdog.look(this);
    ui.clear();
    ui.title(getString(R.string.paired));
    ui.body(getString(R.string.compare_code));
    Ui card = ui.card(R.color.good_tint);
    card.small(getString(R.string.pairing_code));
    card.headline(Registration.of(Outbox.of(this)).pairingCode(), R.color.good).setTextSize(40);
    ui.primary(
        getString(R.string.next),
        () -> {
          startActivity(new Intent(this, SetupActivity.class));
          finish();
        });
  }
}
