import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pairingCode as pairingCodeOfPhone } from "../../../worker/src/pairing-code.ts";
import { hashCredential, newDeviceToken } from "../security/credentials.ts";
import { pairingCode, readPairingCode } from "./pairing-code.ts";

test("the server derives the same code from a token's hash as the phone from the token", () => {
  for (let round = 0; round < 200; round += 1) {
    const [device_id, device_token] = [randomUUID(), newDeviceToken()];
    const onPhone = pairingCodeOfPhone({ device_id, device_token });
    const onServer = pairingCode({ device_id, token_hash: hashCredential(device_token) });
    expect(onServer, `${device_id} with ${device_token}`).toBe(onPhone);
  }
});

test("each registration of a device has a new code", () => {
  const device_id = randomUUID();
  const codes = [newDeviceToken(), newDeviceToken()].map((token) =>
    pairingCode({ device_id, token_hash: hashCredential(token) }),
  );
  expect(codes[0]).not.toBe(codes[1]);
});

test.each([
  ["7DD-DV0", "7DD-DV0"],
  ["7ddDVo", "7DD-DV0"],
  ["i1l 0oO", "111-000"],
  ["7DD-DV", null],
  ["7DD-DV0-", null],
  ["7DD–DV0", null],
  ["", null],
])("a person's %j is read as the code %j", (text, code) => {
  expect(readPairingCode(text)).toBe(code);
});
