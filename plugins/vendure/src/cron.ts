const minute = 60;

/** Vendure's scheduler takes cron expressions; seconds stand in front. Minutes are whole from two on. */
export function everySeconds(seconds: number): string {
  if (seconds < minute) return `*/${Math.max(1, Math.round(seconds))} * * * * *`;
  const minutes = Math.round(seconds / minute);
  return minutes < minute ? `*/${minutes} * * * *` : "0 * * * *";
}
