/**
 * Unfinished files of a command are removed when the command is interrupted; after
 * kill -9 they stay, and the next run has to recognise them.
 */

const interruptions = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls `remove` if the process is interrupted before this is disposed of. It must do its work at once. */
export function removedOnInterruption(remove: () => void): Disposable {
  const forget = () => {
    for (const signal of interruptions) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    forget();
    remove();
    // Anyone who waits for the process learns what ended it.
    process.kill(process.pid, signal);
  };
  for (const signal of interruptions) process.on(signal, onSignal);
  return { [Symbol.dispose]: forget };
}
