import { useState } from "preact/hooks";
import { Exact } from "../../../../../web-shared/src/exact.tsx";
import { formatRupiah } from "../../../../../web-shared/src/money.ts";
import { call } from "../../../base/api.ts";
import type { LikelyText } from "../../../base/generated/types.gen.ts";
import { paymentPath } from "../../../base/payment-path.ts";
import { teachingTexts as t } from "./teaching-texts.ts";
import { Link } from "../../../base/router.tsx";
import { useQuery } from "../../../base/use-query.ts";
import { Comparison } from "../comparison.tsx";
import { ConfirmButton, FormDialog } from "../../../ui/dialog.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Card } from "../../../ui/page.tsx";
import { TeachDialog } from "./teach-dialog.tsx";
import { WithTwoFactor } from "../../access/two-factor-first.tsx";
import { Button } from "../../../ui/button.tsx";

type NamedPayment = LikelyText["payments"][number];

interface Asked {
  text: LikelyText;
  payment: NamedPayment;
}

/**
 * Lists notifications that Tepat is unsure about, each beside the invoice whose total it names. Hidden if there are
 * none.
 */
export function LikelyTexts() {
  const texts = useQuery("listLikelyTexts", {});
  const [asked, setAsked] = useState<Asked | null>(null);
  const [taught, setTaught] = useState<string | null>(null);
  const data = texts.data ?? [];
  return (
    <>
      {data.length > 0 && (
        <Card title={t.teaching.likely} class="likely-texts">
          <p class="hint">{t.teaching.likelyHint}</p>
          <ul>
            {data.map((text) => (
              <li key={text.text_id} class="likely-text">
                <TextQuote text={text} />
                <p class="hint">{t.teaching.reasons[text.reason]}</p>
                {text.payments.map((payment) => (
                  <div class="likely-payment" key={payment.payment_code}>
                    <Link to={paymentPath(payment.payment_code)}>{payment.payment_code}</Link>
                    <strong>
                      <Exact total={payment.payment_total} />
                    </strong>
                    <span>{payment.customer_name}</span>
                    <Button
                      tone="primary"
                      of={payment.payment_code}
                      onClick={() => setAsked({ text, payment })}
                    >
                      {t.teaching.confirm}
                    </Button>
                  </div>
                ))}
                <ConfirmButton
                  buttonTone="link"
                  title={t.teaching.refuse}
                  action={t.teaching.refuse}
                  submit={() =>
                    call("refuseLikelyText", { path: { text_id: text.text_id } }).then(texts.reload)
                  }
                >
                  <TextQuote text={text} />
                </ConfirmButton>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {asked && (
        <ConfirmTextDialog
          {...asked}
          onPaid={(mutation_id) => {
            setTaught(mutation_id);
            void texts.reload();
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {taught !== null && (
        <TeachDialog from={{ mutation_id: taught }} onClose={() => setTaught(null)} />
      )}
    </>
  );
}

const TextQuote = ({ text }: { text: LikelyText }) => (
  <div class="text-quote">
    <div class="attempt-head">
      <span class="hint">
        {text.app_name}, {text.device_name}
      </span>
      <Moment at={text.posted_at} />
    </div>
    <blockquote>
      {text.title && <strong>{text.title}</strong>}
      <p>{text.body}</p>
    </blockquote>
  </div>
);

interface ConfirmTextDialogProps extends Asked {
  onPaid(mutation_id: string): void;
  onClose(): void;
}

const ConfirmTextDialog = (props: ConfirmTextDialogProps) => (
  <WithTwoFactor
    title={t.teaching.confirmTitle(props.payment.payment_code)}
    onClose={props.onClose}
  >
    <ConfirmText {...props} />
  </WithTwoFactor>
);

function ConfirmText({ text, payment, onPaid, onClose }: ConfirmTextDialogProps) {
  const { payment_code, payment_total } = payment;
  return (
    <FormDialog
      title={t.teaching.confirmTitle(payment_code)}
      action={t.teaching.confirmSubmit}
      submit={async () => {
        const { mutation_id } = await call("confirmLikelyText", {
          path: { text_id: text.text_id },
          body: { payment_code },
        });
        onPaid(mutation_id);
      }}
      onClose={onClose}
    >
      <TextQuote text={text} />
      <p class="hint">{t.teaching.reasons[text.reason]}</p>
      <Comparison
        transfer={{ amount: payment_total, payer: null, at: text.posted_at }}
        invoice={{
          ...payment,
          customer_name: payment.customer_name ?? "–",
          payment_status: "PENDING",
          received: 0,
        }}
      />
      <p>{t.teaching.confirmHint(formatRupiah(payment_total))}</p>
    </FormDialog>
  );
}
