import type { ChannelInstructions } from "../../contract/channels.ts";
import { GatewayError } from "../../contract/errors.ts";
import { selectChannelInstructions } from "./channel-steps.sql.ts";
import type { Gateway } from "../gateway/gateway.ts";

export async function readChannelInstructions(
  gateway: Gateway,
  { merchant_id, channel_id }: { merchant_id: string; channel_id: string },
): Promise<ChannelInstructions> {
  const row = await selectChannelInstructions(gateway.sql, { merchant_id, channel_id });
  if (!row) throw new GatewayError("not_found", { message: "channel not found" });
  return row;
}
