import { uuid } from "../contract/fields.ts";
import { approveDevice, revokeDevice } from "../domain/devices.ts";
import { command, shown } from "./command.ts";
import { withGateway } from "./database.ts";
import { option } from "./option.ts";

const device = option(uuid(), "ID", "device_id, as the registration answered it");

const approve = command({
  name: "device approve",
  summary: "Lets a registered device report notifications.",
  options: { device },
  run: ({ device }) => withGateway(async ({ sql }) => shown(await approveDevice(sql, device))),
});

const revoke = command({
  name: "device revoke",
  summary: "Ends a device's access at once; to come back it must register again.",
  options: { device },
  run: ({ device }) => withGateway(async ({ sql }) => shown(await revokeDevice(sql, device))),
});

export const commands = [approve, revoke];
