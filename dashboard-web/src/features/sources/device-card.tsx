import type { DeviceFinding, ListedDevice } from "../../base/generated/types.gen.ts";
import { Fact } from "../../ui/fact.tsx";
import { Moment } from "../../ui/moment.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Card } from "../../ui/page.tsx";
import { sourcesTexts as t } from "./sources-texts.ts";
import { Button } from "../../ui/button.tsx";

export type DeviceAction = "approve" | "rename" | "revoke";

interface DeviceCardProps {
  device: ListedDevice;
  onAction(action: DeviceAction): void;
}

/** Shows a phone with its health, fixes for its problems, and the possible actions. */
export function DeviceCard({ device, onAction }: DeviceCardProps) {
  const { device_name, device_status, last_seen_at, battery, queue_length } = device;
  return (
    <Card title={device_name} actions={<DeviceTag device={device} />}>
      {device.pairing_code !== null && (
        <Notice tone="warning">
          <p>{device_status === "PENDING" ? t.devices.waits : t.devices.waitsAgain}</p>
          <p class="pairing-code">{device.pairing_code}</p>
        </Notice>
      )}
      {device.findings.map((finding) => (
        <Finding key={finding.problem} device={device} finding={finding} />
      ))}
      <dl class="facts">
        <Fact name={t.devices.lastSeen} at={last_seen_at} otherwise={t.common.never} />
        {device.model !== null && <Fact name={t.devices.model}>{device.model}</Fact>}
        {device.app_version !== null && <Fact name={t.devices.version}>{device.app_version}</Fact>}
        {battery !== null && <Fact name={t.devices.battery}>{battery}%</Fact>}
        {queue_length !== null && <Fact name={t.devices.queue}>{queue_length}</Fact>}
      </dl>
      <div class="actions">
        {device.pairing_code !== null && (
          <Button needs="approveOwnDevice" tone="primary" onClick={() => onAction("approve")}>
            {t.devices.approve}
          </Button>
        )}
        <Button needs="renameOwnDevice" onClick={() => onAction("rename")}>
          {t.devices.rename}
        </Button>
        {device_status !== "REVOKED" && (
          <Button needs="revokeOwnDevice" tone="danger-text" onClick={() => onAction("revoke")}>
            {t.common.revoke}
          </Button>
        )}
      </div>
    </Card>
  );
}

const tones = { ok: "good", warning: "warning", offline: "bad" } as const;

function DeviceTag({ device }: { device: ListedDevice }) {
  const { device_status, health } = device;
  // A simulated phone has no health, because it reports nothing on its own.
  if (device_status === "ACTIVE" && device.is_simulated) {
    return <span class="tag">{t.devices.simulated}</span>;
  }
  if (health === "ok" && device.is_unheard) {
    return <span class="tag warning">{t.devices.unheard}</span>;
  }
  if (device_status === "ACTIVE" && health) {
    return <span class={`tag ${tones[health]}`}>{t.devices.health[health]}</span>;
  }
  const tone = device_status === "PENDING" ? "warning" : "";
  return <span class={`tag ${tone}`}>{t.devices.statuses[device_status]}</span>;
}

interface FindingProps {
  device: ListedDevice;
  finding: DeviceFinding;
}

const Finding = ({ device, finding: { problem, since } }: FindingProps) => (
  <Notice tone="warning">
    <p>
      <strong>{t.devices.problems[problem]}</strong> {t.devices.remedies[problem](device)}
    </p>
    <Moment at={since} />
  </Notice>
);
