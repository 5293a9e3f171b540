import type { Gateway } from "../gateway/gateway.ts";

/** The addresses of customers' pages: sales, payment links and their pictures. No other code builds these addresses. */

/** Returns the page on which a customer chooses how to pay a sale. Afterwards the page redirects to the payment. */
export const saleAddress = ({ settings }: Pick<Gateway, "settings">, sale_id: string): string =>
  `${settings.publicUrl}/i/${sale_id}`;

export const linkAddress = ({ settings }: Pick<Gateway, "settings">, slug: string): string =>
  `${settings.publicUrl}/l/${slug}`;

/** Returns a picture's path. The gateway serves the picture, so a link's page loads nothing from other sites. */
export const picturePath = (picture_id: string): string => `/l/pictures/${picture_id}`;

export const pictureAddress = ({ settings }: Pick<Gateway, "settings">, picture_id: string) =>
  `${settings.publicUrl}${picturePath(picture_id)}`;
