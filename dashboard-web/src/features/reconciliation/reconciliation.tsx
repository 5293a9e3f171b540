import { useRef, useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import { AskedApps } from "../accounts/asked-apps.tsx";
import { BankAlarmTag, BankRecordNotice, TransferTime } from "../mutations/bank-record.tsx";
import { ConfirmButton, FormDialog } from "../../ui/dialog.tsx";
import { Chips } from "../../ui/chips.tsx";
import { Area, Done, Form, Submit, Tick } from "../../ui/form.tsx";
import { Moment } from "../../ui/moment.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LikelyTexts } from "../mutations/teaching/likely-texts.tsx";
import { MutationFacts } from "../mutations/mutation-facts.tsx";
import { Empty, Notice } from "../../ui/notice.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { Pager, useCursor } from "../../ui/pager.tsx";
import { OwedRefunds } from "./owed-refunds.tsx";
import { RefundFields, refundOf, useFormKey } from "./refund-fields.tsx";
import { differenceOf, TransferDecision } from "./transfer-decision.tsx";
import type { ReconciledTransfer } from "../../base/generated/types.gen.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link, useRouter } from "../../base/router.tsx";
import { May, useMay, useMerchant } from "../../base/session.tsx";
import { nameOfTransfer } from "../../base/transfer-source.ts";
import { phoneMedia, useMedia } from "../../base/use-media.ts";
import { useQuery } from "../../base/use-query.ts";
import { useAnnounce } from "../../base/announce.tsx";
import { useTwoFactorFirst } from "../access/two-factor-first.tsx";
import { twoFactorTexts } from "../access/two-factor-texts.ts";
import { invoiceOf, mutationsTexts, toldReason, toneOf } from "../mutations/mutations-texts.ts";
import { reconciliationTexts } from "./reconciliation-texts.ts";
import { Button } from "../../ui/button.tsx";

const t = { ...reconciliationTexts, ...mutationsTexts, ...twoFactorTexts };

/**
 * Returns the address of a view. The address holds the current view, so a person who returns from
 * an invoice continues there.
 */
const addressOf = (isClosed: boolean, transfer?: string): string => {
  const query = new URLSearchParams();
  if (isClosed) query.set("show", "closed");
  if (transfer !== undefined) query.set("transfer", transfer);
  return query.size === 0 ? "/reconciliation" : `/reconciliation?${query}`;
};

/**
 * In a window of this width, the list and the transfer are not side by side (reconciliation.css).
 */
const narrow = "(width < 900px)";

/** Shows the transfers on the left, and the likely invoices of the chosen transfer on the right. */
export function Reconciliation() {
  const announce = useAnnounce();
  const { query, go } = useRouter();
  const isClosed = query.get("show") === "closed";
  const pages = useCursor(String(isClosed));
  const transfers = useQuery("listTransfers", {
    query: { ...pages.query, state: isClosed ? "closed" : "open" },
  });
  const chosen = query.get("transfer");
  // New transfers do not replace the one under review.
  const shownBefore = useRef<string | null>(null);
  /** The id of the transfer after the one just decided, or "" if none is left. */
  const [following, setFollowing] = useState<string | null>(null);
  const isNarrow = useMedia(narrow);
  const isAlone = isNarrow && chosen !== null;
  const saved = following === "" ? t.reconciliation.doneAll : t.reconciliation.done;

  /** Opens the next transfer after a decision, and the list after an undone decision. */
  async function next(items: readonly ReconciledTransfer[], decided: string): Promise<void> {
    const at = items.findIndex(({ id }) => id === decided);
    const others = items.filter(({ id }) => id !== decided);
    const after = isClosed ? undefined : (others[at] ?? others[0])?.id;
    setFollowing(isClosed ? null : (after ?? ""));
    announce(after === undefined ? t.reconciliation.doneAll : t.reconciliation.done);
    go(addressOf(isClosed, after), { replace: true });
    scrollTo(0, 0);
    await transfers.reload();
  }

  return (
    <Page
      title={t.menu.reconciliation}
      hint={t.reconciliation.hint}
      actions={
        isClosed || !(transfers.data && transfers.data.items.length > 1) ? undefined : (
          <SeveralButton />
        )
      }
    >
      {!isAlone && (
        <Chips
          label={t.reconciliation.views}
          chips={[false, true].map((each) => ({
            to: addressOf(each),
            text: each ? t.reconciliation.closed : t.reconciliation.open,
            isCurrent: each === isClosed,
          }))}
        />
      )}
      {following !== null && following === (chosen ?? "") && !isClosed && (
        <Notice tone="good">{saved}</Notice>
      )}
      {!isClosed && chosen === null && <LikelyTexts />}
      {!isClosed && chosen === null && <AskedApps />}
      {!isClosed && chosen === null && <OwedRefunds />}
      <QueryResult query={transfers}>
        {({ items }) => {
          const wanted = chosen ?? shownBefore.current;
          const shown = items.find(({ id }) => id === wanted) ?? items[0];
          shownBefore.current = shown?.id ?? null;
          if (!shown) {
            return (
              <>
                <Empty
                  icon="reconciliation"
                  title={isClosed ? t.reconciliation.noneClosed : t.reconciliation.noneOpen}
                >
                  {!isClosed && <p>{t.reconciliation.noneOpenHint}</p>}
                </Empty>
                {!isClosed && <Parts />}
              </>
            );
          }
          return (
            <div class={chosen === null ? "reconcile" : "reconcile chosen"}>
              <div class="reconcile-list">
                <nav aria-label={t.reconciliation.list}>
                  <ul class="rows">
                    {items.map((transfer) => (
                      <TransferRow
                        key={transfer.id}
                        transfer={transfer}
                        to={addressOf(isClosed, transfer.id)}
                        isShown={transfer.id === shown.id && (!isNarrow || chosen !== null)}
                      />
                    ))}
                  </ul>
                  <Pager {...pages.pagerOf(transfers)} />
                </nav>
                {!isClosed && <Parts />}
              </div>
              <div class="reconcile-panel" key={shown.id}>
                <Link class="back" to={addressOf(isClosed)}>
                  <Icon name="back" />
                  {t.reconciliation.back}
                </Link>
                <SummaryCard transfer={shown} />
                {isClosed ? (
                  <ClosedCard transfer={shown} onDone={() => next(items, shown.id)} />
                ) : (
                  <May call="tieTransfer">
                    <OpenCards transfer={shown} onDone={() => next(items, shown.id)} />
                  </May>
                )}
                <May call="noteTransfer">
                  <NoteCard transfer={shown} onSaved={transfers.reload} />
                </May>
              </div>
            </div>
          );
        }}
      </QueryResult>
    </Page>
  );
}

/** Links to the list in which several transfers can be decided together. */
function SeveralButton() {
  const isPhone = useMedia(phoneMedia);
  const button = (
    <Button needs="decideTransfers" to="/mutations?view=open">
      {t.reconciliation.several}
    </Button>
  );
  return isPhone ? <MoreMenu>{button}</MoreMenu> : button;
}

function SummaryCard({ transfer }: { transfer: ReconciledTransfer }) {
  const { amount_parsed, bank_record } = transfer;
  return (
    <Card
      title={`${formatRupiah(amount_parsed)}, ${nameOfTransfer(transfer)}`}
      actions={
        <span class={`tag ${toneOf(transfer)}`}>{t.mutations.reasons[toldReason(transfer)]}</span>
      }
    >
      <BankRecordNotice record={bank_record} />
      <TransferTime transfer={transfer} />
      <details>
        <summary>{t.reconciliation.details}</summary>
        <MutationFacts mutation={transfer} isBankShown={false} />
      </details>
    </Card>
  );
}

interface TransferRowProps {
  transfer: ReconciledTransfer;
  to: string;
  isShown: boolean;
}

function TransferRow({ transfer, to, isShown }: TransferRowProps) {
  const { amount_parsed, bank_record, assigned_to } = transfer;
  return (
    <li class="transfer-row">
      <Link to={to} aria-current={isShown ? "true" : undefined}>
        <strong class="amount">{formatRupiah(amount_parsed)}</strong>
        <TransferTime transfer={transfer} isShort />
        <span class="sender">{nameOfTransfer(transfer)}</span>
        <span class="hint">{likeness(transfer) ?? t.mutations.reasons[toldReason(transfer)]}</span>
        <BankAlarmTag record={bank_record} />
        {assigned_to && <span class="hint">{t.reconciliation.assignedTo(assigned_to.name)}</span>}
      </Link>
    </li>
  );
}

/** Returns the invoice that the transfer resembles, with the difference, or null. */
function likeness(transfer: ReconciledTransfer): string | null {
  const { nearest_payment } = transfer;
  if (nearest_payment === null) return null;
  const code = shortened(nearest_payment.payment_code);
  const difference = differenceOf(nearest_payment, transfer);
  if (difference === 0)
    return nearest_payment.received > 0 ? t.reconciliation.likeRest(code) : null;
  const words = difference < 0 ? t.reconciliation.likeLess : t.reconciliation.likeMore;
  return words(code, formatRupiah(Math.abs(difference)));
}

/** Shortens a long code in its middle, so that the row has room for the sender. */
function shortened(code: string): string {
  const characters = Array.from(code);
  if (characters.length <= 17) return code;
  return `${characters.slice(0, 8).join("")}…${characters.slice(-8).join("")}`;
}

interface CardProps {
  transfer: ReconciledTransfer;
  onDone(): Promise<void>;
}

function OpenCards({ transfer, onDone }: CardProps) {
  const [isRefunded, setRefunded] = useState(false);
  return (
    <>
      {transfer.came_in_time && <FollowUpCard transfer={transfer} onDone={onDone} />}
      <Card class="decision">
        <TransferDecision transfer={transfer} onDone={onDone} />
      </Card>
      <Card title={t.reconciliation.notFor}>
        <div class="actions">
          <ConfirmButton
            buttonTone="plain"
            tone="primary"
            title={t.reconciliation.notOurs}
            action={t.reconciliation.notOurs}
            submit={() =>
              call("setTransferAside", { path: { mutation_id: transfer.id }, body: {} }).then(
                onDone,
              )
            }
          >
            {t.reconciliation.notOursHint}
          </ConfirmButton>
          <Button onClick={() => setRefunded(true)}>{t.reconciliation.refundOutside}</Button>
        </div>
      </Card>
      {isRefunded && (
        <RefundOutside transfer={transfer} onDone={onDone} onClose={() => setRefunded(false)} />
      )}
    </>
  );
}

/** Offers one button above all other decisions, because the customer did nothing wrong. */
function FollowUpCard({ transfer, onDone }: CardProps) {
  const twoFactor = useTwoFactorFirst();
  const { id, amount_parsed, candidate_payment_code: code } = transfer;
  if (code === null) return null;
  return (
    <Card title={t.reconciliation.followUpTitle}>
      <p>{t.reconciliation.followUpHint(code)}</p>
      {twoFactor.isMissing && <p class="hint">{t.twoFactor.toMarkPaid}</p>}
      <div>
        {twoFactor.isMissing ? (
          twoFactor.button("primary")
        ) : (
          <ConfirmButton
            buttonTone="primary"
            tone="primary"
            title={t.reconciliation.followUpAsk}
            action={t.reconciliation.followUp}
            submit={async () => {
              await call("followUpPayment", {
                path: { mutation_id: id },
                body: { payment_code: code },
              });
              await onDone();
            }}
          >
            <p>{t.reconciliation.followUpSays(code, formatRupiah(amount_parsed))}</p>
          </ConfirmButton>
        )}
      </div>
      {twoFactor.dialog}
    </Card>
  );
}

function RefundOutside({ transfer, onDone, onClose }: CardProps & { onClose(): void }) {
  const form_key = useFormKey();
  const { time_zone } = useMerchant();
  return (
    <FormDialog
      title={t.reconciliation.refundTitle}
      action={t.reconciliation.refundSubmit}
      submit={async (values) => {
        await call("setTransferAside", {
          path: { mutation_id: transfer.id },
          body: { refund: refundOf(values, { form_key, time_zone, most: transfer.amount_parsed }) },
        });
        await onDone();
      }}
      onClose={onClose}
    >
      <p>{t.reconciliation.refundHint}</p>
      <RefundFields amount={transfer.amount_parsed} recipient={transfer.sender_parsed} />
    </FormDialog>
  );
}

function ClosedCard({ transfer, onDone }: CardProps) {
  const { decision, refund, decided_at } = transfer;
  const may = useMay();
  const code = invoiceOf(transfer);
  return (
    <Card>
      <p>
        {t.reconciliation.decided[decision ?? "matched"]({
          code: code ?? "–",
          amount: formatRupiah(refund?.amount ?? 0),
          recipient: refund?.recipient ?? "–",
        })}
      </p>
      {decided_at !== null && <Moment at={decided_at} />}
      {code !== null && <Link to={paymentPath(code)}>{code}</Link>}
      {decision === null && <p class="hint">{t.reconciliation.paidStays}</p>}
      {(decision === "tied" || decision === "not_ours") && may("reopenTransfer") && (
        <Form
          submit={async () => {
            await call("reopenTransfer", { path: { mutation_id: transfer.id } });
            await onDone();
          }}
        >
          <div>
            <Submit tone="plain">{t.reconciliation.reopen}</Submit>
          </div>
        </Form>
      )}
      {decision === "refunded" && refund?.proved_at === null && may("withdrawRefund") && (
        <div>
          <ConfirmButton
            buttonTone="plain"
            title={t.reconciliation.withdrawTitle}
            action={t.reconciliation.withdraw}
            submit={() =>
              call("withdrawRefund", { path: { refund_id: refund.refund_id } }).then(onDone)
            }
          >
            {t.reconciliation.withdrawHint(formatRupiah(refund.amount), refund.recipient ?? "–")}
          </ConfirmButton>
        </div>
      )}
    </Card>
  );
}

function NoteCard({
  transfer,
  onSaved,
}: {
  transfer: ReconciledTransfer;
  onSaved(): Promise<void>;
}) {
  const { person } = useMerchant();
  const { note, assigned_to } = transfer;
  const isMine = assigned_to?.person_id === person.person_id;
  return (
    <Card>
      <Form
        said={t.reconciliation.noteSaved}
        submit={async (values) => {
          const others = isMine ? null : (assigned_to?.person_id ?? null);
          await call("noteTransfer", {
            path: { mutation_id: transfer.id },
            body: {
              note: values("note"),
              assigned_to: values("is_mine") === "on" ? person.person_id : others,
            },
          });
          await onSaved();
        }}
      >
        <Area
          name="note"
          label={t.reconciliation.note}
          isOptional
          defaultValue={note ?? ""}
          rows={2}
        />
        {assigned_to && !isMine && (
          <p class="hint">{t.reconciliation.assignedTo(assigned_to.name)}</p>
        )}
        <Tick name="is_mine" label={t.reconciliation.mine} isTicked={isMine} />
        <div class="actions">
          <Submit tone="plain">{t.reconciliation.noteSave}</Submit>
          <Done />
        </div>
      </Form>
    </Card>
  );
}

/**
 * Lists the invoices that wait for the rest, as rows below the transfers. Hidden if there are none.
 */
function Parts() {
  const parts = useQuery("listOpenDifferences", {}).data ?? [];
  if (parts.length === 0) return null;
  return (
    <section class="parts-list">
      <h2>{t.reconciliation.parts}</h2>
      <ul class="rows">
        {parts.map(({ payment_code, payment_total, received, customer_name }) => (
          <li class="transfer-row" key={payment_code}>
            <Link to={paymentPath(payment_code)}>
              <strong>{customer_name}</strong>
              <span class="amount">
                {t.reconciliation.partsRow(formatRupiah(received), formatRupiah(payment_total))}
              </span>
              <span class="sender hint">{payment_code}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
