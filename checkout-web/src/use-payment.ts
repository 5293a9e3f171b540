import type { PaymentStatus } from "@tepat/sdk";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { withoutPaymentDetails } from "./invoice.ts";
import { limits } from "./limits.ts";
import type { CheckoutPage } from "./page.ts";
import { createServerClock, type ServerClock } from "./server-clock.ts";
import { watchPayment, type Connection, type PaymentWatch } from "./watch-payment.ts";

/** Returns the payment as last received from the server, and the time left to pay. */
export function usePayment(initialPage: CheckoutPage) {
  const [page, setPage] = useState(initialPage);
  const [connection, setConnection] = useState<Connection>("good");
  const watch = useRef<PaymentWatch>(null);
  const knownMoney = useRef(initialPage.money);
  const knownTotal = useRef(initialPage.view.amount_total);
  const isPending = page.view.status === "PENDING";
  const clock = useServerClock(initialPage.server_time);
  const secondsLeft = useSecondsLeft(page.view.expires_at, isPending, clock);
  const isOverdue = isPending && secondsLeft === 0;

  useEffect(() => {
    if (!isPending) return;
    watch.current = watchPayment(initialPage.payment_id, {
      onStatus(status) {
        setPage((known) => withStatus(known, status));
        // Only the document contains the time of the payment, and the decision about money from a partial payment.
        if (status === "PAID" || (status !== "PENDING" && knownMoney.current)) void reload();
      },
      onReceived(received) {
        if (received !== (knownMoney.current?.received ?? 0)) void reload();
      },
      onTotal(total) {
        if (total !== knownTotal.current) void reload();
      },
      onServerTime: (time) => clock.current?.hear(time),
      onConnection: setConnection,
    });
    return watch.current.stop;
  }, [isPending]);

  useEffect(() => {
    if (!isOverdue) return;
    const ask = () => void watch.current?.check();
    const timer = setInterval(ask, limits.overduePollMilliseconds);
    ask();
    return () => clearInterval(timer);
  }, [isOverdue]);

  /** Reads what only the document contains: the booked and the missing money, and the time of the payment. */
  async function reload() {
    const fresh = await readPage();
    if (fresh === undefined) return undefined;
    knownMoney.current = fresh.money;
    knownTotal.current = fresh.view.amount_total;
    setPage((known) => (isOlder(fresh, known) ? known : fresh));
    return fresh.server_time;
  }

  /** Asks the server now. Returns the server's time, or undefined if it did not answer. */
  const check = async () => {
    await watch.current?.check();
    return reload();
  };
  return { page, connection, secondsLeft, check };
}

async function readPage(): Promise<CheckoutPage | undefined> {
  try {
    const response = await fetch(location.pathname, {
      cache: "no-store",
      signal: AbortSignal.timeout(limits.requestMilliseconds),
    });
    const document = new DOMParser().parseFromString(await response.text(), "text/html");
    return JSON.parse(document.querySelector("#checkout")?.textContent ?? "") as CheckoutPage;
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a response is older than the known state. A final status stays even if a late
 * response has an earlier one.
 */
const isOlder = (fresh: Pick<CheckoutPage, "view">, known: CheckoutPage): boolean =>
  fresh.view.status === "PENDING" && known.view.status !== "PENDING";

function withStatus(page: CheckoutPage, status: PaymentStatus): CheckoutPage {
  if (page.view.status !== "PENDING" || status === "PENDING") return page;
  return withoutPaymentDetails({ ...page, view: { ...page.view, status } });
}

/**
 * Returns the server's clock. The server rendered the document before its first byte arrived, so
 * that is the time base, even if the script loads slowly.
 */
function useServerClock(serverTime: string): RefObject<ServerClock | null> {
  const clock = useRef<ServerClock>(null);
  useEffect(() => {
    const [navigation] = performance.getEntriesByType(
      "navigation",
    ) as PerformanceNavigationTiming[];
    clock.current = createServerClock(() => performance.now());
    clock.current.hear(Date.parse(serverTime), navigation?.responseStart);
  }, []);
  return clock;
}

/** Returns the seconds left, in step with the server's clock. null until the script runs. */
function useSecondsLeft(
  expiresAt: string,
  isPending: boolean,
  clock: RefObject<ServerClock | null>,
): number | null {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);

  useEffect(() => {
    if (!isPending) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = Math.max(0, Date.parse(expiresAt) - (clock.current?.now() ?? 0));
      setSecondsLeft(Math.ceil(left / 1_000));
      timer = setTimeout(tick, left % 1_000 || 1_000);
    };
    tick();
    return () => clearTimeout(timer);
  }, [expiresAt, isPending]);

  return secondsLeft;
}
