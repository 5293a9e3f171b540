import { expect, test } from "vitest";
import { pairingCode } from "./pairing-code.ts";

const device = {
  device_id: "0199a1b2-0000-7000-8000-000000000001",
  device_token: "pgd_0123456789ABCDEFGHIJKLMNOPQRSTUV_000000",
};

test("a device and its token have one code, as the README describes it", () => {
  expect(pairingCode(device)).toBe("7DD-DV0");
});

test("another token or another device has another code", () => {
  expect(pairingCode({ ...device, device_token: `${device.device_token}1` })).not.toBe(
    pairingCode(device),
  );
  expect(pairingCode({ ...device, device_id: device.device_id.replace("1b2", "1b3") })).not.toBe(
    pairingCode(device),
  );
});

test("the letter case of the device's id does not matter", () => {
  expect(pairingCode({ ...device, device_id: device.device_id.toUpperCase() })).toBe(
    pairingCode(device),
  );
});
