import type { Gateway } from "../gateway/gateway.ts";

/**
 * Makes the addresses of customers' pages: sales, payment links and their pictures. Nothing else writes these
 * addresses.
 */

/** The page on which a customer chooses how to pay a sale; afterwards it leads to the payment. */
export const saleAddress = ({ settings }: Pick<Gateway, "settings">, sale_id: string): string =>
  `${settings.publicUrl}/i/${sale_id}`;

export const linkAddress = ({ settings }: Pick<Gateway, "settings">, slug: string): string =>
  `${settings.publicUrl}/l/${slug}`;

/** A picture is served by the gateway, so a link's page loads nothing from elsewhere. */
export const picturePath = (picture_id: string): string => `/l/pictures/${picture_id}`;

export const pictureAddress = ({ settings }: Pick<Gateway, "settings">, picture_id: string) =>
  `${settings.publicUrl}${picturePath(picture_id)}`;
