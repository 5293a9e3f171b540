/** Whether a receiver took the event. null: it did not answer. */
export const isSuccess = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;
