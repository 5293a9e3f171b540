/** Whether a receiver took the event. The status is null when it did not answer. */
export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;
