/** A web address as the server wants it: most people type it without `https://`. */
export function withHttps(typed: string): string {
  const address = typed.trim();
  return address === "" || address.includes("://") ? address : `https://${address}`;
}
