import { limits } from "../contract/limits.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import {
  attemptMail,
  leaseDueMails,
  type SendCustomerMail,
} from "../domain/sales/customer-mails.ts";
import type { LeasedMail } from "../domain/sales/customer-mails.sql.ts";
import type { Log } from "../outside/log.ts";
import { createSender, type Sender } from "./sender.ts";

/** The time between two looks. */
const mailLookSeconds = 2;

/**
 * Sends email to the customers of sales. The sender looks every two seconds, so that a payment need not wake it.
 * Without a mail server, emails wait.
 */
export const createCustomerMailSender = (
  gateway: Gateway,
  send: SendCustomerMail,
  log: Log,
  { lookSeconds = mailLookSeconds }: { lookSeconds?: number } = {},
): Sender<LeasedMail> =>
  createSender<LeasedMail, LeasedMail>(
    {
      name: "customer mail",
      places: limits.customerMailAttemptsUnderWay,
      placesPerOwner: 1,
      lookSeconds,
      ownerOf: ({ merchant_id }) => merchant_id,
      idOf: ({ mail_id }) => mail_id,
      async lease({ limit, under_way }) {
        const busy = Object.keys(under_way);
        const items =
          limit > 0 && gateway.settings.sendsMail
            ? await leaseDueMails(gateway, { limit, busy })
            : [];
        return {
          items,
          // A merchant has one email in progress at a time, so the end of each is a reason to look for the next one.
          is_some_left: limit === items.length || items.length > 0,
          is_some_taken: false,
          seconds_until_next: null,
        };
      },
      leaseOwed: async () => [],
      attempt: (mail) => attemptMail(gateway, send, mail),
    },
    log,
  );
