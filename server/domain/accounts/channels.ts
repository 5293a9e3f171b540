import type { ChannelInstructions } from "../../contract/channels.ts";
import { notFound } from "../../contract/errors.ts";
import { isChannelOf } from "./channel-steps.sql.ts";
import type { Gateway } from "../gateway/gateway.ts";

export async function readChannelInstructions(
  gateway: Gateway,
  { merchant_id, channel_id }: { merchant_id: string; channel_id: string },
): Promise<ChannelInstructions> {
  const [row] = await gateway.sql<ChannelInstructions[]>`
    select channel_id, channel_steps(${merchant_id}, channel_id, channel_instructions) as instructions
    from channels
    where channel_id = ${channel_id}
      and ${isChannelOf(gateway.sql, merchant_id)}
  `;
  if (!row) throw notFound("channel");
  return row;
}
