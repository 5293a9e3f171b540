const minute = 60;

/**
 * Returns a cron expression with seconds, as Vendure's scheduler expects. From one minute on, the interval is a whole
 * number of minutes, at most 60.
 */
export function everySeconds(seconds: number): string {
  if (seconds < minute) return `*/${Math.max(1, Math.round(seconds))} * * * * *`;
  const minutes = Math.round(seconds / minute);
  return minutes < minute ? `*/${minutes} * * * *` : "0 * * * *";
}
