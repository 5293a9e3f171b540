import { z } from "zod";
import {
  lineText,
  matching,
  optional,
  pageInput,
  rupiah,
  text,
  timestamp,
  uuid,
} from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { readers, type Role } from "./roles.ts";

/** Payment links: reusable public addresses at which anyone can buy. */

const tag = "Payment links";

const sellers: readonly Role[] = ["owner", "finance"];

/** The last part of a link's public address. The part is lower case, so that people can type it and read it out. */
export const linkSlug = () =>
  matching(
    text({ min: limits.linkSlugCharactersMin, max: limits.linkSlugCharactersMax }),
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    { code: "not_a_slug", params: {} },
  );

const question = z.enum(["no", "optional", "required"]).meta({
  id: "Question",
  description: "The field in the form: left out, optional or required.",
});

export type Question = z.infer<typeof question>;

const amount = () => z.int().min(1).max(limits.paymentAmountMax).meta({ format: "int64" });

const contents = {
  link_name: lineText().meta({ description: "The product in a few words, which customers see." }),
  description: optional(text({ max: limits.linkDescriptionCharacters })).meta({
    description: "The description of the product, which customers see. Tepat keeps line breaks.",
  }),
  amounts: z
    .array(amount().meta({ description: "The price of one piece, whole rupiah." }))
    .max(limits.linkAmounts)
    .default([])
    .meta({
      description:
        "One amount is fixed, several are a choice. Empty: the customer decides, between `amount_min` and `amount_max`.",
    }),
  amount_min: amount().nullish().meta({
    description: "The smallest amount; required if `amounts` is empty, and only then.",
  }),
  amount_max: amount().nullish().meta({ description: "The largest amount; null for no limit." }),
  quantity_max: z
    .int()
    .min(1)
    .max(limits.linkQuantityMax)
    .default(1)
    .meta({ description: "The pieces that one customer can order at once." }),
  stock: z.int().min(1).max(limits.linkStockMax).nullish().meta({
    description:
      "The total number of pieces for sale; null for no limit. Pieces of unpaid payments become free again.",
  }),
  payments_max: z.int().min(1).max(limits.linkStockMax).nullish().meta({
    description:
      "The total number of payments; null for no limit. Unpaid payments no longer count once they end.",
  }),
  open_until: timestamp().nullish().meta({
    description: "The time at which the link closes automatically; null if it never does.",
  }),
  deadline_seconds: z
    .int()
    .min(limits.linkDeadlineSecondsMin)
    .max(limits.linkDeadlineSecondsMax)
    .default(limits.linkDeadlineSecondsDefault)
    .meta({ description: "The time to pay, in seconds from the customer's choice." }),
  asks_name: question.default("required").meta({ description: "The customer's name." }),
  asks_phone: question.default("no").meta({ description: "The customer's phone." }),
  asks_note: question.default("no").meta({ description: "A note to the seller." }),
};

const link = z
  .object({
    link_id: uuid().meta({ description: "The link." }),
    slug: z.string().meta({ description: "The last part of the link's address." }),
    url: z.string().meta({ description: "The link's public address." }),
    link_name: z.string().meta({ description: "The product." }),
    description: z.string().nullable().meta({ description: "The description of the product." }),
    amounts: z.array(rupiah()).meta({
      description: "One amount is fixed, several are a choice. If empty, the customer decides.",
    }),
    amount_min: rupiah()
      .nullable()
      .meta({ description: "The smallest amount, if the customer decides." }),
    amount_max: rupiah()
      .nullable()
      .meta({ description: "The largest amount, if the customer decides; null if unlimited." }),
    quantity_max: z.int().meta({ description: "The largest number of pieces in one order." }),
    stock: z
      .int()
      .nullable()
      .meta({ description: "The total number of pieces; null if unlimited." }),
    pieces_left: z.int().nullable().meta({
      description: "The number of pieces that are neither paid nor reserved; null if unlimited.",
    }),
    payments_max: z
      .int()
      .nullable()
      .meta({ description: "The total number of payments; null if unlimited." }),
    open_until: timestamp().nullable().meta({
      description: "The time at which the link closes automatically, UTC; null if it never does.",
    }),
    deadline_seconds: z.int().meta({ description: "The time to pay, in seconds." }),
    asks_name: question,
    asks_phone: question,
    asks_note: question,
    picture_url: z
      .string()
      .nullable()
      .meta({ description: "The URL of the link's picture, served by the gateway." }),
    is_open: z.boolean().meta({ description: "True if the link is switched on." }),
    state: z
      .enum(["open", "closed", "ended", "sold_out"])
      .meta({ description: "The link's state, as customers see it." }),
    created_at: timestamp().meta({ description: "The time of creation, UTC." }),
    payments_made: z.int().meta({ description: "The number of payments created from the link." }),
    payments_pending: z.int().meta({ description: "The number of pending payments." }),
    payments_paid: z.int().meta({ description: "The number of paid payments." }),
    amount_paid: rupiah().meta({ description: "The sum of the paid payments, whole rupiah." }),
  })
  .meta({ id: "PaymentLink", description: "A payment link, as its merchant sees it." });

export type PaymentLink = z.infer<typeof link>;

const linkDetail = link
  .extend({
    qr_svg: z.string().meta({ description: "The link's address as a QR code, an SVG image." }),
  })
  .meta({ id: "PaymentLinkDetail", description: "A payment link with its QR code." });

export type PaymentLinkDetail = z.infer<typeof linkDetail>;

const link_id = uuid().meta({ description: "The link." });
const subject = "link";

export const linkOperations = {
  listLinks: dashboardOperation({
    meta: {
      operationId: "listLinks",
      method: "GET",
      path: "/links",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List payment links",
      description: "The payment links with their results, newest first.",
      envelope: "page",
    },
    input: z.object(pageInput),
    output: z.array(link),
  }),

  getLink: dashboardOperation({
    meta: {
      operationId: "getLink",
      method: "GET",
      path: "/links/{link_id}",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read a payment link",
      description: "The payment link with its QR code, for a poster.",
      subject,
    },
    input: z.object({ link_id }),
    output: linkDetail,
  }),

  createLink: dashboardOperation({
    meta: {
      operationId: "createLink",
      method: "POST",
      path: "/links",
      roles: sellers,
      tag,
      summary: "Create a payment link",
      description: `A merchant can have ${limits.linksPerMerchant} links; one more returns \`conflict\`. The link is on at once. Opening its address creates no invoice.`,
      envelope: "created",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        form_key: optional(uuid()).meta({
          description:
            "A random key for each opening of the form, so that a form sent twice creates one link. The key becomes the link's id.",
        }),
        slug: optional(linkSlug()).meta({
          description:
            "The last part of the link's address, unique on this gateway. Without it, the gateway chooses one. You cannot change it later.",
        }),
        ...contents,
      })
      .meta({ description: "The link." }),
    output: linkDetail,
  }),

  changeLink: dashboardOperation({
    meta: {
      operationId: "changeLink",
      method: "POST",
      path: "/links/{link_id}",
      roles: sellers,
      tag,
      summary: "Change a payment link",
      description:
        "Replaces all fields of the link except its address, its picture and its switch. Existing payments stay as they are.",
      subject,
      needsConfirmation: true,
    },
    input: z.object({ link_id, ...contents }).meta({ description: "The link." }),
    output: linkDetail,
  }),

  switchLink: dashboardOperation({
    meta: {
      operationId: "switchLink",
      method: "POST",
      path: "/links/{link_id}/switch",
      roles: sellers,
      tag,
      summary: "Switch a payment link on or off",
      description:
        "The page of a link that is off shows customers a notice. Customers can still pay existing payments.",
      subject,
    },
    input: z
      .object({
        link_id,
        is_open: z.boolean().meta({ description: "True to switch the link on." }),
      })
      .meta({ description: "The link's new state." }),
    output: linkDetail,
  }),

  setLinkPicture: dashboardOperation({
    meta: {
      operationId: "setLinkPicture",
      method: "POST",
      path: "/links/{link_id}/picture",
      roles: sellers,
      tag,
      summary: "Give a payment link a picture",
      description: `JPEG or PNG of at most ${limits.linkPictureBytes / 1024} KiB and ${limits.linkPicturePixels} pixels a side. The gateway itself serves the picture.`,
      subject,
      needsConfirmation: true,
    },
    input: z
      .object({
        link_id,
        picture: text({ min: 1, max: limits.linkPictureCharacters }).meta({
          description: "The file in base64 (RFC 4648, section 4).",
        }),
      })
      .meta({ description: "The picture." }),
    output: linkDetail,
  }),

  removeLinkPicture: dashboardOperation({
    meta: {
      operationId: "removeLinkPicture",
      method: "DELETE",
      path: "/links/{link_id}/picture",
      roles: sellers,
      tag,
      summary: "Remove the picture of a payment link",
      description: "Does nothing if the link has no picture.",
      subject,
    },
    input: z.object({ link_id }),
    output: linkDetail,
  }),
};
