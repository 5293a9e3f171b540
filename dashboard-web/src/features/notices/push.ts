/** Subscribes this browser to notices: a subscription at the push service, with the merchant's key. */

export class PushRefused extends Error {
  readonly reason: "pushRefused" | "pushFailed";

  constructor(reason: PushRefused["reason"], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export const canBeTold = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The worker serves only the notices page, and opens a window when a person taps a notice. */
const worker = { script: "/dashboard/notices-worker.js", scope: "/dashboard/notices" };

/**
 * Asks the person for permission and returns the subscription. Ends a previous subscription for another
 * merchant's key.
 */
export async function subscribe(
  key: string,
): Promise<{ endpoint: string; p256dh: string; auth: string }> {
  if ((await Notification.requestPermission()) !== "granted") throw new PushRefused("pushRefused");
  try {
    const registration = await navigator.serviceWorker.register(worker.script, {
      scope: worker.scope,
    });
    await activeWorker(registration);
    const former = await registration.pushManager.getSubscription();
    await former?.unsubscribe();
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    const { endpoint = "", keys = {} } = subscription.toJSON();
    return { endpoint, p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" };
  } catch (cause) {
    throw new PushRefused("pushFailed", cause);
  }
}

/** Waits until the service worker is active. Only an active one can subscribe. */
async function activeWorker({ active, installing, waiting }: ServiceWorkerRegistration) {
  const coming = installing ?? waiting;
  if (active || !coming) return;
  await new Promise<void>((resolve) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve();
    });
  });
}
