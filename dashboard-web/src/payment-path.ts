/** A merchant's own code may hold anything, slashes too. */
export const paymentPath = (code: string): string => `/payments/${encodeURIComponent(code)}`;
