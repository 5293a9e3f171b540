import { z } from "zod";
import { listedDevice } from "../devices.ts";
import { pageInput, nameText, requiredText, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { readers } from "./roles.ts";

const tag = "Devices";
const device_id = uuid().meta({ description: "The device." });

const pairingOffer = z
  .object({
    pairing_token: z.string().meta({
      description: "Registers one phone, in place of the API key. Shown only now.",
    }),
    uri: z.string().meta({
      description:
        "The text of the QR code: the address of the pairing page, with the token in its fragment. A phone's camera opens it, and the page opens the Android app. In Termux: `tepat-worker register --pairing URI`.",
    }),
    qr_svg: z.string().meta({ description: "The QR code as an SVG image." }),
    expires_at: timestamp().meta({ description: "Until when a phone can use it, UTC." }),
  })
  .meta({ id: "PairingOffer", description: "The data with which a phone registers." });

export type PairingOffer = z.infer<typeof pairingOffer>;

export const deviceOperations = {
  listOwnDevices: dashboardOperation({
    meta: {
      operationId: "listOwnDevices",
      method: "GET",
      path: "/devices",
      mayReadReplica: true,
      roles: readers,
      tag,
      summary: "List devices",
      description: "The merchant's phones and their health, newest first.",
      envelope: "page",
    },
    input: z.object(pageInput),
    output: z.array(listedDevice),
  }),

  offerPairing: dashboardOperation({
    meta: {
      operationId: "offerPairing",
      method: "POST",
      path: "/pairing",
      roles: ["owner", "finance"],
      tag,
      summary: "Show a QR code for a phone",
      description: `A token with which one phone can register within ${limits.pairingOfferSeconds / 60} minutes, so that the API key stays away from phones. The phone is PENDING afterwards: approve it.`,
      envelope: "created",
    },
    input: z.object({}).meta({ description: "Nothing." }),
    output: pairingOffer,
  }),

  approveOwnDevice: dashboardOperation({
    meta: {
      operationId: "approveOwnDevice",
      method: "POST",
      path: "/devices/{device_id}/approval",
      roles: ["owner", "finance"],
      tag,
      summary: "Approve a device",
      description:
        "Lets it report. `pairing_code` is the code that was shown for it. If the phone has registered again since, or was revoked, the request is a `conflict`.",
      subject: "device",
      needsConfirmation: true,
      errors: ["conflict"],
    },
    input: z
      .object({
        device_id,
        pairing_code: requiredText().meta({
          description: "The pairing code, as the list and the phone show it.",
        }),
      })
      .meta({ description: "The code that a person has compared." }),
    output: listedDevice,
  }),

  renameOwnDevice: dashboardOperation({
    meta: {
      operationId: "renameOwnDevice",
      method: "POST",
      path: "/devices/{device_id}",
      roles: ["owner", "finance"],
      tag,
      summary: "Rename a device",
      description: "The name that it has until it registers again.",
      subject: "device",
    },
    input: z
      .object({ device_id, device_name: nameText().meta({ description: "The new name." }) })
      .meta({ description: "A name." }),
    output: listedDevice,
  }),

  revokeOwnDevice: dashboardOperation({
    meta: {
      operationId: "revokeOwnDevice",
      method: "DELETE",
      path: "/devices/{device_id}",
      roles: ["owner", "finance"],
      tag,
      summary: "Revoke a device",
      description:
        "Ends its access at once. It stays in the list; to come back it registers and is approved again. Accounts that are bound to it stay bound.",
      subject: "device",
    },
    input: z.object({ device_id }),
    output: z.null(),
  }),
};
