import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { groupDigits } from "../../../../web-shared/src/digits.ts";
import { Exact } from "../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { whatsappLink } from "../../../../web-shared/src/whatsapp.ts";
import { call } from "../../base/api.ts";
import type { Chime } from "./chime.ts";
import type { CounterSale, PaymentRest } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useLive } from "../../base/live.tsx";
import { counterTexts } from "./counter-texts.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { useMay, useMerchant } from "../../base/session.tsx";
import { formatClock, formatTime } from "../../base/time.ts";
import { useQuery } from "../../base/use-query.ts";
import { amountDueTexts } from "../payments/amount-due-texts.ts";
import { useRestHint } from "../payments/amount-due.tsx";
import { ConfirmButton, Dialog } from "../../ui/dialog.tsx";
import { Form, Submit } from "../../ui/form.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { QueryResult } from "../../ui/page.tsx";
import { QrImage, ReachNotice } from "../../ui/shared-address.tsx";
import { Button } from "../../ui/button.tsx";
import { TwoFactorNeeded } from "../access/two-factor-first.tsx";

const t = { ...counterTexts, ...amountDueTexts };

interface CounterSaleScreenProps {
  saleId: string;
  chime: Chime;
  /** The sum of the items that wait at the counter for the next customer. */
  waiting: number;
  /** Returns to the keypad. `again` names the sale that is charged again. */
  onNext(again: { sale_id: string; amount: number } | null): void;
}

/** Shows one sale on the whole screen, for the customer. */
export function CounterSaleScreen({ saleId, chime, waiting, onNext }: CounterSaleScreenProps) {
  const { isTold, isOffline } = useLive();
  const sale = useQuery("getCounterSale", { path: { sale_id: saleId } });
  const status = sale.data?.payment_status;
  const before = useRef(status);

  useEffect(() => {
    if (before.current === "PENDING" && status === "PAID") chime.ring();
    before.current = status;
  }, [status, chime]);

  // A customer is waiting, so without the stream this page polls more often than others.
  useEffect(() => {
    if (status !== "PENDING") return;
    const timer = setInterval(() => isTold() || void sale.reload(), limits.counterPollMilliseconds);
    return () => clearInterval(timer);
  }, [status, sale.reload, isTold]);

  useScreenThatStaysOn(status === "PENDING");

  // Without a source, the sale ends only after a day, and its total belongs to no other sale until then.
  const [isLeaving, setLeaving] = useState(false);
  const left = status === "PENDING" && !sale.data?.is_watched ? sale.data : null;
  const leave = () => (left ? setLeaving(true) : onNext(null));

  const title = {
    PENDING: "waiting",
    PAID: "paid",
    EXPIRED: "expired",
    CANCELLED: "cancelled",
  } as const;
  return (
    <Dialog title={sale.data?.payment_code ?? t.menu.counter} class="counter-sale" onClose={leave}>
      <p class="off-screen" role="status">
        {sale.data &&
          [t.counter[title[sale.data.payment_status]], sumOf(sale.data)].filter(Boolean).join(" ")}
      </p>
      {isOffline && status === "PENDING" && <Notice tone="warning">{t.counter.offline}</Notice>}
      <QueryResult query={sale}>
        {(data) =>
          data.payment_status === "PENDING" ? (
            <Waiting sale={data} reload={sale.reload} onLeave={leave} />
          ) : (
            <Ended sale={data} waiting={waiting} onNext={onNext} />
          )
        }
      </QueryResult>
      {isLeaving && left && (
        <LeaveDialog sale={left} onNext={() => onNext(null)} onClose={() => setLeaving(false)} />
      )}
    </Dialog>
  );
}

interface WaitingProps {
  sale: CounterSale;
  reload(): Promise<void>;
  onLeave(): void;
}

function Waiting({ sale, reload, onLeave }: WaitingProps) {
  const { isOffline } = useLive();
  const { rest } = sale;
  const isPayable = rest?.is_payable ?? true;
  return (
    <div class="till">
      {rest ? <Missing sale={sale} rest={rest} /> : <Total sale={sale} />}
      {isPayable && sale.qris_svg === null && (
        <dl class="till-account">
          <dt>{t.counter.transferTo}</dt>
          <dd>{sale.channel_name}</dd>
          <dd class="till-number">
            {groupDigits(sale.account_number ?? "").map((group, index) => (
              <span key={index}>{group} </span>
            ))}
          </dd>
          <dd>{sale.account_name}</dd>
        </dl>
      )}
      {sale.qris_svg !== null && (
        <>
          <QrImage svg={sale.qris_svg} label={t.counter.qrLabel(sumOf(sale))} />
          <p class="hint">{t.counter.scan(sale.qris_name ?? sale.channel_name)}</p>
        </>
      )}
      {isPayable && sale.is_watched && !isOffline && (
        <p class="till-waiting hint">{t.counter.waiting}</p>
      )}
      <Countdown sale={sale} onEnd={reload} />
      {!sale.is_watched && <MarkAsPaid {...sale} />}
      <div class="till-actions">
        <Button onClick={onLeave}>{t.counter.keep}</Button>
        <ConfirmButton
          title={t.counter.cancelTitle(formatRupiah(sale.payment_total))}
          action={t.counter.cancel}
          buttonTone="link"
          submit={() => cancel(sale).finally(reload)}
        >
          {t.counter.cancelHint}
        </ConfirmButton>
      </div>
    </div>
  );
}

const cancel = ({ sale_id }: CounterSale) => call("cancelCounterSale", { path: { sale_id } });

interface LeaveDialogProps {
  sale: CounterSale;
  onNext(): void;
  onClose(): void;
}

/** Asks, before the next customer, whether a sale that no source watches is cancelled or still waits for its money. */
const LeaveDialog = ({ sale, onNext, onClose }: LeaveDialogProps) => (
  <Dialog title={t.counter.leaveTitle(sumOf(sale))} onClose={onClose}>
    <Form
      submit={async () => {
        await cancel(sale);
        onNext();
      }}
    >
      <p>{t.counter.leaveHint}</p>
      <div class="dialog-actions">
        <Button onClick={onNext}>{t.counter.leaveWaiting}</Button>
        <Submit tone="danger">{t.counter.leaveCancelled}</Submit>
      </div>
    </Form>
  </Dialog>
);

/**
 * If no source watches the account, a person looks for the money. Only some roles can then mark the invoice as paid.
 * This part is folded, because the customer reads the screen.
 */
const MarkAsPaid = ({ payment_code }: CounterSale) => (
  <details class="till-cashier">
    <summary>{t.counter.forCashier}</summary>
    <Notice tone="warning">
      <p>
        {useMay()("matchOwnPayment") ? t.counter.lookForIt : t.counter.lookForItHint}{" "}
        <TwoFactorNeeded />
      </p>
      <Button needs="matchOwnPayment" to={paymentPath(payment_code)}>
        {t.counter.markAsPaid}
      </Button>
    </Notice>
  </details>
);

/** Returns the sum to pay now: the total or, after a partial payment, the missing sum. */
function sumOf({ payment_total, rest }: CounterSale): string {
  if (!rest) return formatRupiah(payment_total);
  return rest.amount > 0 ? formatRupiah(rest.amount) : "";
}

const Total = ({ sale }: { sale: CounterSale }) => (
  <>
    {/* A QR code contains the amount, so the customer types no digits. */}
    <p>{sale.qris_svg === null ? t.counter.payExactly : t.counter.total}</p>
    <p class="till-total">
      <Exact total={sale.payment_total} />
    </p>
  </>
);

/**
 * Shows the missing sum after a partial payment. A QR code or an account number beside the total
 * would make the customer pay the total again.
 */
function Missing({ sale, rest }: { sale: CounterSale; rest: PaymentRest }) {
  const total = formatRupiah(sale.payment_total);
  const received = formatRupiah(sale.payment_total - rest.amount);
  const isMissing = rest.amount > 0;
  return (
    <>
      <p>{isMissing ? t.due.missing : t.due.received}</p>
      <p class="till-total">{isMissing ? formatRupiah(rest.amount) : received}</p>
      <p class="hint">
        {t.due.receivedOf(received, total)} {useRestHint(rest)}
      </p>
    </>
  );
}

interface EndedProps extends Pick<CounterSaleScreenProps, "waiting" | "onNext"> {
  sale: CounterSale;
}

function Ended({ sale, waiting, onNext }: EndedProps) {
  const next = useRef<HTMLButtonElement>(null);
  const isPaid = sale.payment_status === "PAID";
  const texts =
    sale.payment_status === "EXPIRED"
      ? {
          title: t.counter.expired,
          hint: sale.is_watched ? t.counter.expiredHint : t.counter.expiredUnwatchedHint,
        }
      : { title: t.counter.cancelled, hint: t.counter.cancelledHint };
  const again = () => onNext({ sale_id: sale.sale_id, amount: sale.payment_amount });

  // With the focus here, a single key press starts the next sale.
  useEffect(() => next.current?.focus(), []);

  return (
    <div class={`till ${isPaid ? "till-paid" : ""}`}>
      <span class="till-mark">
        <Icon name={isPaid ? "check" : "close"} />
      </span>
      <p class="till-title">{isPaid ? t.counter.paid : texts.title}</p>
      <p class="till-total">
        <Exact total={sale.payment_total} />
      </p>
      <p class="hint">
        {isPaid ? t.counter.paidAt(formatTime(sale.payment_updated_at)) : texts.hint}
      </p>
      {sale.receipt_address !== null && <Receipt sale={sale} address={sale.receipt_address} />}
      <div class="till-actions">
        {!isPaid && waiting === 0 && <Button onClick={again}>{t.counter.again}</Button>}
        {!isPaid && waiting > 0 && (
          <ConfirmButton
            title={t.counter.againTitle(formatRupiah(waiting))}
            action={t.counter.again}
            buttonTone="plain"
            submit={async () => again()}
          >
            {t.counter.againHint}
          </ConfirmButton>
        )}
        <button type="button" class="button primary" ref={next} onClick={() => onNext(null)}>
          {t.counter.next}
        </button>
      </div>
    </div>
  );
}

/** Offers three ways to give the customer the receipt. */
function Receipt({ sale, address }: { sale: CounterSale; address: string }) {
  const { merchant_name } = useMerchant();
  const message = t.counter.receiptMessage(
    formatRupiah(sale.payment_total),
    merchant_name,
    address,
  );
  return (
    <>
      {sale.receipt_qr !== null && (
        <QrImage svg={sale.receipt_qr} label={t.counter.receiptQr(sale.payment_code)} />
      )}
      <p class="hint">{t.counter.receipt}</p>
      <ReachNotice address={address} />
      <div class="till-actions till-receipt">
        <Button href={whatsappLink(null, message)} target="_blank" rel="noreferrer">
          WhatsApp
        </Button>
        <Button href={`${address}#print`} target="_blank" rel="noreferrer">
          {t.common.print}
        </Button>
      </div>
    </>
  );
}

/** Counts down from the server's time, because the clock of an old tablet is often wrong. */
function Countdown({ sale, onEnd }: { sale: CounterSale; onEnd(): Promise<void> }) {
  const ends = useMemo(
    () => performance.now() + Date.parse(sale.payment_expired_at) - Date.parse(sale.server_time),
    [sale.payment_expired_at, sale.server_time],
  );
  const [now, setNow] = useState(() => performance.now());
  const seconds = Math.max(0, Math.ceil((ends - now) / 1_000));

  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (seconds === 0) void onEnd();
  }, [seconds === 0]);

  if (seconds > limits.counterClockSeconds) return null;
  return (
    <p class="till-clock">
      {t.counter.timeLeft} <span role="timer">{formatClock(seconds)}</span>
    </p>
  );
}

/** Keeps the screen on, if the browser supports it, while a customer opens the banking app. */
function useScreenThatStaysOn(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (document.hidden) return;
      // With an almost empty battery, the browser refuses. The screen then turns off as usual.
      const taken = await navigator.wakeLock.request("screen").catch(() => null);
      if (isOver) void taken?.release();
      else lock = taken;
    };
    void take();
    document.addEventListener("visibilitychange", take);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", take);
      void lock?.release();
    };
  }, [isWanted]);
}
