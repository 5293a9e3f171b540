import { useState } from "preact/hooks";
import { call } from "../../base/api.ts";
import { ConfirmDialog, FormDialog } from "../../ui/dialog.tsx";
import { DeviceCard, type DeviceAction } from "./device-card.tsx";
import { Field } from "../../ui/form.tsx";
import { Empty } from "../../ui/notice.tsx";
import { QueryResult, Page } from "../../ui/page.tsx";
import { Pager, usePages } from "../../ui/pager.tsx";
import { Mailboxes } from "./mailboxes.tsx";
import { PairingDialog } from "./pairing-dialog.tsx";
import type { ListedDevice } from "../../base/generated/types.gen.ts";
import { limits } from "../../base/limits.ts";
import { useQuery } from "../../base/use-query.ts";
import { sourcesTexts as t } from "./sources-texts.ts";
import { Button } from "../../ui/button.tsx";

/** These exports are here so that the first load names one file fewer. */
export { Cable } from "./cable.tsx";
export { MailSignIn } from "./mail-sign-in.tsx";

export function Sources() {
  const pages = usePages(limits.rowsPerPageMax);
  const devices = useQuery("listOwnDevices", { query: pages.query });
  const mailboxes = useQuery("listMailboxes", {});
  const hasNoMailbox = mailboxes.data?.length === 0 || mailboxes.refusal !== null;
  const [isPairing, setPairing] = useState(false);
  const [doing, setDoing] = useState<{ action: DeviceAction; device: ListedDevice } | null>(null);
  const pair = (
    <Button needs="offerPairing" tone="primary" icon="plus" onClick={() => setPairing(true)}>
      {t.devices.pair}
    </Button>
  );

  return (
    <Page title={t.menu.devices} hint={t.devices.hint} actions={pair}>
      <QueryResult query={devices}>
        {(data) =>
          data.length === 0 ? (
            hasNoMailbox && (
              <Empty icon="devices" title={t.devices.none}>
                <p>{t.devices.noneHint}</p>
                <div class="actions">{pair}</div>
              </Empty>
            )
          ) : (
            <>
              <div class="device-cards">
                {data.map((device) => (
                  <DeviceCard
                    key={device.device_id}
                    device={device}
                    onAction={(action) => setDoing({ action, device })}
                  />
                ))}
              </div>
              <Pager {...pages.pagerOf(devices)} />
            </>
          )
        }
      </QueryResult>
      <Mailboxes query={mailboxes} />
      {isPairing && devices.data && (
        <PairingDialog
          devices={devices.data}
          reload={devices.reload}
          onClose={() => {
            setPairing(false);
            void mailboxes.reload();
          }}
        />
      )}
      {doing && <ActionDialog {...doing} reload={devices.reload} onClose={() => setDoing(null)} />}
    </Page>
  );
}

interface ActionDialogProps {
  action: DeviceAction;
  device: ListedDevice;
  reload(): Promise<void>;
  onClose(): void;
}

function ActionDialog({ action, ...props }: ActionDialogProps) {
  if (action === "approve") return <ApproveDialog {...props} />;
  return action === "rename" ? <RenameDialog {...props} /> : <RevokeDialog {...props} />;
}

type OneActionProps = Omit<ActionDialogProps, "action">;

function ApproveDialog({ device, reload, onClose }: OneActionProps) {
  const { device_id, pairing_code, device_name } = device;
  return (
    <FormDialog
      title={t.devices.approveTitle(device_name)}
      action={t.devices.approve}
      submit={async () => {
        const body = { pairing_code: pairing_code ?? "" };
        // If the phone registered again meanwhile, its code has changed. The reload shows it.
        await call("approveOwnDevice", { path: { device_id }, body }).finally(reload);
      }}
      onClose={onClose}
    >
      <p>{t.devices.compare}</p>
      <p class="pairing-code">{pairing_code}</p>
    </FormDialog>
  );
}

const RenameDialog = ({ device: { device_id, device_name }, reload, onClose }: OneActionProps) => (
  <FormDialog
    title={t.devices.rename}
    action={t.common.save}
    submit={async (values) => {
      const body = { device_name: values("device_name") };
      await call("renameOwnDevice", { path: { device_id }, body });
      await reload();
    }}
    onClose={onClose}
  >
    <Field name="device_name" label={t.devices.name} defaultValue={device_name} autoFocus />
  </FormDialog>
);

const RevokeDialog = ({ device: { device_id, device_name }, reload, onClose }: OneActionProps) => (
  <ConfirmDialog
    title={t.devices.revokeTitle(device_name)}
    action={t.common.revoke}
    submit={async () => {
      await call("revokeOwnDevice", { path: { device_id } });
      await reload();
    }}
    onClose={onClose}
  >
    {t.devices.revokeHint}
  </ConfirmDialog>
);
