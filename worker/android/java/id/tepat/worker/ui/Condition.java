package id.tepat.worker.ui;

import android.content.Context;
import id.tepat.worker.Listener;
import id.tepat.worker.R;
import id.tepat.worker.base.Limits;
import id.tepat.worker.base.Times;
import id.tepat.worker.http.ServerAddress;
import id.tepat.worker.outbox.Note;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.outbox.Trouble;
import id.tepat.worker.sending.Refresher;

/** The state on the screen and in the notification: the phone is watching, or the most important obstacle. */
public enum Condition {
  NOT_PAIRED(R.string.not_paired, R.string.not_paired_advice, R.string.pair),
  UNKNOWN_TO_GATEWAY(R.string.unknown_phone, R.string.unknown_phone_advice, R.string.pair_again),
  KEY_LOST(R.string.key_lost, R.string.key_lost_advice, R.string.pair_again),
  NO_ACCESS(R.string.no_access, R.string.no_access_advice, R.string.open_setup),
  DISK_FULL(R.string.disk_full, R.string.disk_full_advice, 0),
  NOT_LISTENING(R.string.not_listening, R.string.not_listening_advice, R.string.connect_again),
  TEXT_HIDDEN(R.string.text_hidden, R.string.text_hidden_advice, R.string.open_setup),
  NOT_APPROVED(R.string.not_approved, R.string.not_approved_advice, 0),
  GATEWAY_SILENT(R.string.gateway_silent, R.string.gateway_silent_advice, R.string.try_now),
  NOTHING_TO_WATCH(R.string.nothing_to_watch, R.string.nothing_to_watch_advice, 0),
  GUARDING(0, 0, 0);

  private final int title;
  private final int advice;
  /** The button's text; 0 if there is no button. */
  public final int action;

  Condition(int title, int advice, int action) {
    this.title = title;
    this.advice = advice;
    this.action = action;
  }

  public static Condition of(Context context) {
    return of(
        Outbox.of(context), Listener.hasAccess(context), Listener.isConnected(), System.currentTimeMillis());
  }

  public static Condition of(Outbox outbox, boolean hasAccess, boolean isConnected, long now) {
    Registration registration = Registration.of(outbox);
    if (registration == null) return NOT_PAIRED;
    if (registration.isKeyLost()) return KEY_LOST;
    String status = outbox.noted(Note.DEVICE_STATUS);
    if (Refresher.UNKNOWN.equals(status)) return UNKNOWN_TO_GATEWAY;
    if (!hasAccess) return NO_ACCESS;
    if (Trouble.diskIsFull) return DISK_FULL;
    if (!isConnected) return NOT_LISTENING;
    if (outbox.noted(Note.HIDDEN_TEXT) != null) return TEXT_HIDDEN;
    long heardAt = Times.millisecondsOf(outbox.noted(Note.HEARD_AT));
    // If the clock was set back, the last response seems to be in the future. The next one comes within a minute.
    if (now - heardAt > Limits.GATEWAY_SILENT_MILLISECONDS) return GATEWAY_SILENT;
    if (!"ACTIVE".equals(status)) return NOT_APPROVED;
    boolean isNothing = outbox.watchedPackages().isEmpty() || "0".equals(outbox.noted(Note.ACCOUNTS));
    return isNothing ? NOTHING_TO_WATCH : GUARDING;
  }

  public boolean isGood() {
    return this == GUARDING;
  }

  public String title(Context context) {
    if (this != GUARDING) return context.getString(title);
    Outbox outbox = Outbox.of(context);
    String accounts = outbox.noted(Note.ACCOUNTS);
    int count = accounts == null ? outbox.watchedPackages().size() : Integer.parseInt(accounts);
    int words = accounts == null ? R.plurals.guarding_apps : R.plurals.guarding_accounts;
    return context.getResources().getQuantityString(words, count, count);
  }

  public String advice(Context context) {
    if (this == GUARDING) return null;
    Outbox outbox = Outbox.of(context);
    Registration registration = Registration.of(outbox);
    switch (this) {
      case NOT_APPROVED:
        return context.getString(advice, registration.pairingCode());
      case GATEWAY_SILENT:
        return context.getString(advice, ServerAddress.host(registration.server));
      case TEXT_HIDDEN:
        return context.getString(advice, "adb shell appops set " + context.getPackageName() + " RECEIVE_SENSITIVE_NOTIFICATIONS allow");
      default:
        return context.getString(advice);
    }
  }
}
