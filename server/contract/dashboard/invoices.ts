import { z } from "zod";
import { refusedAs } from "../field-problems.ts";
import {
  callablePhone,
  email,
  lineText,
  optional,
  rupiah,
  text,
  timestamp,
  uuid,
} from "../fields.ts";
import { limits } from "../limits.ts";
import { paymentStatus } from "../payments.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";

/** Manual invoices. Each is stored as a sale, with one payment once its account is known. */

const tag = "Invoices";

export const invoiceStatus = z.enum(["OPEN", ...paymentStatus.options]).meta({
  id: "InvoiceStatus",
  description:
    "`OPEN`: the customer has not chosen how to pay, so there is no payment yet. The other states are those of the payment.",
});

export type InvoiceStatus = z.infer<typeof invoiceStatus>;

const saleFields = {
  sale_id: uuid().meta({ description: "The invoice." }),
  payment_code: z.string().meta({
    description: "The invoice's code, numbered by the gateway. Its payment has the same code.",
  }),
  payment_amount: rupiah().meta({ description: "Amount without the unique amount." }),
  customer_name: z.string().meta({ description: "Customer's name." }),
  created_at: timestamp().meta({ description: "The time of creation, UTC." }),
};

export const unchosenInvoice = z.object({ ...saleFields, invoice_status: invoiceStatus });

const invoiceItem = z
  .object({
    name: z.string().meta({ description: "The item's name." }),
    price: rupiah().meta({ description: "Unit price, whole rupiah." }),
    quantity: z.int().min(1).meta({ description: "Number of units." }),
  })
  .meta({ id: "InvoiceItem", description: "One line of an invoice." });

const mailLanguage = () => z.enum(["id", "en"]).meta({ description: "The language of the email." });

export type MailLanguage = z.infer<ReturnType<typeof mailLanguage>>;

const customerMail = z
  .object({
    kind: z.enum(["invoice", "reminder", "receipt"]).meta({ description: "The kind of email." }),
    mail_state: z.enum(["WAITING", "SENT", "GIVEN_UP"]).meta({
      description:
        "`SENT`: the operator's mail server accepted the email. `GIVEN_UP`: the mail server did not accept the email, or its contents were no longer true.",
    }),
    created_at: timestamp().meta({ description: "The time of the request, UTC." }),
  })
  .meta({ id: "CustomerMail", description: "An email to the customer." });

export type CustomerMail = z.infer<typeof customerMail>;

const sendingFields = {
  note: z
    .string()
    .nullable()
    .meta({ description: "A note to the customer, shown below the items." }),
  can_mail: z.boolean().meta({
    description: "True if the customer has an email address and the operator has set up email.",
  }),
  mails: z.array(customerMail).meta({ description: "Email to the customer, newest first." }),
};

export const paymentSale = z
  .object({ sale_id: saleFields.sale_id, ...sendingFields })
  .meta({ id: "PaymentSale", description: "The manual invoice behind a payment." });

export type PaymentSale = z.infer<typeof paymentSale>;

const invoice = z
  .object({
    ...unchosenInvoice.shape,
    payment_total: rupiah()
      .nullable()
      .meta({ description: "The exact amount to pay, whole rupiah; null without a payment." }),
    customer_email: z.string().nullable().meta({ description: "Customer's email address." }),
    customer_phone: z.string().nullable().meta({ description: "Customer's phone." }),
    items: z.array(invoiceItem).meta({ description: "The items sold. Can be empty." }),
    ...sendingFields,
    deadline_seconds: z.int().nullable().meta({
      description:
        "The time to pay, in seconds from the creation of the payment; null with a fixed deadline.",
    }),
    deadline_at: timestamp()
      .nullable()
      .meta({ description: "The fixed deadline, UTC; null if deadline_seconds is given." }),
    account_id: uuid().nullable().meta({ description: "Receiving account." }),
    address: z.url().meta({ description: "The page to send to the customer." }),
    address_qr: z
      .string()
      .meta({ description: "The page's address as a QR code, an SVG drawing." }),
  })
  .meta({ id: "Invoice", description: "A manual invoice." });

export type Invoice = z.infer<typeof invoice>;

export const itemInput = z
  .object({
    name: lineText().meta({ description: "The item's name." }),
    price: z
      .int()
      .min(1)
      .max(limits.paymentAmountMax)
      .meta({ format: "int64", description: "Unit price, whole rupiah." }),
    quantity: z.int().min(1).max(limits.itemQuantityMax).meta({ description: "Number of units." }),
  })
  .meta({ id: "InvoiceItemInput", description: "One line of a new invoice or sale." });

/** Returns the sum of price × quantity. A sum beyond 2^53 is inexact, but is refused as too large anyway. */
export const sumOf = (items: readonly { price: number; quantity: number }[]): number =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

const newInvoice = z
  .object({
    form_key: uuid().meta({
      description:
        "A random key for each opening of the form, so that a form sent twice creates one invoice.",
    }),
    account_id: optional(uuid()).meta({
      description:
        "The account that gets the money. Without it, the customer chooses the bank or QRIS, and can choose again until money comes.",
    }),
    payment_amount: z
      .int()
      .min(1)
      .max(limits.paymentAmountMax)
      .nullish()
      .meta({ format: "int64", description: "The amount. Leave it out if you send items." }),
    items: z
      .array(itemInput)
      .max(limits.orderItems)
      .default([])
      .meta({ description: "The items sold. The invoice's amount is their sum." }),
    customer_name: lineText().meta({ description: "Customer's name." }),
    customer_email: optional(email()).meta({ description: "Customer's email address." }),
    customer_phone: optional(callablePhone()).meta({ description: "Customer's phone." }),
    mail_language: optional(mailLanguage()).meta({
      description:
        "The language in which Tepat emails the invoice to the customer. Without it, Tepat sends no email.",
    }),
    note: optional(text({ max: limits.saleNoteCharacters })).meta({
      description: "A note to the customer, shown below the items.",
    }),
    deadline_seconds: z
      .int()
      .min(limits.saleDeadlineSecondsMin)
      .max(limits.saleDeadlineSecondsMax)
      .nullish()
      .meta({
        description:
          "The time to pay, in seconds from the creation of the payment. Leave it out if you send deadline_at.",
      }),
    deadline_at: timestamp()
      .nullish()
      .meta({
        description: `A fixed deadline in place of deadline_seconds, ${limits.saleDeadlineSecondsMin / 60} minutes to ${limits.saleDeadlineSecondsMax / 86_400} days from now.`,
      }),
  })
  .superRefine(
    (input, context) => {
      const sum = sumOf(input.items);
      const refuse = (field: string, problem: Parameters<typeof refusedAs>[0]) =>
        context.addIssue({ code: "custom", path: [field], ...refusedAs(problem) });
      if (input.deadline_seconds == null && input.deadline_at == null)
        refuse("deadline_at", { code: "required", params: {} });
      if (input.mail_language != null && input.customer_email == null)
        refuse("customer_email", { code: "required", params: {} });
      if (input.items.length === 0 && input.payment_amount == null)
        refuse("payment_amount", { code: "required", params: {} });
      if (sum > limits.paymentAmountMax)
        refuse("items", { code: "too_large", params: { maximum: limits.paymentAmountMax } });
      // Above that bound the sum might be inexact, so the message omits it.
      else if (input.items.length > 0 && (input.payment_amount ?? sum) !== sum)
        refuse("payment_amount", { code: "not_the_sum", params: { sum } });
    },
    { when: ({ value, issues }) => isObject(value) && !issues.some(isAboutAmount) },
  )
  .meta({ description: "The new invoice." });

export const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

/** Returns whether a problem concerns the amounts. The sum is not checked while one of its parts is wrong. */
export const isAboutAmount = ({ path = [] }: { path?: PropertyKey[] | undefined }): boolean =>
  path[0] === "items" || path[0] === "payment_amount";

export type NewInvoice = z.infer<typeof newInvoice>;

const ofInvoice = { sale_id: uuid().meta({ description: "The invoice." }) };

const mailRequest = z
  .object({
    kind: z
      .enum(["invoice", "reminder"])
      .meta({ description: "The kind of email: the invoice or a reminder." }),
    language: mailLanguage(),
  })
  .meta({ description: "The email to send." });

export type MailRequest = z.infer<typeof mailRequest>;

export const invoiceOperations = {
  createInvoice: dashboardOperation({
    meta: {
      operationId: "createInvoice",
      method: "POST",
      path: "/invoices",
      roles: ["owner", "finance"],
      tag,
      summary: "Create a manual invoice",
      description:
        "Creates an invoice with the next code of the merchant's series. If you name an account, Tepat creates the payment too; otherwise nothing is reserved until the customer chooses. If the account cannot take the amount now, Tepat creates nothing and returns `conflict` with the `reason`. You can then send the same form again.",
      errors: ["not_found", "conflict"],
    },
    input: newInvoice,
    output: invoice,
  }),

  getInvoice: dashboardOperation({
    meta: {
      operationId: "getInvoice",
      method: "GET",
      path: "/invoices/{sale_id}",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "Read a manual invoice",
      description: "The invoice's contents, its state, and the address to send to the customer.",
      subject: "invoice",
    },
    input: z.object(ofInvoice),
    output: invoice,
  }),

  mailInvoice: dashboardOperation({
    meta: {
      operationId: "mailInvoice",
      method: "POST",
      path: "/invoices/{sale_id}/mails",
      roles: ["owner", "finance"],
      tag,
      summary: "Send an invoice by email",
      description: `Sends the customer the invoice, once, or a reminder: at most ${limits.remindersPerInvoice}, and one every ${limits.hoursBetweenReminders} hours. If Tepat cannot send the email, it returns \`conflict\` with the \`reason\`.`,
      subject: "invoice",
      errors: ["conflict"],
    },
    input: mailRequest.extend(ofInvoice),
    output: invoice,
  }),

  cancelInvoice: dashboardOperation({
    meta: {
      operationId: "cancelInvoice",
      method: "DELETE",
      path: "/invoices/{sale_id}",
      roles: ["owner", "finance"],
      tag,
      summary: "Cancel a manual invoice",
      description:
        "Cancels the invoice before or after the customer chooses how to pay. If the invoice is PAID, EXPIRED or CANCELLED, Tepat returns `payment_not_cancellable`.",
      subject: "invoice",
      errors: ["payment_not_cancellable"],
    },
    input: z.object(ofInvoice),
    output: z.null(),
  }),
};
