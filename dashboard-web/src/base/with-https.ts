/** Completes a typed web address with `https://`, because most people leave it out. */
export function withHttps(typed: string): string {
  const address = typed.trim();
  return address === "" || address.includes("://") ? address : `https://${address}`;
}
