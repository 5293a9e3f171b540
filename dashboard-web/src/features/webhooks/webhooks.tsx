import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { changesOf } from "../../base/changes-of.ts";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { DeliveryStatusTag, deliveryStatuses } from "./delivery-status.tsx";
import { AddressFilter, ClearFilters } from "../../ui/filter.tsx";
import { Done, Field, Form, Submit, Tick } from "../../ui/form.tsx";
import { Empty } from "../../ui/notice.tsx";
import { QueryResult, Card, Page } from "../../ui/page.tsx";
import { useCursor } from "../../ui/pager.tsx";
import { Secret } from "../../ui/secret.tsx";
import { filtersOf } from "../../ui/side-panel.tsx";
import { useOrder, type Column } from "../../ui/table.tsx";
import { TestEventButton } from "./test-event-button.tsx";
import { When } from "../../ui/when.tsx";
import type { Delivery, MerchantSettings } from "../../base/generated/types.gen.ts";
import { useRouter } from "../../base/router.tsx";
import { useQuery } from "../../base/use-query.ts";
import { May } from "../../base/session.tsx";
import { DeliveryParts } from "./delivery.tsx";
import { isUnencrypted, Unencrypted } from "./unencrypted.tsx";
import { webhooksTexts as t } from "./webhooks-texts.ts";
import { Button } from "../../ui/button.tsx";
import { TableList } from "../../ui/list.tsx";

export function Webhooks() {
  const settings = useQuery("getSettings", {});
  return (
    <Page
      title={t.menu.webhooks}
      hint={t.webhooks.hint}
      actions={
        settings.data?.webhook_url ? (
          <May call="sendTestEvent">
            <TestEventButton />
          </May>
        ) : undefined
      }
    >
      <QueryResult query={settings}>
        {(data) => <SettingsCard settings={data} reload={settings.reload} />}
      </QueryResult>
      <Deliveries />
    </Page>
  );
}

interface SettingsCardProps {
  settings: MerchantSettings;
  reload(): Promise<void>;
}

const events = [
  "sends_expired_events",
  "sends_cancelled_events",
  "sends_difference_events",
  "sends_device_events",
] as const;

function SettingsCard({ settings, reload }: SettingsCardProps) {
  const [isRotating, setRotating] = useState(false);
  return (
    <Card title={t.webhooks.settings}>
      <Form
        label={t.webhooks.settings}
        said={t.common.saved}
        initial={settings}
        submit={async (values) => {
          const chosen = events.map((name) => [name, values(name) === "on"] as const);
          const webhook_url = values("webhook_url") || null;
          const wanted = { webhook_url, ...Object.fromEntries(chosen) };
          await call("changeSettings", { body: changesOf(settings, wanted) });
          await reload();
        }}
      >
        <Field
          name="webhook_url"
          label={t.webhooks.address}
          hint={
            isUnencrypted(settings.webhook_url) ? (
              <>
                <Unencrypted /> {t.webhooks.unencryptedHint}
              </>
            ) : (
              t.webhooks.addressHint
            )
          }
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
        />
        <fieldset>
          <legend>{t.webhooks.events}</legend>
          <p class="hint">{t.webhooks.paidAlways}</p>
          {events.map((name) => (
            <Tick key={name} name={name} label={t.webhooks[name]} />
          ))}
        </fieldset>
        <div class="actions">
          <Submit needs="changeSettings">{t.common.save}</Submit>
          <Button needs="rotateWebhookSecret" onClick={() => setRotating(true)}>
            {t.webhooks.rotate}
          </Button>
          <Done />
        </div>
      </Form>
      {isRotating && <RotateDialog onClose={() => setRotating(false)} />}
    </Card>
  );
}

function RotateDialog({ onClose }: { onClose(): void }) {
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
        {t.webhooks.rotateHint}
      </ConfirmDialog>
    );
  }
  return (
    <Dialog title={t.webhooks.rotated} onClose={onClose}>
      <Secret label={t.webhooks.secret} text={secret} />
      <div class="dialog-actions">
        <Button tone="primary" onClick={onClose}>
          {t.common.kept}
        </Button>
      </div>
    </Dialog>
  );
}

function Deliveries() {
  const { query } = useRouter();
  const status = deliveryStatuses.find((each) => each === query.get("status")) ?? "";
  const cursor = useCursor(filtersOf(query).toString());
  const order = useOrder();
  const deliveries = useQuery("listDeliveries", {
    query: {
      ...cursor.query,
      ...(status && { delivery_status: status }),
      ...(order.isOldestFirst && { oldest_first: true }),
    },
  });
  const columns: readonly Column<Delivery>[] = [
    {
      place: "title",
      width: 100,
      grows: true,
      title: t.webhooks.event,
      cell: ({ event_type }) => event_type,
    },
    {
      place: "party",
      width: 120,
      grows: true,
      title: t.webhooks.about,
      cell: ({ payment_code, device_name }) => payment_code ?? device_name ?? "–",
    },
    {
      place: "note",
      width: 110,
      isExtra: true,
      title: t.webhooks.attempts,
      cell: ({ attempt_count }) => attempt_count,
    },
    {
      place: "state",
      width: 108,
      title: t.common.status,
      cell: ({ delivery_status }) => <DeliveryStatusTag status={delivery_status} />,
    },
    {
      place: "when",
      width: 132,
      title: t.common.created,
      sorted: order,
      cell: ({ created_at }) => <When at={created_at} />,
    },
  ];
  return (
    <>
      <div class="list-head">
        <h2>{t.webhooks.deliveries}</h2>
        <AddressFilter
          name="status"
          label={t.common.status}
          choices={deliveryStatuses.map((each) => [each, t.webhooks.statuses[each]])}
        />
        <ClearFilters />
      </div>
      <TableList
        query={deliveries}
        place={cursor}
        counted={t.webhooks.counted}
        label={t.webhooks.deliveries}
        class="deliveries-table"
        columns={columns}
        keyOf={({ delivery_id }) => delivery_id}
        pageOf={(delivery_id) => `/webhooks/${delivery_id}`}
        titleOf={() => t.webhooks.delivery}
        panel={(id) => <DeliveryParts id={id} />}
        empty={
          <Empty icon="webhooks" title={status ? t.webhooks.noneOfStatus : t.webhooks.none}>
            {status === "" && t.webhooks.noneHint}
          </Empty>
        }
      />
    </>
  );
}
