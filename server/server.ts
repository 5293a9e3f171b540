import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "./start/config.ts";
import { limits } from "./contract/limits.ts";
import type { LaunchedDatabase } from "./db/embedded.ts";
import { openNotificationHub, type NotificationHub } from "./db/notification-hub.ts";
import { firstAccountAddress } from "./domain/access/first-account.ts";
import { createDashboardWatch } from "./domain/live/dashboard-watch.ts";
import { localNetworkHosts } from "./domain/gateway-settings/local-network.ts";
import { followTunnel } from "./domain/gateway-settings/tunnel.ts";
import { tunnelProgramIn } from "./domain/gateway-settings/tunnel-program.ts";
import {
  changedGatewaySettings,
  followGatewaySettings,
  openSettingsInForce,
} from "./domain/gateway-settings/settings-in-force.ts";
import { describeClocks } from "./domain/upkeep/database-health.ts";
import { readDeviceFigures } from "./domain/sources/device-figures.ts";
import { runCheck } from "./domain/base/check-result.ts";
import { hostInUrl } from "./domain/base/host.ts";
import { webhookTargetRules } from "./domain/base/webhook-targets.ts";
import { watchRateLimits } from "./domain/upkeep/system-health.ts";
import { nameWithOwnLimits } from "./domain/upkeep/system-health.sql.ts";
import { readMachineFigures } from "./domain/upkeep/machine-figures.ts";
import { readOperatingFigures } from "./domain/upkeep/operating-figures.ts";
import { createRefusalLog } from "./domain/access/refused-operations.ts";
import { createRequestLog } from "./domain/merchants/request-log.ts";
import { renewMailRules, switchOffRefusedRules } from "./domain/mutations/reading-rules.ts";
import { loadOperatorRules } from "./domain/notifications/operator-rules.ts";
import { changedPayments } from "./domain/payments/payment-announcements.ts";
import { createPaymentWatch } from "./domain/live/payment-watch.ts";
import { createApp } from "./http/app.ts";
import { createCheckoutEvents } from "./http/pages/checkout-events.ts";
import { createCheckoutPages } from "./http/pages/checkout-page.ts";
import { loadCheckoutWeb } from "./http/pages/checkout-web.ts";
import { createFormPages } from "./http/pages/form-pages.ts";
import { createDashboardEvents } from "./http/pages/dashboard-events.ts";
import { createDashboardPages, loadDashboardWeb } from "./http/pages/dashboard-page.ts";
import { createMerchantEvents } from "./http/pages/merchant-events.ts";
import { createEventStreams, type EventStreams } from "./http/pages/event-streams.ts";
import { createBodyRoom } from "./http/transport/body-room.ts";
import { noProxies, trustsAny } from "./http/transport/client-address.ts";
import { listen } from "./http/transport/listen.ts";
import { followLocalNetwork, ofLocalNetwork } from "./http/transport/local-listeners.ts";
import { createJobsApp } from "./http/jobs-app.ts";
import { createMetrics } from "./http/metrics/metrics.ts";
import { androidAppIn, createAndroidAppPage } from "./http/pages/android-app.ts";
import { firstOf, type FindPage } from "./http/pages/page.ts";
import { loadPairingPages } from "./http/pages/pairing-page.ts";
import { createServicePages } from "./http/pages/pages.ts";
import { findRootPage } from "./http/pages/root-page.ts";
import { recurringJobs } from "./jobs/jobs.ts";
import { startQueue, startQueueBeside, type Queue } from "./jobs/queue.ts";
import { watchRules } from "./jobs/rules-watch.ts";
import { createNoticeChannels, telegramReader } from "./outside/notice-channels.ts";
import { createCustomerMailSender } from "./jobs/customer-mail-sender.ts";
import { startMailboxReader } from "./jobs/mailbox-reader.ts";
import { createNoticeSender } from "./jobs/notice-sender.ts";
import { startTelegramReader } from "./jobs/telegram-reader.ts";
import { readCertificateEnd } from "./outside/certificate.ts";
import { createCurrentWebhookClient } from "./outside/webhook-client.ts";
import { createWebhookSender, owedWebhooks, type WebhookSender } from "./jobs/webhook-sender.ts";
import {
  createGateway,
  openDatabase,
  requireItsSecret,
  settingsAtStart,
} from "./start/open-gateway.ts";
import { openReplicasOf } from "./start/open-replicas.ts";
import { createRateLimits } from "./procedures/rate-limits.ts";
import { createKeyLookup } from "./outside/dns-keys.ts";
import { createMailAccess } from "./domain/mail/mail-access.ts";
import { createTokenClient } from "./outside/token-client.ts";
import { createInboxOpener } from "./outside/imap-client.ts";
import { startMailReceiver } from "./outside/smtp-receiver.ts";
import { createMailer } from "./outside/mailer.ts";
import type { connectSharedLimits } from "./procedures/shared-limits.ts";
import { startTracing } from "./tracing/tracing.ts";
import { type Services, createServices } from "./procedures/services.ts";

const checkoutWebDirectory = join(import.meta.dirname, "../checkout-web/dist");
const dashboardWebDirectory = join(import.meta.dirname, "../dashboard-web/dist");

export interface RunningServer {
  /** The address at which the server listens, for this machine. */
  url: string;
  transport: "node" | "uws";
  /**
   * The address that opens the first account in a browser. null if there is an account, or if only jobs run here.
   */
  firstAccountAddress: string | null;
  /**
   * Prepares the stop for load balancers: from now on, /readyz responds with 503, and each response ends its
   * connection. New requests are still processed.
   */
  drain(): void;
  /** Finishes the requests in progress, then stops everything in the reverse order of its start. */
  close(): Promise<void>;
}

/** Connects all parts and starts them. If a part does not start, the earlier ones are stopped. */
export async function startServer(
  config: Config,
  log: Logger,
  /** The embedded database, if its start has begun. */
  launched: LaunchedDatabase | null = null,
  findLocalHosts: () => readonly string[] = localNetworkHosts,
): Promise<RunningServer> {
  await using started = new AsyncDisposableStack();
  // Stops PostgreSQL also if a later part of the start fails.
  started.defer(() => launched?.stop());

  const rules = loadOperatorRules(config.rulesFile);
  const rulesWatch = watchRules(rules, log);
  started.defer(() => rulesWatch.stop());

  const tracing = await startTracing(config.traces);
  started.defer(() => tracing.stop());

  const database = await openDatabase(config, "tepat server", { launched });
  started.defer(() => database.close());
  await requireItsSecret(config, database);
  const clocks = await runCheck("clocks", () => describeClocks(database.sql));
  if (!clocks.is_ok) log.warn(`clocks: ${clocks.detail}`);

  const sharedLimits = config.redisUrl ? await openSharedLimits(config.redisUrl, log) : null;
  started.defer(() => sharedLimits?.close());

  const countsForItself = config.role !== "jobs" && sharedLimits === null;
  const hub = openNotificationHub(
    database.directUrl,
    log,
    countsForItself ? { applicationName: nameWithOwnLimits(randomUUID()) } : {},
  );
  started.defer(() => hub.close());

  const tracedDatabase = { ...database, sql: tracing.sql(database.sql) };
  const settingsInForce = await openSettingsInForce(tracedDatabase, settingsAtStart(config), {
    announce: () => hub.publish(changedGatewaySettings, ["now"]),
    log,
  });
  const following = await followGatewaySettings(settingsInForce, hub, log);
  started.defer(() => following.stop());
  const gateway = createGateway(config, tracedDatabase, settingsInForce, {
    notificationReader: rules.reader,
    wakeWebhookSender: (owed) => (sender ? sender.wake(owed) : hub.publish(owedWebhooks, ["now"])),
    announcePayments(payments) {
      metrics.count.paymentsEnded(payments.length);
      hub.publish(changedPayments, payments);
    },
  });
  await renewMailRules(gateway);
  const refusedRules = await switchOffRefusedRules(gateway);
  if (refusedRules > 0) {
    log.warn(
      `${refusedRules} wordings that merchants taught could accept a sender's words, so Tepat switched them off. Each merchant's dashboard shows them under Transfers`,
    );
  }
  const streams = createEventStreams(gateway.random);
  started.defer(() => streams.stop());
  const dashboardStreams = createEventStreams(gateway.random, {
    ...limits,
    streams: limits.dashboardStreams,
  });
  started.defer(() => dashboardStreams.stop());
  const metrics = createMetrics({
    readDeviceFigures: () => readDeviceFigures(gateway),
    readOperatingFigures: () => readOperatingFigures(gateway),
    readMachineFigures: () => readMachineFigures(config),
    readCertificateEnd: () => readCertificateEnd(gateway.settings.publicUrl),
    listReplicas: () => replicas?.list() ?? [],
    countEventStreams: () => streams.count() + dashboardStreams.count() + merchantEvents.count(),
  });
  // A process for jobs serves no reads.
  const replicas =
    config.role === "jobs"
      ? null
      : await openReplicasOf(config, {
          leader: gateway.sql,
          log,
          count: metrics.count.replicaRead,
          wrap: tracing.sql,
        });
  started.defer(() => replicas?.close());
  const client = metrics.count.webhooks(
    tracing.webhooks(createCurrentWebhookClient(() => webhookTargetRules(gateway.settings))),
  );
  // This client requests the gateway itself, which a webhook must not do.
  const addressClient = createCurrentWebhookClient(() => ({
    allowPrivate: gateway.settings.allowPrivateWebhooks,
  }));
  const mailer = createMailer(() => settingsInForce.mailServer, log);
  const noticeChannels = createNoticeChannels({
    deliverMail: mailer.deliver,
    sendsMail: () => gateway.settings.sendsMail,
    telegram: () => settingsInForce.telegramBot,
    pushTargets: () => webhookTargetRules(gateway.settings),
    publicUrl: () => gateway.settings.publicUrl,
  });
  const openInbox = createInboxOpener(() => webhookTargetRules(gateway.settings));
  const mailAccess = createMailAccess({
    ask: createTokenClient(() => webhookTargetRules(gateway.settings)),
    clients: () => settingsInForce.mailClients,
  });
  const lookUpKey = createKeyLookup();
  let queue: Queue | undefined;
  let startJobs: (() => Queue) | undefined;
  const sender = config.role === "api" ? null : createWebhookSender(gateway, client, log);
  if (sender) {
    const noticeSender = createNoticeSender(gateway, noticeChannels, log);
    started.defer(() => noticeSender.stop());
    noticeSender.wake();
    const mailSender = createCustomerMailSender(gateway, mailer.deliver, log);
    started.defer(() => mailSender.stop());
    mailSender.wake();
    const readerNow = telegramReader(() => settingsInForce.telegramBot);
    const reader = startTelegramReader(gateway, readerNow, log);
    started.defer(() => reader.stop());
    const mailboxes = startMailboxReader(gateway, { openInbox, mailAccess, lookUpKey }, log);
    started.defer(() => mailboxes.stop());
    started.defer(async () => {
      await sender.stop();
      hub.publish(owedWebhooks, ["now"]); // tells senders of other processes about the deliveries that it returned
    });
    await wakeFor(sender, hub);
    const jobs = recurringJobs(gateway, sender).map(metrics.count.job);
    const start = () => startQueue(database.directUrl, log, jobs);
    // A process for jobs needs them to start. Any other process also works without them.
    if (config.role === "jobs") queue = await start();
    else startJobs = () => (queue = startQueueBeside(start, log));
    started.defer(() => queue?.stop());
  }

  if (config.mailReception) {
    const { createMailReception } = await import("./domain/mail/forwarded-mail.ts"); // with 0.7 MB of code
    const reception = createMailReception(gateway, lookUpKey);
    const receiver = await startMailReceiver(config.mailReception, reception, log);
    started.defer(() => receiver.stop());
  }

  if (countsForItself) started.defer(watchRateLimits(gateway, log));

  const refusals = createRefusalLog({
    gateway,
    onTrouble: (err) => log.warn({ err }, "refusals could not be written to the audit log"),
  });
  started.defer(() => refusals.stop());
  const services = metrics.count.services(
    createServices(gateway, createRateLimits(config.rateLimits, sharedLimits?.store), {
      webhookClient: client,
      refusals,
      replicas,
      mailer: () => (gateway.settings.sendsMail ? mailer : null),
      deliverMail: mailer.deliver,
      openInbox,
      mailAccess,
      askAddress: (url) => addressClient.post({ url, headers: {}, body: "" }),
      settingsInForce,
      noticeChannels,
    }),
  );
  const merchantEvents = createMerchantEvents(services);
  let isStopping = false;
  const servicePages = createServicePages(gateway, metrics, {
    metricsToken: config.metricsToken,
    directUrl: database.directUrl,
    trustsProxies: trustsAny(config.trustedProxies),
    isStopping: () => isStopping,
  });
  const findAndroidApp = androidAppIn(config.androidAppFile);
  const requestLog = createRequestLog({
    gateway,
    count: metrics.count.loggedRequests,
    onTrouble: (err) => log.warn({ err }, "entries of the request log could not be written"),
  });
  started.defer(() => requestLog.stop());
  const createApi = async () =>
    createApp({
      services,
      log,
      requestLog,
      findPage: firstOf(
        servicePages,
        findRootPage,
        createAndroidAppPage(findAndroidApp),
        await loadPairingPages(() => gateway.settings.publicUrl, findAndroidApp),
        merchantEvents.findPage,
        await startCheckout(services, hub, streams, log, started),
        await startDashboard(services, hub, dashboardStreams, log, started),
      ),
      observe: tracing.observe(metrics.observe),
    });
  const dispatch = config.role === "jobs" ? createJobsApp(servicePages, log) : await createApi();
  // The listener starts last, so that every request finds all other parts ready.
  const tracedDispatch = tracing.dispatch(dispatch);
  const listening = { ...config, room: createBodyRoom(), log };
  const listener = await listen(tracedDispatch, listening);
  started.defer(() => listener.close());
  settingsInForce.boundPort = listener.port;
  const ofNetwork = {
    metricsToken: config.metricsToken,
    publicUrl: () => gateway.settings.publicUrl,
  };
  const localNetwork =
    config.role === "jobs"
      ? null
      : await followLocalNetwork(settingsInForce, {
          findHosts: findLocalHosts,
          listenAt: (host) =>
            listen(ofLocalNetwork(tracedDispatch, ofNetwork), {
              ...listening,
              host,
              port: listener.port,
              // Proxies use the address of the start. A device at this address that names another client
              // invents it.
              trustedProxies: noProxies,
            }),
          log,
        });
  started.defer(() => localNetwork?.close());
  const tunnel = config.runsTunnel
    ? followTunnel(gateway, settingsInForce, {
        program: tunnelProgramIn(config.dataDirectory),
        listen: () =>
          listen(ofLocalNetwork(tracedDispatch, ofNetwork), {
            ...listening,
            host: "127.0.0.1",
            port: 0,
            trustedProxies: { hops: 1 },
          }),
        log,
      })
    : null;
  started.defer(() => tunnel?.close());
  // Otherwise the listener would wait for responses that never end.
  started.defer(() => merchantEvents.stop());
  startJobs?.();

  const url = `http://${hostInUrl(config.host)}:${listener.port}`;
  const firstAddress =
    config.role === "jobs" ? null : await firstAccountAddress(gateway, config.publicUrl ?? url);
  const everything = started.move();
  return {
    url,
    firstAccountAddress: firstAddress,
    transport: listener.transport,
    drain() {
      isStopping = true;
      listener.drain();
      localNetwork?.drain();
    },
    close: () => everything.disposeAsync(),
  };
}

/**
 * Opens the shared limits. Their library takes a twentieth of a start, and few gateways need it.
 */
async function openSharedLimits(...options: Parameters<typeof connectSharedLimits>) {
  const { connectSharedLimits } = await import("./procedures/shared-limits.ts");
  return connectSharedLimits(...options);
}

/** Sends the deliveries that are already due, and from now on those that API processes announce. */
async function wakeFor(sender: WebhookSender, hub: NotificationHub): Promise<void> {
  await hub.subscribe(owedWebhooks, {
    heard: () => sender.wake(),
    reconnected: () => sender.wake(),
  });
  sender.wake();
}

/** Starts the customer's page and its live updates. */
async function startCheckout(
  services: Services,
  hub: NotificationHub,
  streams: EventStreams,
  log: Logger,
  started: AsyncDisposableStack,
): Promise<FindPage> {
  const [web, watch] = await Promise.all([
    loadCheckoutWeb(checkoutWebDirectory),
    createPaymentWatch(services.gateway, hub, log),
  ]);
  started.defer(() => watch.stop());
  if (!web)
    log.warn("the checkout page is not built. Run npm start, or npm run build -w checkout-web");
  return firstOf(
    createCheckoutPages({ services, web, log }),
    await createFormPages({ services, web, log }),
    createCheckoutEvents(services, watch, streams),
  );
}

/** Starts the merchant's pages and their live updates. */
async function startDashboard(
  services: Services,
  hub: NotificationHub,
  streams: EventStreams,
  log: Logger,
  started: AsyncDisposableStack,
): Promise<FindPage> {
  const [web, watch] = await Promise.all([
    loadDashboardWeb(dashboardWebDirectory),
    createDashboardWatch(services.gateway, hub, log),
  ]);
  started.defer(() => watch.stop());
  return firstOf(
    createDashboardEvents(services, watch, streams),
    createDashboardPages(web, () => services.gateway.settings.publicUrl),
  );
}
