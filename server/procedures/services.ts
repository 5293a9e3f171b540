import { GatewayError } from "../contract/errors.ts";
import { limits } from "../contract/limits.ts";
import { isDataError } from "../db/constraints.ts";
import { findMerchantsByApiKeys } from "../domain/merchants/api-keys.ts";
import { batched } from "../domain/base/batch.ts";
import { findDevicesByTokens, isWell, type CallingDevice } from "../domain/sources/devices.ts";
import type { Gateway } from "../domain/gateway/gateway.ts";
import { readReport, recordReports, reportOutcomes } from "../domain/mutations/mutations.ts";
import {
  createPayments,
  readPages,
  readPayments,
  requirePayment,
} from "../domain/payments/payments.ts";
import { rememberedLookup } from "../domain/base/remembered-lookup.ts";
import type { Replicas } from "../db/replicas.ts";
import type { RateLimits } from "./rate-limits.ts";
import type { Mailer } from "../domain/access/password-resets.ts";
import type { DeliverMail } from "../domain/gateway-settings/mail-server.ts";
import type { AskAddress } from "../domain/gateway-settings/public-address.ts";
import type { SettingsInForce } from "../domain/gateway-settings/settings-in-force.ts";
import type { OpenInbox } from "../domain/mail/inbox.ts";
import type { MailAccess } from "../domain/mail/mail-access.ts";
import type { RefusalLog } from "../domain/access/refused-operations.ts";
import type { NoticeChannels } from "../domain/notices/notice-sending.ts";
import type { WebhookClient } from "../domain/webhooks/webhooks.ts";
import type { Device } from "../domain/sources/devices.ts";
import type { Notification, ReportOutcome } from "../contract/worker.ts";
import type { CreatePaymentInput, Payment } from "../contract/payments.ts";
import type { PaymentName } from "../domain/gateway/payment-row.ts";

/** The services that procedures need from the layers above them. */
export interface Outside {
  /** For attempts that a person requests. The webhook sender makes all other attempts. */
  webhookClient: WebhookClient;
  /** Records refused requests of signed-in people in the audit log. */
  refusals: Pick<RefusalLog, "note">;
  /** null if DATABASE_REPLICA_URL is not set. */
  replicas: Replicas | null;
  /** Returns null while no mail server is set. */
  mailer(): Mailer | null;
  /** Sends an email whose sender waits for the mail server's response. */
  deliverMail: DeliverMail;
  /** Signs in to a merchant's mail server while the merchant waits. */
  openInbox: OpenInbox;
  mailAccess: MailAccess;
  askAddress: AskAddress;
  settingsInForce: SettingsInForce;
  /** Gives the available channels and the Telegram bot's name. The notice sender sends the notices. */
  noticeChannels: NoticeChannels;
}

/** The services that all calls of one process share. */
export type Services = ReturnType<typeof createServices>;

const credentialTrust = {
  trustMilliseconds: limits.credentialTrustMilliseconds,
  refreshMilliseconds: limits.credentialRefreshMilliseconds,
  entriesMax: limits.credentialsRemembered,
  nowMilliseconds: () => performance.now(),
};

export function createServices(gateway: Gateway, rateLimits: RateLimits, outside: Outside) {
  /** Lets concurrent calls share a statement. If the database refuses one request, only that request fails. */
  const together = <Request, Result>(
    sizeMax: number,
    run: (gateway: Gateway, requests: readonly Request[]) => Promise<readonly Result[]>,
  ) =>
    batched<Request, Result>({
      sizeMax,
      run: (requests) => run(gateway, requests),
      mayRunAlone: isDataError,
    });

  const create = together(limits.createsPerStatement, createPayments);
  const read = together(limits.readsPerStatement, readPayments);
  const record = together(limits.reportsPerStatement, recordReports);
  return {
    ...outside,
    gateway,
    rateLimits,
    /** Returns null for an invalid key. A revoked key is refused within a second. */
    merchantOfApiKey: rememberedLookup<string>({
      ...credentialTrust,
      find: together(limits.credentialsPerStatement, ({ sql }, api_keys: readonly string[]) =>
        findMerchantsByApiKeys(sql, api_keys),
      ),
    }),
    /** Returns null for an unknown token. A revoked token is refused within a second. */
    deviceOfToken: rememberedLookup<CallingDevice>({
      ...credentialTrust,
      find: together(limits.credentialsPerStatement, ({ sql }, tokens: readonly string[]) =>
        findDevicesByTokens(sql, tokens),
      ),
      isSettled: isWell,
    }),
    /** Creates one payment. Concurrent creates share a statement. */
    async createPayment(request: {
      merchant_id: string;
      input: CreatePaymentInput;
    }): Promise<Payment> {
      const outcome = await create(request);
      if (outcome instanceof GatewayError) throw outcome;
      return outcome;
    },
    /** Reads one payment. Concurrent reads share a statement. */
    readPayment: async (name: PaymentName): Promise<Payment> => requirePayment(await read(name)),
    /** Reads a page. Concurrent reads share a statement. */
    listPayments: together(limits.listsPerStatement, readPages),
    /** Records a device's report. Concurrent reports share a statement. */
    async report(device: Device, notifications: readonly Notification[]): Promise<ReportOutcome[]> {
      const report = await readReport(gateway, device, notifications);
      if (report.positions.length === 0) return report.outcomes;
      return reportOutcomes(report, await record(report.transfers));
    },
  };
}
