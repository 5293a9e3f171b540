import { limits } from "../../contract/limits.ts";
import { isPublicHost } from "./webhook-targets.ts";

/** Judges a mail server's name and port by their spelling, as webhook-targets.ts judges webhooks' addresses. */
export const mayUseMailHost = (
  { host, port }: { host: string; port: number },
  { allowPrivate }: { allowPrivate: boolean },
): boolean => allowPrivate || (port === limits.mailboxPort && isPublicHost(host.toLowerCase()));

export const isLoopbackHost = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/i.test(host);
