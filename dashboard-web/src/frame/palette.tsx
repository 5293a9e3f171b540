import { useEffect, useRef, useState } from "preact/hooks";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { call } from "../base/api.ts";
import type { ListedPayment, ListedUnchosen, OwnMutation } from "../base/generated/types.gen.ts";
import { limits } from "../base/limits.ts";
import { mutationPath } from "../base/mutation-path.ts";
import { manualMode, paymentPath } from "../base/payment-path.ts";
import { useRouter } from "../base/router.tsx";
import { guideNames, guideWords, type Guide } from "./palette-guides.ts";
import { tasks } from "./palette-tasks.ts";
import { helpWords, operatorWords, wordsOf } from "./palette-words.ts";
import { inRanks, reasonOf } from "./palette-ranks.ts";
import { menu } from "./pages.ts";
import { operatorPageTexts } from "../base/texts/operator-page-texts.ts";
import { useMay, useMerchant } from "../base/session.tsx";
import { formatMoment, formatShortMoment } from "../base/time.ts";
import { nameOfTransfer } from "../base/transfer-source.ts";
import { useSearch, type Search } from "../base/use-search.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Finder, type FinderOption } from "../ui/finder.tsx";
import { ListedPaymentTag, PaymentStatusTag } from "../ui/payment-status.tsx";
import { shortcutsTexts as t } from "./shortcuts-texts.ts";

/** An option's key is its address. */
type Option = FinderOption;

type Invoice = ListedPayment | ListedUnchosen;

interface Found {
  invoices: readonly Invoice[];
  mutations: readonly OwnMutation[];
  /** The time back to which the invoices were searched. null: all were. */
  until: string | null;
}

const nothing: Found = { invoices: [], mutations: [], until: null };

/** Finds pages and guides by name, and invoices and transfers by searching their lists. */
export function Palette({ onClose }: { onClose(): void }) {
  const { go } = useRouter();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const search = text.trim();
  const pages = usePages(search);
  const { found, isFailed, isFound } = useFound(search);
  const may = useMay();

  // Move the focus here, because the dialog focuses its first button.
  useEffect(() => field.current?.focus(), []);

  const results: readonly (readonly [string, readonly Option[]])[] = [
    [t.shortcuts.pages, pages],
    [
      t.shortcuts.payments,
      inRanks(search, found.invoices)
        .slice(0, limits.paletteResults)
        .map((each) => optionOf(search, each)),
    ],
    [
      t.shortcuts.mutations,
      found.mutations.map((transfer) => ({
        key: mutationPath(transfer.id),
        text: nameOfTransfer(transfer),
        under: formatShortMoment(transfer.posted_at, Date.now()),
        beside: formatRupiah(transfer.amount_parsed),
      })),
    ],
    [t.shortcuts.guides, guidesFor(search)],
  ];
  const count = results.reduce((sum, [, options]) => sum + options.length, 0);
  const inList: readonly Option[] =
    search !== "" && may("searchPayments")
      ? [
          {
            key: `/payments?${new URLSearchParams({ search })}`,
            text: t.shortcuts.inList(search),
            beside: null,
          },
        ]
      : [];

  function open({ key }: Option) {
    onClose();
    // The guides are outside the dashboard.
    if (key.startsWith("/docs")) window.open(key, "_blank", "noreferrer");
    else go(key);
  }

  return (
    <Dialog title={t.shortcuts.palette} class="palette" onClose={onClose}>
      <Finder
        label={t.shortcuts.palette}
        placeholder={t.shortcuts.placeholder}
        text={text}
        onText={setText}
        groups={[...results, [t.shortcuts.search, inList]]}
        // The results below the pages might still belong to an earlier text.
        isFound={isFound}
        mayChoose={isFound || pages.length > 0}
        field={field}
        onChoose={open}
      >
        {isFailed
          ? t.shortcuts.failed
          : search !== "" && isFound
            ? count === 0
              ? found.until === null
                ? t.shortcuts.nothing
                : t.shortcuts.nothingSince(formatMoment(found.until))
              : t.shortcuts.found(count)
            : ""}
      </Finder>
    </Dialog>
  );
}

function optionOf(search: string, invoice: Invoice): Option {
  const named = {
    text: invoice.customer_name,
    under: [invoice.payment_code, reasonOf(search, invoice)].filter(Boolean).join(" · "),
  };
  return "sale_id" in invoice
    ? {
        ...named,
        key: `/invoices/${invoice.sale_id}`,
        beside: (
          <>
            {formatRupiah(invoice.payment_amount)}{" "}
            <PaymentStatusTag status={invoice.invoice_status} received={null} />
          </>
        ),
      }
    : {
        ...named,
        key: paymentPath(invoice.payment_code),
        beside: (
          <>
            {formatRupiah(invoice.payment_total)} <ListedPaymentTag payment={invoice} />
          </>
        ),
      };
}

/** A text to find: a page or a guide with its name and other words for it. */
interface Findable {
  text: string;
  words: string;
}

/** Returns the entries with the text in their name, then those with another word that begins with the text. */
function foundBy<Each extends Findable>(search: string, all: readonly Each[]): Each[] {
  const wanted = search.toLowerCase();
  // Many words begin with the same two letters, so a short text must match a whole word.
  const start = ` ${wanted}${wanted.length < 3 ? " " : ""}`;
  const isNamed = ({ text }: Findable) => text.toLowerCase().includes(wanted);
  return all
    .filter((each) => isNamed(each) || ` ${each.words} `.includes(start))
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
}

/** Returns the guides for a text. Without a text, the entry of all guides among the pages is enough. */
const guidesFor = (search: string): Option[] =>
  search === ""
    ? []
    : foundBy(
        search,
        Object.entries(guideNames).map(([name, text]) => ({
          key: `/docs/${name}`,
          text,
          words: guideWords[name as Guide],
        })),
      ).map(({ key, text }) => ({ key, text, beside: null }));

/**
 * Returns the pages of the person's menu, the list of manual invoices, the tasks, and the page of all guides. Without a
 * text, all are returned.
 */
function usePages(search: string): Option[] {
  const may = useMay();
  const { is_operator } = useMerchant();
  const pages = menu
    .filter(({ needs, isForOperators }) => may(needs) && (is_operator || !isForOperators))
    .flatMap(({ to, text }) => {
      const page = { to, text: t.menu[text], words: wordsOf[text] ?? "" };
      const manual = { to: `/payments?${manualMode}`, text: t.shortcuts.manual, words: "" };
      return to === "/payments" ? [page, manual] : [page];
    });
  const help = { to: "/docs", text: t.menu.help, words: helpWords };
  const operator = {
    to: "/operator",
    text: operatorPageTexts.operatorPage,
    words: operatorWords,
  };
  const all = [
    ...pages,
    ...tasks.filter(({ needs }) => may(needs)),
    ...(is_operator && may("listMerchants") ? [operator] : []),
    help,
  ];
  return foundBy(search, all).map(({ to, text }) => ({ key: to, text, beside: null }));
}

function useFound(search: string): Search<Found> {
  const may = useMay();
  return useSearch(search, nothing, async () => {
    const [payments, mutations] = await Promise.all([
      may("searchPayments")
        ? call("searchPayments", { query: { search, per_page: limits.paletteRanked } })
        : { items: [], unchosen: [], searched_until: null },
      may("searchMutations")
        ? call("searchMutations", { query: { search, per_page: limits.paletteResults } })
        : { items: [] },
    ]);
    return {
      invoices: [...payments.items, ...payments.unchosen],
      mutations: mutations.items,
      until: payments.searched_until,
    };
  });
}
