import { useState } from "preact/hooks";
import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { MutationFacts } from "./mutation-facts.tsx";
import { NearPayments } from "./near-payments.tsx";
import { OtherReport } from "./other-report.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { TeachDialog } from "./teaching/teach-dialog.tsx";
import type { MutationDetail } from "../../base/generated/types.gen.ts";
import type { PageProps } from "../../base/match-route.ts";
import { May } from "../../base/session.tsx";
import { useQuery } from "../../base/use-query.ts";
import { mutationsTexts } from "./mutations-texts.ts";
import { teachingTexts } from "./teaching/teaching-texts.ts";
import { Button } from "../../ui/button.tsx";

const t = { ...mutationsTexts, ...teachingTexts };

/** The rule name of a transfer that a person confirmed from a notification that Tepat could not read. */
const confirmedRule = "person.confirmed";

export const Mutation = ({ parameters }: PageProps) => (
  <Page title={t.mutations.transfer} back={{ to: "/mutations", text: t.menu.mutations }}>
    <MutationParts id={parameters["mutation_id"] ?? ""} />
  </Page>
);

/** Shows the details of a transfer, on its page and beside the list. */
export function MutationParts({ id }: { id: string }) {
  const mutation = useQuery("getOwnMutation", { path: { mutation_id: id } });
  return (
    <QueryResult query={mutation}>
      {(data) => (
        <Card title={formatRupiah(data.amount_parsed)}>
          <MutationFacts mutation={data} isAmountShown={false} proofs={data.proofs} />
          <OtherReport mutation={data} onDone={mutation.reload} />
          {data.rule === confirmedRule && <Teach mutationId={id} />}
          {isUndecided(data) && (
            <>
              <Decide mutationId={id} />
              <NearPayments mutationId={id} sender={data.sender_parsed} />
            </>
          )}
        </Card>
      )}
    </QueryResult>
  );
}

const isUndecided = (transfer: MutationDetail): boolean =>
  !transfer.is_matched &&
  transfer.decision === null &&
  transfer.type_parsed === "CREDIT" &&
  transfer.other_report === null;

/** Links to the reconciliation page while that page lists the transfer as open. */
function Decide({ mutationId }: { mutationId: string }) {
  const open = useQuery("listTransfers", { query: { state: "open" } }).data?.items ?? [];
  return (
    open.some(({ id }) => id === mutationId) && (
      <Button tone="primary" needs="tieTransfer" to={`/reconciliation?transfer=${mutationId}`}>
        {t.mutations.decide}
      </Button>
    )
  );
}

/** Offers to teach the notification's wording, which the person can skip when confirming the transfer. */
function Teach({ mutationId }: { mutationId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <May call="saveReadingRule">
      <Button onClick={() => setOpen(true)}>{t.teaching.teachTitle}</Button>
      {isOpen && <TeachDialog from={{ mutation_id: mutationId }} onClose={() => setOpen(false)} />}
    </May>
  );
}
