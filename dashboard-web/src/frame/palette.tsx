import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { call } from "../base/api.ts";
import type { ListedPayment, ListedUnchosen, OwnMutation } from "../base/generated/types.gen.ts";
import { limits } from "../base/limits.ts";
import { mutationPath } from "../base/mutation-path.ts";
import { manualMode, paymentPath } from "../base/payment-path.ts";
import { useRouter } from "../base/router.tsx";
import { helpWords, newInvoiceWords, operatorWords, wordsOf } from "./palette-words.ts";
import { menu } from "./pages.ts";
import { operatorPageTexts } from "../base/texts/operator-page-texts.ts";
import { useMay, useMerchant, useSession } from "../base/session.tsx";
import { nameOfTransfer } from "../base/transfer-source.ts";
import { Dialog } from "../ui/dialog.tsx";
import { PaymentStatusTag } from "../ui/payment-status.tsx";
import { shortcutsTexts as t } from "./shortcuts-texts.ts";

interface Option {
  to: string;
  text: string;
  /** The second line. */
  under?: string;
  beside: ComponentChildren;
}

interface Found {
  search: string;
  payments: readonly ListedPayment[];
  /** The invoices without a payment. */
  unchosen: readonly ListedUnchosen[];
  mutations: readonly OwnMutation[];
  isFailed: boolean;
}

const nothing = { payments: [], unchosen: [], mutations: [], isFailed: false };

/** Finds pages by name, and invoices and transfers by searching their lists. */
export function Palette({ onClose }: { onClose(): void }) {
  const { go } = useRouter();
  const [text, setText] = useState("");
  /** The address that a person chose with the arrow keys. null: the first result. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [opensFirst, setOpensFirst] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const ids = useId();
  const search = text.trim();
  const pages = usePages(search);
  const found = useFound(search);

  // Move the focus here, because the dialog focuses its first button.
  useEffect(() => field.current?.focus(), []);

  const groups: readonly (readonly [string, readonly Option[]])[] = [
    [t.shortcuts.pages, pages],
    [
      t.shortcuts.payments,
      [
        ...found.payments.map((each) =>
          optionOf(
            paymentPath(each.payment_code),
            each,
            each.payment_total,
            <PaymentStatusTag
              status={each.payment_status}
              isPartPaid={each.received_in_parts !== null}
            />,
          ),
        ),
        ...found.unchosen.map((each) =>
          optionOf(
            `/invoices/${each.sale_id}`,
            each,
            each.payment_amount,
            <PaymentStatusTag status={each.invoice_status} />,
          ),
        ),
      ],
    ],
    [
      t.shortcuts.mutations,
      found.mutations.map((transfer) => ({
        to: mutationPath(transfer.id),
        text: nameOfTransfer(transfer),
        beside: formatRupiah(transfer.amount_parsed),
      })),
    ],
  ];
  const options = groups.flatMap(([, each]) => each);
  const current = Math.max(
    options.findIndex(({ to }) => to === chosen),
    0,
  );
  // The results below the pages might still belong to an earlier text.
  const isFound = found.search === search;
  const first = isFound || pages.length > 0 ? options[0] : undefined;

  function open({ to }: Option) {
    onClose();
    // The guides are outside the dashboard.
    if (to === "/docs") window.open(to, "_blank", "noreferrer");
    else go(to);
  }

  // The person pressed Enter before the response arrived.
  useEffect(() => {
    if (!opensFirst || !isFound) return;
    setOpensFirst(false);
    if (first) open(first);
  }, [opensFirst, isFound]);

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) {
      event.preventDefault();
      setChosen(options[(current + step + options.length) % options.length]?.to ?? null);
    } else if (event.key === "Enter" && !event.isComposing) {
      event.preventDefault();
      const option = options.find(({ to }) => to === chosen) ?? first;
      if (option) open(option);
      else if (!isFound) setOpensFirst(true);
    }
  }

  let number = -1;
  return (
    <Dialog title={t.shortcuts.palette} class="palette" onClose={onClose}>
      <input
        ref={field}
        type="text"
        enterKeyHint="go"
        {...({ role: "combobox" } as object)}
        aria-label={t.shortcuts.palette}
        aria-expanded={options.length > 0}
        aria-controls={`${ids}-results`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${ids}-${current}` : undefined}
        placeholder={t.shortcuts.placeholder}
        autocomplete="off"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setChosen(null);
          setOpensFirst(false);
        }}
        onKeyDown={press}
      />
      <div class="palette-results" id={`${ids}-results`} role="listbox" aria-label={t.common.find}>
        {groups
          .filter(([, each]) => each.length > 0)
          .map(([name, each]) => (
            <div key={name} role="group" aria-label={name}>
              <p class="palette-group" aria-hidden="true">
                {name}
              </p>
              {each.map((option) => {
                number += 1;
                return (
                  <div
                    key={option.to}
                    id={`${ids}-${number}`}
                    class="palette-option"
                    role="option"
                    aria-selected={number === current}
                    onClick={() => open(option)}
                  >
                    <span class="palette-text">
                      <span>{option.text}</span> {option.under && <code>{option.under}</code>}
                    </span>
                    <span class="amount">{option.beside}</span>
                  </div>
                );
              })}
            </div>
          ))}
      </div>
      <p class="hint" role="status">
        {found.isFailed
          ? t.shortcuts.failed
          : search !== "" && isFound
            ? options.length === 0
              ? t.shortcuts.nothing
              : t.shortcuts.found(options.length)
            : ""}
      </p>
    </Dialog>
  );
}

const optionOf = (
  to: string,
  { payment_code, customer_name }: Pick<ListedPayment, "payment_code" | "customer_name">,
  amount: number,
  tag: ComponentChildren,
): Option => ({
  to,
  text: customer_name,
  under: payment_code,
  beside: (
    <>
      {formatRupiah(amount)} {tag}
    </>
  ),
});

/**
 * Returns the pages of the person's menu, the list of manual invoices, the form for an invoice, and the guides. Pages
 * with the text in their name come first, then pages with a task word that begins with the text. Without a text, all
 * are returned.
 */
function usePages(search: string): Option[] {
  const may = useMay();
  const { is_operator } = useMerchant();
  const wanted = search.toLowerCase();
  const pages = menu
    .filter(({ needs, isForOperators }) => may(needs) && (is_operator || !isForOperators))
    .flatMap(({ to, text }) => {
      const page = { to, text: t.menu[text], words: wordsOf[text] ?? "" };
      if (to !== "/payments") return [page];
      const manual = { to: `/payments?${manualMode}`, text: t.shortcuts.manual, words: "" };
      const form = { to: "/invoices/new", text: t.common.newInvoice, words: newInvoiceWords };
      return [page, manual, ...(may("createInvoice") ? [form] : [])];
    });
  // Many words begin with the same two letters, so a short text must match a whole word.
  const start = ` ${wanted}${wanted.length < 3 ? " " : ""}`;
  const help = { to: "/docs", text: t.menu.help, words: helpWords };
  const isNamed = ({ text }: { text: string }) => text.toLowerCase().includes(wanted);
  const operator = {
    to: "/operator",
    text: operatorPageTexts.operatorPage,
    words: operatorWords,
  };
  return [...pages, ...(is_operator && may("listMerchants") ? [operator] : []), help]
    .filter((page) => isNamed(page) || ` ${page.words} `.includes(start))
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
    .map(({ to, text }) => ({ to, text, beside: null }));
}

/** Searches after a short pause in typing, and drops late responses to earlier texts. */
function useFound(search: string): Found {
  const may = useMay();
  const { onRefusal } = useSession();
  const [found, setFound] = useState<Found>({ search: "", ...nothing });

  useEffect(() => {
    if (search === "") {
      setFound({ search, ...nothing });
      return;
    }
    let isWanted = true;
    const timer = setTimeout(async () => {
      try {
        const [payments, mutations] = await Promise.all([
          may("searchPayments")
            ? call("searchPayments", { query: { search, per_page: limits.paletteResults } })
            : { items: [], unchosen: [] },
          may("searchMutations")
            ? call("searchMutations", { query: { search, per_page: limits.paletteResults } })
            : { items: [] },
        ]);
        if (!isWanted) return;
        setFound({
          search,
          payments: payments.items,
          unchosen: payments.unchosen,
          mutations: mutations.items,
          isFailed: false,
        });
      } catch (cause) {
        onRefusal(cause);
        if (isWanted) setFound({ search, ...nothing, isFailed: true });
      }
    }, limits.paletteMilliseconds);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [search]);

  return found;
}
