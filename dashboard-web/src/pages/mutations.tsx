import { useState } from "preact/hooks";
import { formatRupiah } from "../../../web-shared/src/money.ts";
import { Dialog } from "../components/dialog.tsx";
import { Filter } from "../components/filter.tsx";
import { Moment } from "../components/moment.tsx";
import { MutationFacts } from "../components/mutation-facts.tsx";
import { NearPayments } from "../components/near-payments.tsx";
import { Empty } from "../components/notice.tsx";
import { Answered, Page } from "../components/page.tsx";
import { Pager, usePages } from "../components/pager.tsx";
import { UnreadTexts } from "../components/unread-texts.tsx";
import type { MutationWithReason } from "../generated/types.gen.ts";
import { limits } from "../limits.ts";
import { useRouter } from "../router.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { mutationsTexts } from "./mutations-texts.ts";

const views = ["unmatched", "late"] as const;
type View = (typeof views)[number];

const filterOf: Readonly<Record<View | "", object>> = {
  "": {},
  unmatched: { only_unmatched: true },
  late: { match_reason: "late_payment" },
};

/** The view stands in the address: who comes back from an invoice goes on where they were. */
export function Mutations() {
  const { t } = useWords(mutationsTexts);
  const { query, go } = useRouter();
  const view = views.find((each) => each === query.get("show")) ?? "";
  const pages = usePages(limits.rowsPerPage, view);
  const [shown, setShown] = useState<MutationWithReason | null>(null);
  const mutations = useQuery("listOwnMutationReasons", {
    query: { ...pages.query, ...filterOf[view] },
  });
  return (
    <Page title={t.menu.mutations} hint={t.mutations.hint}>
      <div class="filters">
        <Filter<View>
          label={t.mutations.show}
          value={view}
          choices={views.map((each) => [each, t.mutations.views[each]] as const)}
          onChange={(chosen) =>
            go(chosen ? `/mutations?show=${chosen}` : "/mutations", { replace: true })
          }
        />
      </div>
      <Answered query={mutations}>
        {(data) => (
          <>
            {data.length === 0 && (
              <Empty icon="mutations" title={view ? t.mutations.noneIn[view] : t.mutations.none}>
                {view === "" && <p>{t.mutations.noneHint}</p>}
              </Empty>
            )}
            <ul class="rows">
              {data.map((mutation) => (
                <MutationRow
                  key={mutation.id}
                  mutation={mutation}
                  onShow={() => setShown(mutation)}
                />
              ))}
            </ul>
            <Pager {...pages.pagerOf(mutations.pageCount)} />
          </>
        )}
      </Answered>
      <UnreadTexts />
      {shown && (
        <Dialog title={t.mutations.transfer} onClose={() => setShown(null)}>
          <MutationFacts mutation={shown} />
          {!shown.is_matched && <NearPayments mutationId={shown.id} />}
        </Dialog>
      )}
    </Page>
  );
}

interface MutationRowProps {
  mutation: MutationWithReason;
  onShow(): void;
}

function MutationRow({ mutation, onShow }: MutationRowProps) {
  const { t } = useWords(mutationsTexts);
  const { amount_parsed, sender_parsed, match_reason, matched_payment_code, is_matched } = mutation;
  return (
    <li class="row mutation-row">
      <strong class="amount">
        {mutation.type_parsed === "DEBIT" ? "− " : ""}
        {formatRupiah(amount_parsed)}
      </strong>
      <span class="sender">{sender_parsed ?? mutation.app_name}</span>
      <div class="row-details">
        <span class={`tag ${is_matched ? "good" : "warning"}`}>
          {t.mutations.reasons[match_reason]}
        </span>
        <span class="hint">{matched_payment_code}</span>
      </div>
      <Moment at={mutation.posted_at} />
      <button type="button" class="button" onClick={onShow}>
        {t.mutations.why}
        <span class="off-screen"> {formatRupiah(amount_parsed)}</span>
      </button>
    </li>
  );
}
