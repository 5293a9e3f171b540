/** Returns whether a webhook attempt succeeded. The status is null if there was no response. */
export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;
