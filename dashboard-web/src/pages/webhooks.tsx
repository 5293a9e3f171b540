import { useState } from "preact/hooks";
import { call } from "../api.ts";
import { changesOf } from "../changes-of.ts";
import { ConfirmDialog, Dialog } from "../components/dialog.tsx";
import { DeliveryStatusTag, deliveryStatuses } from "../components/delivery-status.tsx";
import { Fact } from "../components/fact.tsx";
import { Filter } from "../components/filter.tsx";
import { Done, Field, Form, Submit, Tick } from "../components/form.tsx";
import { Moment } from "../components/moment.tsx";
import { Empty } from "../components/notice.tsx";
import { Answered, Card, Page } from "../components/page.tsx";
import { Pager, useCursor } from "../components/pager.tsx";
import { Secret } from "../components/secret.tsx";
import { TestEventButton } from "../components/test-event-button.tsx";
import type { Delivery, DeliveryStatus, MerchantSettings } from "../generated/types.gen.ts";
import { Link, useRouter } from "../router.tsx";
import { useQuery } from "../use-query.ts";
import { useWords } from "../words.tsx";
import { webhooksTexts } from "./webhooks-texts.ts";

export function Webhooks() {
  const { t } = useWords(webhooksTexts);
  const settings = useQuery("getSettings", {});
  return (
    <Page
      title={t.menu.webhooks}
      hint={t.webhooks.hint}
      actions={settings.data?.webhook_url ? <TestEventButton /> : undefined}
    >
      <Answered query={settings}>
        {(data) => <SettingsCard settings={data} reload={settings.reload} />}
      </Answered>
      <Deliveries />
    </Page>
  );
}

interface SettingsCardProps {
  settings: MerchantSettings;
  reload(): Promise<void>;
}

const events = ["sends_expired_events", "sends_cancelled_events", "sends_device_events"] as const;

function SettingsCard({ settings, reload }: SettingsCardProps) {
  const { t, announce } = useWords(webhooksTexts);
  const [isSaved, setSaved] = useState(false);
  const [isRotating, setRotating] = useState(false);
  return (
    <Card title={t.webhooks.settings}>
      <Form
        label={t.webhooks.settings}
        submit={async (values) => {
          const chosen = events.map((name) => [name, values(name) === "on"] as const);
          const webhook_url = values("webhook_url") || null;
          const wanted = { webhook_url, ...Object.fromEntries(chosen) };
          await call("changeSettings", { body: changesOf(settings, wanted) });
          await reload();
          setSaved(true);
          announce(t.common.saved);
        }}
      >
        <Field
          name="webhook_url"
          label={t.webhooks.address}
          hint={t.webhooks.addressHint}
          defaultValue={settings.webhook_url ?? ""}
          placeholder="https://"
        />
        <fieldset>
          <legend>{t.webhooks.events}</legend>
          <p class="hint">{t.webhooks.paidAlways}</p>
          {events.map((name) => (
            <Tick key={name} name={name} label={t.webhooks[name]} isTicked={settings[name]} />
          ))}
        </fieldset>
        <div class="actions">
          <Submit>{t.common.save}</Submit>
          <button type="button" class="button" onClick={() => setRotating(true)}>
            {t.webhooks.rotate}
          </button>
          {isSaved && <Done>{t.common.saved}</Done>}
        </div>
      </Form>
      {isRotating && <RotateDialog onClose={() => setRotating(false)} />}
    </Card>
  );
}

function RotateDialog({ onClose }: { onClose(): void }) {
  const { t } = useWords(webhooksTexts);
  const [secret, setSecret] = useState<string | null>(null);
  if (secret === null) {
    return (
      <ConfirmDialog
        title={t.webhooks.rotateTitle}
        action={t.webhooks.rotate}
        submit={async () =>
          setSecret((await call("rotateWebhookSecret", { body: {} })).webhook_secret)
        }
        onClose={onClose}
        staysOpen
      >
        <p>{t.webhooks.rotateHint}</p>
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={t.webhooks.rotated} onClose={onClose}>
      <Secret label={t.webhooks.secret} text={secret} />
      <div class="dialog-actions">
        <button type="button" class="button primary" onClick={onClose}>
          {t.common.kept}
        </button>
      </div>
    </Dialog>
  );
}

function Deliveries() {
  const { t } = useWords(webhooksTexts);
  const { query, go } = useRouter();
  const status = deliveryStatuses.find((each) => each === query.get("status")) ?? "";
  const cursor = useCursor(status);
  const deliveries = useQuery("listDeliveries", {
    query: { ...cursor.query, ...(status && { delivery_status: status }) },
  });
  return (
    <>
      <div class="list-head">
        <h2>{t.webhooks.deliveries}</h2>
        <Filter<DeliveryStatus>
          label={t.webhooks.status}
          value={status}
          choices={deliveryStatuses.map((each) => [each, t.webhooks.statuses[each]] as const)}
          onChange={(chosen) =>
            go(chosen ? `/webhooks?status=${chosen}` : "/webhooks", { replace: true })
          }
        />
      </div>
      <Answered query={deliveries}>
        {({ items, next_cursor }) => (
          <>
            {items.length === 0 && (
              <Empty icon="webhooks" title={status ? t.webhooks.noneOfStatus : t.webhooks.none}>
                {status === "" && <p>{t.webhooks.noneHint}</p>}
              </Empty>
            )}
            <ul class="rows">
              {items.map((delivery) => (
                <DeliveryRow key={delivery.delivery_id} delivery={delivery} />
              ))}
            </ul>
            <Pager {...cursor.pagerOf(next_cursor)} />
          </>
        )}
      </Answered>
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { t } = useWords(webhooksTexts);
  const { delivery_id, event_type, payment_code, device_name, attempt_count } = delivery;
  return (
    <li class="row">
      <div class="row-title">
        <Link to={`/webhooks/${delivery_id}`}>{event_type}</Link>
        <span class="hint">{payment_code ?? device_name}</span>
      </div>
      <dl>
        <Fact name={t.common.created}>
          <Moment at={delivery.created_at} />
        </Fact>
        <Fact name={t.webhooks.attempts}>{attempt_count}</Fact>
      </dl>
      <DeliveryStatusTag status={delivery.delivery_status} />
    </li>
  );
}
