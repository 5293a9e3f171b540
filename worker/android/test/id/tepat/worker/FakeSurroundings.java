package id.tepat.worker;

import id.tepat.worker.http.Gateway;
import id.tepat.worker.outbox.Outbox;
import id.tepat.worker.outbox.Registration;
import id.tepat.worker.sending.Surroundings;
import java.util.ArrayList;
import java.util.List;

/** Surroundings without randomness, with a clock that does not move. */
final class FakeSurroundings implements Surroundings {
  final List<String> logged = new ArrayList<>();
  private final Outbox outbox;
  long now = 1_795_230_930_123L;
  double chance = 1;
  Integer battery = 87;

  FakeSurroundings(Outbox outbox) {
    this.outbox = outbox;
  }

  /** Imitates the same surroundings after a restart of the process. */
  FakeSurroundings(Outbox outbox, FakeSurroundings before) {
    this(outbox);
    now = before.now;
    chance = before.chance;
    battery = before.battery;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long elapsed() {
    return now;
  }

  @Override
  public double chance() {
    return chance;
  }

  @Override
  public void log(String message) {
    logged.add(message);
  }

  @Override
  public Integer battery() {
    return battery;
  }

  @Override
  public Gateway gateway() {
    Registration registration = Registration.of(outbox);
    return registration == null || registration.isKeyLost() ? null : Gateway.asDevice(registration);
  }

  @Override
  public void told() {}
}
