/**
 * A command's unfinished files are removed when the command is interrupted. After kill -9 they stay, and the next run
 * must recognise them.
 */

const interruptions = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Calls `remove` if the process is interrupted before the result is disposed of. `remove` must do its work
 * synchronously.
 */
export function removedOnInterruption(remove: () => void): Disposable {
  const forget = () => {
    for (const signal of interruptions) process.off(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    forget();
    remove();
    // The signal is sent again, so that the parent process learns the cause of the end.
    process.kill(process.pid, signal);
  };
  for (const signal of interruptions) process.on(signal, onSignal);
  return { [Symbol.dispose]: forget };
}
