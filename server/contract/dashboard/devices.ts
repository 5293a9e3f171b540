import { z } from "zod";
import { listedDevice } from "../devices.ts";
import { pageInput, nameText, requiredText, timestamp, uuid } from "../fields.ts";
import { limits } from "../limits.ts";
import { dashboardOperation } from "./operation.ts";
import { mailProvider } from "./mailboxes.ts";
import { readers } from "./roles.ts";

const tag = "Devices";
const device_id = uuid().meta({ description: "The device." });

const pairingOffer = z
  .object({
    pairing_token: z.string().meta({
      description:
        "The token with which one phone can register without the API key. Shown only now.",
    }),
    uri: z.string().meta({
      description:
        "The text of the QR code: the address of the pairing page, with the token in its fragment. A phone's camera opens it, and the page opens the Android app. In Termux: `tepat-worker register --pairing URI`.",
    }),
    qr_svg: z.string().meta({ description: "The QR code as an SVG image." }),
    has_app: z.boolean().meta({
      description: "True if this server offers the Tepat app for Android.",
    }),
    receives_mail: z.boolean().meta({
      description: "True if mail providers can forward banks' emails to this gateway.",
    }),
    mail_providers: z.array(mailProvider).meta({
      description:
        "The mail providers with which a team member can connect a mailbox by signing in. The server's owner sets them up.",
    }),
    expires_at: timestamp().meta({
      description: "The time until which a phone can use the token, UTC.",
    }),
  })
  .meta({ id: "PairingOffer", description: "The data for registering a phone." });

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
      description: `Creates a token with which one phone can register within ${limits.pairingOfferSeconds / 60} minutes, so that phones never hold the API key. The phone is then PENDING and needs approval.`,
      envelope: "created",
    },
    input: z.object({}).meta({ description: "An empty object." }),
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
        "Allows the device to report. `pairing_code` is the code that the list showed for this device. Returns `conflict` if the phone has registered again since, or was revoked.",
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
      .meta({ description: "The code that a person compared." }),
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
      description: "Sets the name that the device keeps until its next registration.",
      subject: "device",
    },
    input: z
      .object({ device_id, device_name: nameText().meta({ description: "The new name." }) })
      .meta({ description: "The new name." }),
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
        "Ends the device's access at once. The device stays in the list. To use it again, register and approve it again. Accounts bound to the device stay bound.",
      subject: "device",
    },
    input: z.object({ device_id }),
    output: z.null(),
  }),
};
