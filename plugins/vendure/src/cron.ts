const minute = 60;

/**
 * Vendure's scheduler takes cron expressions that begin with seconds. From two minutes on, only whole minutes are
 * possible.
 */
export function everySeconds(seconds: number): string {
  if (seconds < minute) return `*/${Math.max(1, Math.round(seconds))} * * * * *`;
  const minutes = Math.round(seconds / minute);
  return minutes < minute ? `*/${minutes} * * * *` : "0 * * * *";
}
