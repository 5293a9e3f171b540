import type { Gateway } from "../gateway/gateway.ts";

/** The dashboard's page to which a mail provider redirects a browser after a sign-in. */
export const mailSignInUrl = ({ settings }: Pick<Gateway, "settings">): string =>
  `${settings.publicUrl}/dashboard/devices/mail-sign-in`;
