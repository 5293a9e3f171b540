/** Subscribes this browser to notices: a subscription with the push service, for the merchant's key. */

export class PushRefused extends Error {
  readonly reason: "pushRefused" | "pushFailed";

  constructor(reason: PushRefused["reason"], cause?: unknown) {
    super(reason, { cause });
    this.reason = reason;
  }
}

export const canBeTold = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** The worker serves one page alone, and opens windows when a person touches a notice. */
const worker = { script: "/dashboard/notices-worker.js", scope: "/dashboard/notices" };

/** Asks the person, and returns the subscription. A previous one was for another merchant's key, and ends. */
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

/** Only an active service worker can subscribe. */
async function activeWorker({ active, installing, waiting }: ServiceWorkerRegistration) {
  const coming = installing ?? waiting;
  if (active || !coming) return;
  await new Promise<void>((resolve) => {
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve();
    });
  });
}
