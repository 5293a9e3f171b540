import type { PaymentStatus } from "@tepat/sdk";
import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { withoutPaymentDetails } from "./invoice.ts";
import { limits } from "./limits.ts";
import type { CheckoutPage } from "./page.ts";
import { createServerClock, type ServerClock } from "./server-clock.ts";
import { watchPayment, type Connection, type PaymentWatch } from "./watch-payment.ts";

/** The payment as the server last told it, and the time that is left to pay it. */
export function usePayment(initialPage: CheckoutPage) {
  const [page, setPage] = useState(initialPage);
  const [connection, setConnection] = useState<Connection>("good");
  const watch = useRef<PaymentWatch>(null);
  const isPending = page.view.status === "PENDING";
  const clock = useServerClock(initialPage.server_time);
  const secondsLeft = useSecondsLeft(page.view.expires_at, isPending, clock);
  const isOverdue = isPending && secondsLeft === 0;

  useEffect(() => {
    if (!isPending) return;
    watch.current = watchPayment(initialPage.payment_id, {
      onStatus: (status) => setPage((known) => withStatus(known, status)),
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

  /** The status, and what the merchant has booked since: only the document tells of it. */
  const check = async () => {
    await watch.current?.check();
    const money = await readMoney();
    if (money !== undefined) setPage((known) => ({ ...known, money }));
  };
  return { page, connection, secondsLeft, check };
}

async function readMoney(): Promise<CheckoutPage["money"] | undefined> {
  try {
    const response = await fetch(location.pathname, {
      cache: "no-store",
      signal: AbortSignal.timeout(limits.requestMilliseconds),
    });
    const document = new DOMParser().parseFromString(await response.text(), "text/html");
    return (JSON.parse(document.querySelector("#checkout")?.textContent ?? "") as CheckoutPage)
      .money;
  } catch {
    return undefined;
  }
}

/** A final status is final, whatever a slower answer still says. */
function withStatus(page: CheckoutPage, status: PaymentStatus): CheckoutPage {
  if (page.view.status !== "PENDING" || status === "PENDING") return page;
  return withoutPaymentDetails({ ...page, view: { ...page.view, status } });
}

/** The document was rendered before its first byte came, however long the script took after that. */
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

/** Counts down in step with the server's seconds; null until the script runs. */
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
