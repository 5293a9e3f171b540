const minute = 60;

/**
 * Returns a cron expression with seconds, as Vendure's scheduler expects. From two minutes on, only whole minutes
 * are possible.
 */
export function everySeconds(seconds: number): string {
  if (seconds < minute) return `*/${Math.max(1, Math.round(seconds))} * * * * *`;
  const minutes = Math.round(seconds / minute);
  return minutes < minute ? `*/${minutes} * * * *` : "0 * * * *";
}
