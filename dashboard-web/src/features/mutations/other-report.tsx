import { formatRupiah } from "../../../../web-shared/src/money.ts";
import { call } from "../../base/api.ts";
import type { MutationDetail } from "../../base/generated/types.gen.ts";
import { mutationPath } from "../../base/mutation-path.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { Link } from "../../base/router.tsx";
import { useAnnounce } from "../../base/announce.tsx";
import { mutationsTexts as t } from "./mutations-texts.ts";
import { ConfirmButton } from "../../ui/dialog.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SideBySide } from "../../ui/side-by-side.tsx";

interface OtherReportProps {
  mutation: MutationDetail;
  onDone(): Promise<void>;
}

/** Shows the other report of the same money. A button states that there were two transfers. */
export function OtherReport({ mutation, onDone }: OtherReportProps) {
  const announce = useAnnounce();
  const other = mutation.other_report;
  if (other === null) return null;
  const invoice = other.payment_code !== null && (
    <Link to={paymentPath(other.payment_code)}>{other.payment_code}</Link>
  );
  return (
    <Notice tone="warning">
      <p>
        <Link to={mutationPath(other.mutation_id)}>{t.mutations.otherReport}</Link>
        {invoice ? (
          <>
            {" "}
            {t.mutations.otherPaid} {invoice}.
          </>
        ) : (
          ` ${t.mutations.otherWaits}`
        )}
      </p>
      <ConfirmButton
        needs="separateTransfer"
        buttonTone="plain"
        title={t.mutations.twoTransfersTitle}
        action={t.mutations.twoTransfers}
        submit={async () => {
          await call("separateTransfer", {
            path: { mutation_id: mutation.id },
            body: { other_mutation_id: other.mutation_id },
          });
          announce(t.mutations.separated);
          await onDone();
        }}
      >
        <SideBySide
          label={t.mutations.twoTransfersTitle}
          left={t.mutations.thisReport}
          right={t.mutations.thatReport}
          rows={[
            {
              name: t.common.amount,
              left: formatRupiah(mutation.amount_parsed),
              right: formatRupiah(other.amount_parsed),
            },
            {
              name: t.mutations.sender,
              left: mutation.sender_parsed ?? "–",
              right: other.sender_parsed ?? "–",
            },
            {
              name: t.mutations.reported,
              left: <Moment at={mutation.posted_at} />,
              right: <Moment at={other.posted_at} />,
            },
            {
              name: t.mutations.device,
              left: sourceOf(mutation),
              right: other.is_from_statement ? t.mutations.bankStatement : sourceOf(other),
            },
            {
              name: t.mutations.payment,
              left: mutation.matched_payment_code ?? "–",
              right: invoice || "–",
            },
          ]}
        />
        <p>{t.mutations.twoTransfersHint}</p>
      </ConfirmButton>
    </Notice>
  );
}

const sourceOf = ({
  device_name,
  app_name,
}: {
  device_name: string | null;
  app_name: string | null;
}): string => [device_name, app_name].filter(Boolean).join(", ") || "–";
